/** The output of a replay in the terminal. Pure. */
import { runAgain, withSender } from "../../reports/words/rerun-command.ts";
import type { Exchange, RunResult } from "../../result/result.ts";
import { isSafeText } from "../../result/safe-text.ts";
import { sentLines } from "../../reports/text/failure.ts";
import { type Page, command, paint, row, sentence } from "../../reports/text/page.ts";
import { differingParts, sideBySide } from "../../reports/text/side-by-side.ts";
import { remarks } from "../../reports/words/words.ts";
import type { RecordedCheck } from "../files/recorded-check.ts";

/** The exchanges of a check, then and now, and why not all of them were sent. */
export interface Replayed {
  readonly exchanges: ReadonlyArray<{
    readonly index: number;
    readonly before: Exchange;
    readonly now: Exchange | null;
  }>;
  /** Why not all were sent, in a sentence; empty if the replay is complete. */
  readonly stopped: string;
}

interface Replay extends Replayed {
  readonly result: RunResult;
  readonly recorded: RecordedCheck;
  /** The base URL of the replay. */
  readonly baseUrl: string;
}

/** The check, each exchange with both answers, and how to judge again. */
export function replayText(page: Page, replay: Replay): string {
  const { exchanges, stopped } = replay;
  const parts = [
    opening(page, replay),
    ...exchanges.map((_, at) => exchangePart(page, replay, at)),
    ...(stopped === "" ? [] : [sentence(page, stopped)]),
    closing(page, replay),
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function opening(page: Page, { result, recorded, baseUrl }: Replay): readonly string[] {
  const { check, requirement, isOwn } = recorded;
  return [
    ...sentence(page, `${check.id}   ${requirement.level}   ${check.status} then`, 3).map((line) =>
      paint(page, "heading", line),
    ),
    ...row(page, "check", [check.title]),
    ...(isOwn ? [] : row(page, "", ["It sends nothing of its own; this is what it looked at."])),
    ...row(page, "then", [`${result.provider.baseUrl}   ${result.startedAt}`]),
    ...row(page, "now", [baseUrl]),
  ];
}

function exchangePart(page: Page, { exchanges, recorded }: Replay, at: number): readonly string[] {
  const exchange = exchanges[at];
  if (exchange === undefined) return [];
  const { index, before, now } = exchange;
  const sender = recorded.isOwn || before.check === undefined ? "" : `, sent for ${before.check}`;
  const head = `${at + 1} of ${exchanges.length}   exchange ${index}${sender}`;
  const sent = [...sentence(page, head, 3), ...sentLines(page, before)];
  if (now === null) return [...sent, ...row(page, "now", ["not sent again: the replay had ended"])];
  return [...sent, "", ...sideBySide(page, before, now), "", ...conclusion(page, before, now)];
}

function conclusion(page: Page, then: Exchange, now: Exchange): readonly string[] {
  return [
    ...sentence(page, difference(then, now)),
    ...[...remarks(now), ...hints(then, now)].flatMap((text) => sentence(page, text)),
  ];
}

function difference(then: Exchange, now: Exchange): string {
  if (then.response === null && now.response === null) return "There was no answer then, and there is none now.";
  const parts = differingParts(then, now);
  return parts.length === 0
    ? "The answers are the same, but for time and date."
    : `The answers differ in: ${parts.join(", ")}.`;
}

/** Possible reasons for a difference other than a change of the provider. */
function hints(then: Exchange, now: Exchange): readonly string[] {
  const [before, after] = [then.response?.status ?? 0, now.response?.status ?? 0];
  if (after === 401 && before !== 401) return ["401: the provider may not know the token that was sent now."];
  const isRefused = after >= 400 && after <= 499;
  if (before !== 200 || !isRefused || !hasId(then)) return [];
  return [
    "The same bytes were accepted then and are refused now. The provider may have been changed, or hold a plant with this id since; the document does not say how such an id is answered, so that this is not a fault of the provider.",
  ];
}

/**
 * Whether the request may be refused only because of its id. Malformed bodies can have ids, too, so nothing is parsed.
 */
function hasId({ request: { body } }: Exchange): boolean {
  return body?.encoding === "utf-8" && /"id"\s*:\s*-?\d/.test(body.content);
}

function closing(page: Page, { result, recorded, baseUrl }: Replay): readonly string[] {
  const again = runAgain({ ...result, provider: { baseUrl } }, withSender(recorded.check, result));
  return [
    ...sentence(page, "Shown, and not judged. This command judges it, with a new id and a new name:"),
    ...(isSafeText(again) ? command(page, "rerun", again) : []),
  ];
}
