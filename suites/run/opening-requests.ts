/** Decides by the opening requests whether there is a provider to judge. If not, the run ends before other checks. */
import { header, isOwn405 } from "../../http/message.ts";
import type { NoAnswerKind } from "../../http/no-answer.ts";
import { DOUBT, leadsBelow } from "../../result/base-url-doubt.ts";
import type { History, Sent } from "../checks/check.ts";
import { IDS_ASKER } from "../checks/duplicate-requests.ts";
import { isAccepted, isAskedAgain, isHeard, refusesToken, saysNotHere } from "../checks/exchange-facts.ts";
import { describe, foreign } from "../checks/findings.ts";
import type { Session } from "./session.ts";
import type { Stop } from "./run-stop.ts";

/** The first request that counts: one that was answered, and neither sent again nor a question about ids. */
export function firstHeard(run: History): Sent | undefined {
  return run.find((sent) => isHeard(sent) && !isAskedAgain(sent) && !isAboutIds(sent));
}

/** Whether nothing is expected of an exchange, because it only shows whether an id is taken. */
function isAboutIds({ request }: Sent): boolean {
  return request.kind === "open" && request.askedBy === IDS_ASKER;
}

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
    if (leadsBelow(url, header(answer?.headers ?? [], "location")))
      return `A valid request to ${url} was answered ${seen}.`;
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
