/** How each form of check is judged. Pure: requests and answers in, an outcome out. */
import type { Finding, NotJudgedReason, Outcome } from "../../result/result.ts";
import { statusesOf } from "./documented-statuses.ts";
import { describe, notAccepted, notRefused } from "./findings.ts";
import { markOf } from "./given-back.ts";
import type { Answered, AnsweredSent, History, Judgement, Sent } from "./check.ts";

export const passed: Outcome = { status: "passed" };

/** The outcome of a check that was not judged. */
export type NotJudged = Extract<Outcome, { readonly status: "not-judged" }>;

/** The outcome of a check without evidence; `reason` is a sentence. */
export function notJudged(because: NotJudgedReason, reason: string): NotJudged {
  return { status: "not-judged", because, reason };
}

/** Passed if there are no findings, otherwise failed. */
export function fromFindings(findings: readonly Finding[]): Outcome {
  const [first, ...others] = findings;
  return first === undefined ? passed : { status: "failed", findings: [first, ...others] };
}

/** The outcome of a check of an open point: the value that enters the behaviour profile. */
export function observed(value: string): Outcome {
  return { status: "observed", value };
}

/** Whether a request was accepted as the document says: with exactly 200 in the shipped document. */
export function isAccepted(sent: Answered): boolean {
  return sent.answer !== null && statusesOf(sent).successes.includes(sent.answer.status);
}

/** Whether a request was answered with success, any 2xx. */
export function isSuccess(sent: Answered): boolean {
  return sent.answer !== null && sent.answer.status >= 200 && sent.answer.status <= 299;
}

/** Whether the provider asks for fewer requests, so the answer says nothing about its request (RFC 6585 section 4). */
export function isRateLimited(sent: Answered): boolean {
  return sent.answer?.status === 429;
}

/** Whether the provider, or a gateway before it, says that it is not available now (RFC 9110 section 15.6). */
export function isUnavailable(sent: Answered): boolean {
  const status = sent.answer?.status ?? 0;
  return status >= 502 && status <= 504;
}

/** Whether a proxy on the way answered in the provider's place (RFC 9110 section 15.5.8). */
export function isOfProxy(sent: Answered): boolean {
  return sent.answer?.status === 407;
}

/** Whether nothing came back, and not because the run ended or the suite failed. */
export function isUnanswered({ exchange }: Sent): boolean {
  const kind = exchange.noAnswer?.kind;
  return kind !== undefined && kind !== "run-ended" && kind !== "harness-fault";
}

/** Reasons for no answer that mean that no request reaches the provider. */
const notReached: ReadonlySet<string | undefined> = new Set([
  "name-not-found",
  "connection-refused",
  "connect-timeout",
  "tls",
]);

/** Whether a request reached the provider and was not answered. */
export function isLeftUnanswered(sent: Sent): boolean {
  if (!isUnanswered(sent) || sent.isBystander === true) return false;
  // The provider has ended, so a second attempt on a new connection is refused.
  return sent.endsProvider === true || !notReached.has(sent.exchange.noAnswer?.kind);
}

/** Whether a request is a valid NewPlant, in ordinary values or not. */
export function isValid({ request }: Pick<Sent, "request">): boolean {
  return request.kind === "ordinary" || request.kind === "valid";
}

/** Whether the answer is a failure that the document shows for a state. A valid request may get it. */
export function isOfState(sent: Answered): boolean {
  return statusesOf(sent).states?.includes(sent.answer?.status ?? 0) === true;
}

/** Whether a request was answered with a success that the document does not show, or with a redirect. */
export function isOtherSuccess(sent: Answered): boolean {
  const status = sent.answer?.status ?? 0;
  return status >= 200 && status <= 399 && !isAccepted(sent);
}

/** Whether the status means that the path or the method is unknown here, or is elsewhere. */
export function saysNotHere(sent: Answered): boolean {
  const status = sent.answer?.status ?? 0;
  return status === 404 || status === 405 || (status >= 300 && status <= 399);
}

/** Whether the status means that the token was refused. */
export function refusesToken(sent: Answered): boolean {
  return sent.answer?.status === 401 || sent.answer?.status === 403;
}

/** Whether the plant of a refused request was accepted in another request. Names are unique in a run. */
export function isAcceptedAgain({ request }: Sent, run: History): boolean {
  const mark = markOf(request);
  return run.some((other) => isAccepted(other) && markOf(other.request) === mark);
}

/** Whether a request is a parent of wrong requests: an ordinary one with every member. */
export function isParent({ request }: Sent): boolean {
  return request.kind === "ordinary" && request.onlyRequired !== true;
}

/**
 * Whether ordinary requests were accepted both before and after a request. Otherwise a refusal may have any cause: the
 * token may have expired, or the provider may have broken down.
 */
export function hasAcceptedParents(sent: Sent, run: History): boolean {
  const parents = run.filter((other) => isParent(other) && isAccepted(other));
  return parents.some(({ index }) => index < sent.index) && parents.some(({ index }) => index > sent.index);
}

const noParent =
  "no ordinary request was accepted both before and after it, so that a refusal may have any cause (see accepts-valid-plant)";

/** Whether the provider finally refused a body that is not a NewPlant, with any status, or never answered it. */
export function isRefusedBody(sent: Sent): boolean {
  return (
    sent.request.kind === "not-a-plant" &&
    (sent.answer !== null || isNeverAnswered(sent)) &&
    sent.isAskedAgain !== true &&
    !isSuccess(sent) &&
    !isRateLimited(sent) &&
    !isOfProxy(sent)
  );
}

/** Whether a (possible) plant was sent twice and refused: the provider may have read the first sending, too. */
export function mayBeReadTwice(sent: Sent): boolean {
  return (isValid(sent) || sent.request.kind === "open") && isRefusedTheSecondTime(sent);
}

/** Whether a request was sent twice and not accepted. */
export function isRefusedTheSecondTime(sent: Answered): boolean {
  const isSentTwice = sent.exchange?.attempts === 2 || (sent.mayBeRead === true && !isUnavailable(sent));
  return isSentTwice && !isAccepted(sent);
}

/** An exchange that can be evidence, or the outcome of a check that has none. That outcome is never "passed". */
export type Usable = { readonly sent: AnsweredSent } | { readonly outcome: NotJudged };

/** Whether an exchange can be evidence, and if not, why. */
export function usable(sent: Sent | undefined): Usable {
  if (sent === undefined) return unusable("run-ended", "the run ended before the request was sent");
  if (!isAnswered(sent)) {
    const { kind, detail } = sent.exchange.noAnswer ?? { kind: "run-ended", detail: "the run ended" };
    return unusable(kind === "run-ended" || kind === "harness-fault" ? kind : "no-answer", detail);
  }
  if (mayBeReadTwice(sent)) {
    return unusable("no-answer", "the connection was closed under the request, and it may have been read twice");
  }
  if (isRateLimited(sent)) {
    return unusable("no-answer", "the provider answered 429 to the last, so the request was not judged");
  }
  if (isValid(sent) && isOfState(sent)) {
    const status = sent.answer.status;
    return unusable(
      "no-occasion",
      `the document shows ${status}, which says something of a state and not of the request`,
    );
  }
  if (isOfProxy(sent)) return unusable("no-answer", "a proxy on the way answered 407, so the request was not judged");
  return { sent };
}

/** Whether an exchange can be evidence. */
export function isUsable(sent: Sent | undefined): sent is AnsweredSent {
  return "sent" in usable(sent);
}

function isAnswered(sent: Sent): sent is AnsweredSent {
  return sent.answer !== null;
}

function unusable(because: NotJudgedReason, reason: string): Usable {
  return { outcome: notJudged(because, reason) };
}

/** The most times that a request is sent. The last outcome counts as the provider's answer. */
export const TIMES = 3;

/** Whether a request was never answered, however often it was sent. One that ends the provider is sent less often. */
export function isNeverAnswered(sent: Sent): boolean {
  return isLeftUnanswered(sent) && (sent.asked === TIMES || sent.endsProvider === true);
}

/**
 * Judges a request with one fault. An answer with success is a violation whatever else happened. A refusal, or no
 * answer at all, proves something only between accepted parents. A second request exists only if the first one
 * succeeded.
 */
export function judgeRefusal(own: History, run: History): Judgement {
  const [sent, plain] = own;
  if (sent !== undefined && plain !== undefined) return judgeLetThrough(sent, plain);
  if (sent !== undefined && isNeverAnswered(sent)) return besideParents(sent, run, passed);
  const evidence = usable(sent);
  if ("outcome" in evidence) return evidence;
  if (isSuccess(evidence.sent)) return { outcome: fromFindings([notRefused(evidence.sent)]) };
  return besideParents(evidence.sent, run, passed);
}

/** Judges a faulty request that succeeded in a variant, by the same request sent in the ordinary way. */
function judgeLetThrough(varied: Sent, plain: Sent): Judgement {
  if (isSuccess(plain)) return { outcome: fromFindings([notRefused(plain)]), evidence: [plain.index, varied.index] };
  const seen = `${describe(varied)}, and ${describe(plain)} when it was written and sent in the ordinary way`;
  return { outcome: fromFindings([{ ...notRefused(varied), seen }]) };
}

/** An outcome that counts only if ordinary requests were accepted before and after the request that it is based on. */
function besideParents(sent: Sent, run: History, outcome: Outcome): Judgement {
  return { outcome: hasAcceptedParents(sent, run) ? outcome : notJudged("no-accepted-parent", noParent) };
}

/**
 * Judges a valid request in an unusual form, sent again with fresh values if it was not accepted. A single failure is
 * not reported. A refusal counts only if ordinary requests were accepted before and after it.
 */
export function judgeAcceptance(own: History, run: History): Judgement {
  const other = own.find(isOtherSuccess);
  if (other === undefined && own.some(isAccepted)) return { outcome: passed };
  const last = other ?? own.at(-1);
  if (last !== undefined && own.length === TIMES && isLeftUnanswered(last)) {
    return besideParents(last, run, fromFindings([notAccepted(last)]));
  }
  const evidence = usable(last);
  if ("outcome" in evidence) return evidence;
  return besideParents(evidence.sent, run, fromFindings([notAccepted(evidence.sent)]));
}

/** Reads the value of an open point from an answer. A refusal says nothing about the point if everything is refused. */
export function judgeObservation(
  last: Sent | undefined,
  run: History,
  value: (last: AnsweredSent) => string,
): Judgement {
  const evidence = usable(last);
  if ("outcome" in evidence) return evidence;
  const { sent } = evidence;
  if (!isSuccess(sent) && !hasAcceptedParents(sent, run)) return { outcome: notJudged("no-accepted-parent", noParent) };
  return { outcome: observed(value(sent)) };
}

/** The findings for one exchange; null if the suite did not read the part in question. */
export type FindingsIfRead = readonly Finding[] | null;

/** A question about a body. Its result is null if a limit kept the body from being read. */
export function ofBody(ask: (sent: Sent) => readonly Finding[]): (sent: Sent) => FindingsIfRead {
  return (sent) => (sent.answer?.reading.as === "unread" ? null : ask(sent));
}

/** Asks about each exchange. Passes only if there are exchanges, all of them were read, and none has a finding. */
export function judgeEach(
  occasions: readonly Sent[],
  ask: (sent: Sent) => FindingsIfRead,
  occasion: string,
): Judgement {
  if (occasions.length === 0) return { outcome: notJudged("no-occasion", `${occasion} was not seen in this run`) };
  const answers = occasions.map((sent) => ask(sent));
  const faulty = occasions.filter((_, at) => (answers[at] ?? []).length > 0);
  const unread = occasions.filter((_, at) => answers[at] === null);
  const [first] = unread;
  if (faulty.length === 0 && first !== undefined) {
    const reading = first.answer?.reading;
    const why = reading?.as === "unread" ? reading.why : "a body that was not read";
    return { outcome: notJudged("no-answer", `${occasion} had ${why}`), evidence: unread.map(({ index }) => index) };
  }
  const evidence = (faulty.length > 0 ? faulty : occasions).map(({ index }) => index);
  return { outcome: fromFindings(distinct(answers.flatMap((findings) => findings ?? []))), evidence };
}

/** Reports one cause once: findings that differ only in their exchange become one finding. */
function distinct(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Map<string, Finding>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.where, finding.expected, finding.seen]);
    if (!seen.has(key)) seen.set(key, finding);
  }
  return [...seen.values()];
}

/**
 * The answers that the invariants judge: those to POST on exactly the path of the operation, whatever they were sent
 * for.
 * @param isMeant selects answers by status
 */
export function answersOfOperation(
  run: History,
  path: string,
  isMeant: (status: number) => boolean = () => true,
): readonly Sent[] {
  return run.filter(
    ({ request, answer }) =>
      answer !== null && isMeant(answer.status) && request.method === "POST" && request.path.split("?")[0] === path,
  );
}
