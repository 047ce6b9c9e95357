/** Decides by the opening requests whether there is a provider to judge. If not, the run ends before other checks. */
import { DOUBT } from "../../result/base-url-doubt.ts";
import type { NoAnswerKind } from "../../http/no-answer.ts";
import { header } from "../../http/headers.ts";
import { isOwn405 } from "../../http/own-refusal.ts";
import type { Sent } from "../checks/check.ts";
import { firstHeard } from "../checks/seed-used.ts";
import { describe, foreign } from "../checks/findings.ts";
import { isAccepted, isRateLimited, isSuccess, refusesToken, saysNotHere } from "../checks/exchange-facts.ts";
import { findTakenId, isFirstTaken } from "./seed-probe.ts";
import type { Session } from "./session.ts";
import type { Stop } from "./stop.ts";

/** Reasons for no answer that occur only on an open connection. */
const AFTER_CONNECTING: ReadonlySet<NoAnswerKind> = new Set([
  "timeout",
  "headers-too-large",
  "connection-closed",
  "not-http",
]);

/** Whether the provider took the connection and did not answer. Another plant may show that the first is the reason. */
export function isSilentSoFar(session: Session): boolean {
  const kind = session.history[0]?.exchange.noAnswer?.kind;
  return firstHeard(session.history) === undefined && (kind === "timeout" || kind === "connection-closed");
}

/** Without an answer to the first requests, there is no provider to judge. */
export function judgeReached(session: Session): void {
  const [first] = session.history;
  if (first === undefined || session.stopped() !== null || firstHeard(session.history) !== undefined) return;
  const { kind, detail } = first.exchange.noAnswer ?? { kind: "harness-fault", detail: "no answer" };
  const what = AFTER_CONNECTING.has(kind) ? "was reached, and gave no answer that can be read" : "could not be reached";
  session.stop({ cause: "unreachable", reason: `The provider ${what}: ${detail}.` });
}

/** If nothing was accepted, the first answer decides whether there is anything to judge. It is reported once. */
export function judgeOpening(session: Session): void {
  const first = firstHeard(session.history);
  if (first === undefined || session.stopped() !== null || session.history.some(isAccepted)) return;
  if (refusesToken(first)) {
    const hadToken = header(first.exchange.request.headers, "authorization") !== null;
    const what = hadToken ? "the token that it was given" : "a request without a token";
    const reason = `The provider refused ${what}: a valid request was answered ${describe(first)}.`;
    session.stop({ cause: "token-refused", reason });
  } else if (saysNotHere(first)) {
    session.stop({ cause: "not-here", reason: notHereReason(first) });
  }
}

type OfOpening = Omit<Parameters<typeof isFirstTaken>[1], "refused">;

/** Ends a run whose first plant was refused only because of its id. */
export async function judgeSeed(session: Session, ids: OfOpening | undefined): Promise<void> {
  const refused = firstHeard(session.history);
  if (ids === undefined || refused?.answer == null || session.stopped() !== null) return;
  if (isSuccess(refused) || isRateLimited(refused)) return;
  if (await isFirstTaken(session, { ...ids, refused })) session.stop(seedUsed(ids.seed));
}

/** Ends a run if a later request was refused only because of its id: an earlier run with the seed sent other checks. */
export async function judgeIds(session: Session, ids: Parameters<typeof findTakenId>[1]): Promise<void> {
  if (session.stopped() === null && (await findTakenId(session, ids))) session.stop(seedUsed(ids.seed));
}

/** The end of a run whose ids were used by an earlier run. */
export function seedUsed(seed: string): Stop {
  const taken = `The ids that the seed ${JSON.stringify(seed)} draws are taken in this provider's store`;
  return { cause: "seed-used", reason: `${taken}; run with another seed.` };
}

/** Why the operation may not be at the URL, or the text of a 405 that may be the operation's own refusal. */
function notHereReason(sent: Sent): string {
  const { answer, exchange } = sent;
  const { url } = exchange.request;
  if (answer === null || !isOwn405(answer.status, answer.headers, answer.size)) {
    const seen = `${describe(sent)}${redirectOf(sent)}`;
    return `The operation is not at ${url}: a valid request was answered ${seen}. ${DOUBT}`;
  }
  const body = exchange.response?.body;
  const words = body?.encoding === "utf-8" ? `: ${foreign(sent, body.content).slice(0, 200)}` : ".";
  return `A valid request to ${url} was answered 405 without Allow, which may be the operation's own refusal of the body${words}`;
}

/** The target of a redirect, in words. Redirects are never followed. */
function redirectOf(sent: Sent): string {
  const location = header(sent.answer?.headers ?? [], "location");
  return location === null ? "" : `, a redirect to ${foreign(sent, location).slice(0, 200)}`;
}
