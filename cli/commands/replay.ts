/** `replay`: sends the recorded requests of a check again, and shows both responses side by side. It judges nothing. */
import { tooShort } from "../../suites/run/reached-limits.ts";
import type { Provider } from "../../http/provider.ts";
import { sentRows } from "../../reports/run/report-failure.ts";
import { command, type Page, paint, row, sentence, textPage } from "../../reports/text/terminal-lines.ts";
import { differingParts, sideBySide } from "../../reports/text/terminal-side-by-side.ts";
import { rowLines } from "../../reports/text/terminal-text.ts";
import { runAgain, withSender } from "../../reports/words/printed-commands.ts";
import { remarks, shownExchange } from "../../reports/words/result-words.ts";
import { meantBy } from "../../result/near-name.ts";
import {
  type CheckResult,
  type Exchange,
  type RequirementResult,
  type RunResult,
  reasonOf,
  isOfAnotherDocument,
} from "../../result/result.ts";
import { excerpt, isSafeText, safeText } from "../../result/safe-text.ts";
import type { Operation } from "../../spec/read-operation.ts";
import { type PlannedRequest, requestsWhereAccepted } from "../../suites/checks/check.ts";
import { INVALID_TOKEN, TOKEN } from "../../suites/checks/check-requests.ts";
import { loadChecks } from "../../suites/index.ts";
import { checkIds } from "../../suites/run/id-ranges.ts";
import { plannedAgain } from "../../suites/run/record-exchange.ts";
import { redactionFor } from "../../suites/run/run-secrets.ts";
import { withSession } from "../../suites/run/session.ts";
import { readResultFile } from "../files/result-file.ts";
import { EXIT, type Io, lookOf, UsageError } from "../io.ts";
import { type GivenDocument, givenDocument } from "../options/document-options.ts";
import { remoteProvider } from "../options/provider-options.ts";
import { givenPacing, VARIABLES } from "../options/run-options.ts";
import type { OptionsOf } from "../options/option-table.ts";
import { isLoopback } from "../options/transport-options.ts";
import { withTarget } from "../process/target.ts";

// Finds a check in an earlier result, with the requests that may be sent again: only those that this suite sends.

interface RecordedCheck {
  readonly requirement: RequirementResult;
  readonly check: CheckResult;
  /** Its own exchanges, or else those with its findings, or else the last that it judged; in the order of sending. */
  readonly shown: ReadonlyArray<{ readonly index: number; readonly exchange: Exchange }>;
  readonly isOwn: boolean;
}

/** The most exchanges to take. No check sends more; a result with more was not written by the suite. */
const MOST = 64;

/** The most exchanges of other checks to send again for a check that sends nothing itself. */
const MOST_OF_OTHERS = 2;

/** Finds a check by its id. @throws {UsageError} if the result has no such check, or no exchange for it */
function recordedCheck(result: RunResult, id: string): RecordedCheck {
  const pairs = result.requirements.flatMap((requirement) =>
    requirement.checks.map((check) => ({ requirement, check })),
  );
  const found = pairs.find(({ check }) => check.id === id);
  if (found === undefined)
    throw new UsageError(`${JSON.stringify(id)} is not a check of this result; ${hint(result, id)}`);
  const exchanges = result.exchanges.map((exchange, index) => ({ index, exchange }));
  const own = exchanges.filter(({ exchange }) => exchange.check === id).slice(0, MOST);
  if (own.length > 0) return { ...found, shown: own, isOwn: true };
  const { check } = found;
  const telling = new Set(check.findings.map(({ exchange }) => exchange));
  const others = exchanges.filter(({ index }) => telling.has(index)).slice(0, MOST_OF_OTHERS);
  const last = shownExchange(check, result);
  const shown = others.length > 0 ? others : last === null ? [] : [last];
  if (shown.length > 0) return { ...found, shown, isOwn: false };
  const reason = reasonOf(check);
  const why = reason === undefined ? "" : ` (${excerpt(reason, 200)})`;
  throw new UsageError(`The check ${excerpt(id, 100)} has no exchange in this result${why}; nothing can be sent again`);
}

function hint({ requirements }: RunResult, id: string): string {
  const idsOf = ({ checks }: RequirementResult): readonly string[] => checks.map((one) => one.id);
  const own = requirements.filter((one) => one.id === id).flatMap(idsOf);
  if (own.length > 0)
    return `it is a requirement, with ${excerpt(own.slice(0, 5).join(", "), 300)}${own.length > 5 ? ", ..." : ""}`;
  return meantBy(id, requirements.flatMap(idsOf), "`list` shows the checks", (name) => excerpt(name, 100));
}

/** Why a request is not sent again, as words that follow "it"; null if it may be sent. */
type Objection = (request: PlannedRequest, sender: string | undefined) => string | null;

/** Plans every check once, to know what each of them sends. */
async function readObjections(result: RunResult, { document, operation }: GivenDocument): Promise<Objection> {
  const isUnnamed = document === undefined && isOfAnotherDocument(result);
  const advice = isUnnamed ? "; the run was judged by another document, so name that with --document" : "";
  const checks = await loadChecks(operation, { invalidToken: true });
  const fresh = checkIds("replay", checks);
  const planned = new Map(checks.map((check) => [check.id as string, requestsWhereAccepted(check, fresh(check.id))]));
  const names = new Set(
    [...planned.values()].flat().flatMap(({ headers }) => headers.map(([name]) => name.toLowerCase())),
  );
  return (request, sender) => {
    const own = sender === undefined ? [] : (planned.get(sender) ?? []);
    const objection =
      targetObjection(request, own, operation) ?? headerObjection(request, names) ?? tokenObjection(request, own);
    return objection === null ? null : `${objection}${advice}`;
  };
}

/** Allows the operation, and the known targets of the check. */
function targetObjection(request: PlannedRequest, own: readonly PlannedRequest[], operation: Operation): string | null {
  if (targetOf(request) === targetOf(operation)) return null;
  if (own.some((known) => targetOf(known) === targetOf(request))) return null;
  return `asks ${quoted(request.method)} ${quoted(request.path)}, which no check of that name sends`;
}

/** Method and path; the numbers in a path are drawn for each run. */
function targetOf({ method, path }: Pick<PlannedRequest, "method" | "path">): string {
  return `${method} ${path.replaceAll(/\d+/g, "0")}`;
}

function headerObjection({ headers }: PlannedRequest, names: ReadonlySet<string>): string | null {
  const unknown = headers.find(([name]) => !names.has(name.toLowerCase()));
  if (unknown !== undefined) return `has a header field ${quoted(unknown[0])}, which no check sends`;
  const broken = headers.find(([, value]) => !/^[\t\x20-\x7e\x80-\xff]*$/.test(value));
  return broken === undefined ? null : `has a header field ${quoted(broken[0])} that HTTP does not allow`;
}

/** Allows the token in `Authorization`, and in the known places of the check. */
function tokenObjection(request: PlannedRequest, own: readonly PlannedRequest[]): string | null {
  const known = ["authorization", ...own.flatMap(tokenPlaces)];
  const other = tokenPlaces(request).find((name) => !known.includes(name));
  return other === undefined ? null : `has the token in ${quoted(other)}, where no check of that name puts it`;
}

function tokenPlaces({ headers }: PlannedRequest): readonly string[] {
  const holding = headers.filter(([, value]) => value.includes(TOKEN) || value.includes(INVALID_TOKEN));
  return holding.map(([name]) => name.toLowerCase());
}

function quoted(text: string): string {
  return excerpt(JSON.stringify(text), 80);
}

/** Runs `replay`. @returns 0 when every request got any response; 3 when one did not */
export async function replay(
  [path, id]: readonly [path: string, check: string],
  options: OptionsOf<"replay">,
  io: Io,
): Promise<number> {
  const { result } = readResultFile(path);
  const recorded = recordedCheck(result, id);
  const plans = plansFor(recorded, result, await readObjections(result, await givenDocument(options)));
  checkTokens(plans, options);
  const auth = options.auth && (needs(plans, TOKEN) || namesToken(options, io));
  const baseUrl = options.baseUrl ?? recordedUrl(result, plans, options);
  const named = remoteProvider(baseUrl, { ...options, auth }, io);
  return withTarget({ named, pacing: givenPacing(options, 1) }, { io }, async (target, signal) => {
    for (const note of tooShort(target.provider)) io.err(`${note}\n`);
    const replayed = await sendAgain(plans, target.provider, signal);
    const page = { ...textPage(lookOf(io)), bodyLimit };
    io.out(replayText(page, { result, recorded, baseUrl: target.provider.baseUrl, ...replayed }));
    return replayed.exchanges.every(({ now }) => now?.response) ? EXIT.conformant : EXIT.inconclusive;
  });
}

/** The limits of a shown body. They are high, because a replay has few bodies. */
const bodyLimit = { codePoints: 1024, lines: 20 };

/** The recorded base URL, only if it is on this machine: a file must not decide where else the token goes. */
function recordedUrl(
  { provider: { baseUrl, inProcess } }: RunResult,
  plans: readonly Plan[],
  { unixSocket }: OptionsOf<"replay">,
): string {
  if (inProcess === true) {
    throw new UsageError("The application was served for the run of its tests alone; serve it, and add --base-url URL");
  }
  const isSecret = needs(plans, TOKEN) || needs(plans, INVALID_TOKEN);
  const isHere = unixSocket !== undefined || (URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname));
  if (!isSecret || isHere) return baseUrl;
  const own = safeText(baseUrl);
  throw new UsageError(`The token would go to the base URL that the file names; if it is right, add --base-url ${own}`);
}

interface Plan {
  readonly index: number;
  readonly before: Exchange;
  readonly request: PlannedRequest;
}

/** @throws {UsageError} for a request that cannot be sent unchanged, or that no check sends */
function plansFor({ check, shown }: RecordedCheck, { provider }: RunResult, objectionTo: Objection): readonly Plan[] {
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

async function sendAgain(plans: readonly Plan[], provider: Provider, signal: AbortSignal): Promise<Replayed> {
  return withSession({ provider, redaction: redactionFor(provider), signal }, async (session) => {
    const exchanges: Replayed["exchanges"][number][] = [];
    for (const plan of plans) {
      const sent = session.stopped() === null ? await session.ask(plan.request) : null;
      exchanges.push({ ...plan, now: sent?.exchange ?? null });
    }
    return { exchanges, stopped: session.stopped()?.reason ?? "" };
  });
}

interface Replayed {
  readonly exchanges: ReadonlyArray<Plan & { readonly now: Exchange | null }>;
  /** Why not all were sent, in a sentence; empty if the replay is complete. */
  readonly stopped: string;
}

interface Replay extends Replayed {
  readonly result: RunResult;
  readonly recorded: RecordedCheck;
  readonly baseUrl: string;
}

function replayText(page: Page, sent: Replay): string {
  const { exchanges, stopped } = sent;
  const parts = [
    opening(page, sent),
    ...exchanges.map((exchange, at) => exchangePart(page, exchange, { ...sent, at })),
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

function exchangePart(
  page: Page,
  { index, before, now }: Replayed["exchanges"][number],
  { exchanges, recorded, at }: Replay & { readonly at: number },
): readonly string[] {
  const sender = recorded.isOwn || before.check === undefined ? "" : `, sent for ${before.check}`;
  const head = `${at + 1} of ${exchanges.length}   exchange ${index}${sender}`;
  const sent = [...sentence(page, head, 3), ...sentRows(before).flatMap((one) => rowLines(page, one))];
  if (now === null) return [...sent, ...row(page, "now", ["not sent again: the replay had ended"])];
  const said = [difference(before, now), ...remarks(now), ...hints(before, now)];
  return [...sent, "", ...sideBySide(page, before, now), "", ...said.flatMap((text) => sentence(page, text))];
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

/** Whether only the id may be the reason of a refusal. Malformed bodies can have ids, too, so nothing is parsed. */
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
