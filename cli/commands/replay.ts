/** `replay`: sends the recorded requests of a check again, and shows both responses side by side. It judges nothing. */
import type { Exchange, RunResult } from "../../result/result.ts";
import { excerpt, isSafeText, safeText } from "../../result/safe-text.ts";
import { command, type Page, paint, row, sentence, textPage } from "../../reports/text/page.ts";
import type { PlannedRequest } from "../../suites/checks/check.ts";
import { openPace } from "../../http/pace.ts";
import type { Provider } from "../../http/provider.ts";
import { redactionFor } from "../../suites/run/secrets.ts";
import { plannedAgain } from "../../suites/run/recorded.ts";
import { INVALID_TOKEN, TOKEN } from "../../suites/checks/requests.ts";
import { guardRun } from "../../suites/run/stop.ts";
import { openSession, type Session } from "../../suites/run/session.ts";
import { EXIT, type Io, UsageError, wantsColour } from "../io.ts";
import { withTarget } from "../process/with-target.ts";
import { givenPacing } from "../process/target.ts";
import { remoteProvider } from "../options/named-provider.ts";
import type { OptionsOf } from "../options/table.ts";
import { isLoopback } from "../options/transport.ts";
import { type RecordedCheck, recordedCheck, type Objection, readObjections } from "../files/recorded-check.ts";
import { readResultFile } from "../files/result-file.ts";
import { VARIABLES } from "../options/rows.ts";
import { runAgain, withSender } from "../../reports/words/rerun-command.ts";
import { sentRows } from "../../reports/run/failure.ts";
import { rowLines } from "../../reports/text/text.ts";
import { differingParts, sideBySide } from "../../reports/text/side-by-side.ts";
import { remarks } from "../../reports/words/words.ts";

/**
 * Runs `replay`.
 * @returns 0 when every request got any response; 3 when one did not
 * @throws {UsageError} when the file has no result, the check has nothing that can be sent again, or an option is wrong
 */
export async function replay(path: string, id: string, options: OptionsOf<"replay">, io: Io): Promise<number> {
  const { result } = readResultFile(path);
  const recorded = recordedCheck(result, id);
  const plans = planned(recorded, result, await readObjections());
  checkTokens(plans, options);
  const auth = options.auth && (needs(plans, TOKEN) || namesToken(options, io));
  const baseUrl = options.baseUrl ?? recordedUrl(result, plans, options);
  const named = remoteProvider(baseUrl, { ...options, auth }, io);
  return withTarget({ named, pacing: givenPacing(options, 1) }, { io }, async (target, signal) => {
    const replayed = await sendAgain(plans, target.provider, signal);
    const page = { ...textPage({ colour: wantsColour(io), ...widthOf(io) }), bodyLimit };
    io.out(replayText(page, { result, recorded, baseUrl: target.provider.baseUrl, ...replayed }));
    const trouble = target.trouble();
    if (trouble !== null) io.err(`${trouble}\n`);
    return replayed.exchanges.every(({ now }) => now?.response) ? EXIT.conformant : EXIT.inconclusive;
  });
}

/** The limits of a shown body. They are high, because a replay has few bodies. */
const bodyLimit = { codePoints: 1024, lines: 20 };

function widthOf({ columns }: Io): { readonly width?: number } {
  return columns === undefined ? {} : { width: columns };
}

/** The recorded base URL, only if it is on this machine: a file must not decide where else the token goes. */
function recordedUrl(
  { provider: { baseUrl } }: RunResult,
  plans: readonly Plan[],
  { unixSocket }: OptionsOf<"replay">,
): string {
  const isSecret = needs(plans, TOKEN) || needs(plans, INVALID_TOKEN);
  const isHere = unixSocket !== undefined || (URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname));
  if (!isSecret || isHere) return baseUrl;
  const own = safeText(baseUrl);
  throw new UsageError(`The token would go to the base URL that the file names; if it is right, add --base-url ${own}`);
}

/** A recorded exchange, and its request ready to be sent again. */
interface Plan {
  readonly index: number;
  readonly before: Exchange;
  readonly request: PlannedRequest;
}

/** @throws {UsageError} for a request that cannot be sent unchanged, or that no check sends */
function planned({ check, shown }: RecordedCheck, { provider }: RunResult, objectionTo: Objection): readonly Plan[] {
  return shown.map(({ index, exchange }) => {
    const again = plannedAgain(exchange.request, provider.baseUrl);
    const objection = "request" in again ? objectionTo(again.request, exchange.check) : again.fault;
    if ("request" in again && objection === null) return { index, before: exchange, request: again.request };
    throw new UsageError(
      `The request of ${excerpt(check.id, 100)} cannot be sent again (exchange ${index}): it ${objection}`,
    );
  });
}

function needs(plans: readonly Plan[], placeholder: string): boolean {
  return plans.some(({ request }) => request.headers.some(([, value]) => value.includes(placeholder)));
}

function checkTokens(plans: readonly Plan[], { invalidToken, auth }: OptionsOf<"replay">): void {
  if (needs(plans, INVALID_TOKEN) && invalidToken === undefined) {
    throw new UsageError("The check sent a token that was named as invalid; give it again with --invalid-token");
  }
  if (!auth && needs(plans, TOKEN)) throw new UsageError("The check sent the token; leave out --no-auth");
}

/** Whether the user named a token. Even if none was sent, it is removed from responses. */
function namesToken({ token, tokenFile, tokenCommand, invalidToken }: OptionsOf<"replay">, { env }: Io): boolean {
  const given = [token, tokenFile, tokenCommand, env[VARIABLES.token]];
  return invalidToken !== undefined || given.some((value) => value !== undefined && value !== "");
}

/** Sends one request after the other, in the same way as a run. */
async function sendAgain(plans: readonly Plan[], provider: Provider, signal: AbortSignal): Promise<Replayed> {
  const session: Session = openSession({
    provider,
    redaction: redactionFor(provider),
    pace: openPace(provider.rate),
    startedAt: performance.now(),
  });
  const release = guardRun(session, { provider, signal });
  try {
    const exchanges: { index: number; before: Exchange; now: Exchange | null }[] = [];
    for (const { index, before, request } of plans) {
      const sent = session.stopped() === null ? await session.ask(request) : null;
      exchanges.push({ index, before, now: sent?.exchange ?? null });
    }
    return { exchanges, stopped: session.stopped()?.reason ?? "" };
  } finally {
    release();
    await session.close();
  }
}

/** The exchanges of a check, then and now, and why not all of them were sent. */
interface Replayed {
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
function replayText(page: Page, sent: Replay): string {
  const { exchanges, stopped } = sent;
  const parts = [
    opening(page, sent),
    ...exchanges.map((_, at) => exchangePart(page, sent, at)),
    ...(stopped === "" ? [] : [sentence(page, stopped)]),
    closing(page, sent),
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
  const sent = [...sentence(page, head, 3), ...sentRows(before).flatMap((one) => rowLines(page, one))];
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
