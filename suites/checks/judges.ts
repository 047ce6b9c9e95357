/** How each form of check is judged. Pure: requests and answers in, an outcome out. */
import { ifRun } from "../../spec/pattern/run-pattern.ts";
import type { Finding, NotJudgedReason, Outcome } from "../../result/result.ts";
import { describe, notAccepted, notRefused } from "./findings.ts";
import {
  isAccepted,
  isSuccess,
  isRateLimited,
  isOfProxy,
  isLeftUnanswered,
  isValid,
  isOfState,
  isOfLimit,
  isOtherSuccess,
  isIncomplete,
  isUndelivered,
  hasAcceptedParents,
  mayBeReadTwice,
  TIMES,
  isNeverAnswered,
  isAnswered,
  isAskedAgain,
  isParent,
} from "./exchange-facts.ts";
import type { AnsweredSent, History, Judgement, Sent } from "./check.ts";

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

const noParent =
  "no ordinary request was accepted both before and after it, so that a refusal may have any cause (see accepts-valid-plant)";

/** An exchange that can be evidence, or the outcome of a check that has none. That outcome is never "passed". */
export type Usable = { readonly sent: AnsweredSent } | { readonly outcome: NotJudged };

/**
 * Whether an exchange can be evidence, and if not, why.
 * @param isToSucceed whether a refusal would count against the provider: valid requests, and open ones of some checks
 */
export function usable(sent: Sent | undefined, isToSucceed = sent !== undefined && isValid(sent)): Usable {
  if (sent === undefined) return unusable("run-ended", "the run ended before the request was sent");
  if (!isAnswered(sent) || (isValid(sent) && isUndelivered(sent))) {
    const { kind, detail } = sent.exchange.noAnswer ?? { kind: "run-ended", detail: "the run ended" };
    return unusable(kind === "run-ended" || kind === "harness-fault" ? kind : "no-answer", detail);
  }
  if (mayBeReadTwice(sent)) {
    return unusable("no-answer", "the connection was closed under the request, and it may have been read twice");
  }
  if (isRateLimited(sent)) {
    return unusable("no-answer", "the provider answered 429 to the last, so the request was not judged");
  }
  if (isToSucceed && isOfState(sent)) {
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

function unusable(because: NotJudgedReason, reason: string): Usable {
  return { outcome: notJudged(because, reason) };
}

/**
 * Judges a request with one fault. An answer with success is a violation whatever else happened. A refusal, or no
 * answer at all, proves something only between accepted parents. A second request exists only if the first one
 * succeeded.
 */
export function judgeRefusal(own: History, run: History): Judgement {
  const [sent, plain] = own;
  if (sent !== undefined && plain !== undefined) return judgeLetThrough(sent, plain);
  if (sent !== undefined && isSuccess(sent)) return { outcome: fromFindings([notRefused(sent)]) };
  if (sent !== undefined && isNeverAnswered(sent)) return besideParents(sent, run, passed);
  const evidence = usable(sent);
  if ("outcome" in evidence) return evidence;
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

/** Judges a valid request in an unusual form. One failure is no proof; a refusal counts between accepted ones. */
export function judgeAcceptance(own: History, run: History): Judgement {
  const other = own.find(isOtherSuccess);
  if (other === undefined && own.some(isAccepted)) return { outcome: passed };
  const last = other ?? own.at(-1);
  if (last !== undefined && own.length === TIMES && isLeftUnanswered(last)) {
    return besideParents(last, run, fromFindings([notAccepted(last)]));
  }
  const evidence = usable(last);
  if ("outcome" in evidence) return evidence;
  const isHeld = !isOfLimit(evidence.sent);
  return besideParents(
    evidence.sent,
    run,
    isHeld ? fromFindings([notAccepted(evidence.sent)]) : beyondLimit(evidence.sent),
  );
}

/** As `judgeAcceptance`, for repeated requests: failures with nothing accepted in between may be one accident. */
export function judgeAskedAgain(own: History, run: History): Judgement {
  const judged = judgeAcceptance(own, run);
  const isApart = own.slice(1).every((sent, k) => isAcceptedBetween(own[k], sent, run));
  const isRefusal = judged.outcome.status === "failed" && !own.some(isOtherSuccess);
  return isRefusal && !isApart ? { outcome: notJudged("no-accepted-parent", noneBetween) } : judged;
}

function isAcceptedBetween(one: Sent | undefined, other: Sent, run: History): boolean {
  const from = one?.index ?? Infinity;
  return run.some((sent) => sent.index > from && sent.index < other.index && isParent(sent) && isAccepted(sent));
}

const noneBetween =
  "no ordinary request was accepted between the times that it was asked, which may have been one accident";

/** The outcome of a valid request that was refused for its framing or its size. */
export function beyondLimit({ answer }: Sent): NotJudged {
  return notJudged("no-occasion", `${answer?.status} is about framing or size, and limits are not shown`);
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

/** What the suite did not read or compare, as words that follow "had". */
export interface Unread {
  readonly unread: string;
}

/** The findings for one exchange, or why the suite did not read the part in question. */
export type FindingsIfRead = readonly Finding[] | Unread;

/** A question about a body. It has no findings if a limit kept the body from being read. */
export function ofBody(ask: (sent: Sent) => readonly Finding[]): (sent: Sent) => FindingsIfRead {
  return (sent) => {
    const reading = sent.answer?.reading;
    return reading?.as === "unread" || reading?.as === "looked-at" ? { unread: reading.why } : ask(sent);
  };
}

function findingsOf(answer: FindingsIfRead): readonly Finding[] {
  return "unread" in answer ? [] : answer;
}

/** A question about the header of an answer. It has no findings if the header was not read. */
export function ofHeader(ask: (sent: Sent) => readonly Finding[]): (sent: Sent) => FindingsIfRead {
  return (sent) => (sent.answer?.readTo === "status" ? { unread: "a header that was not read" } : ask(sent));
}

/**
 * Whether an answer that was cut off leaves no question open: the request was asked again, or sent again with fresh
 * values because its plant did not come, or the provider may cut off the answer to so large a body.
 */
function isCutOffInVain(sent: Sent): boolean {
  const isMadeUpFor = isAskedAgain(sent) || isValid(sent) || sent.request.mayMeet === "cut-off";
  return isIncomplete(sent) && isMadeUpFor;
}

/** Asks about each exchange. Passes only if there are exchanges, all of them were read, and none has a finding. */
export function judgeEach(
  occasions: readonly Sent[],
  ask: (sent: Sent) => FindingsIfRead,
  occasion: string,
): Judgement {
  if (occasions.length === 0) return { outcome: notJudged("no-occasion", `${occasion} was not seen in this run`) };
  const answers = occasions.map((sent) =>
    ifRun(
      () => ask(sent),
      (why): Unread => ({ unread: `a value that was not compared: ${why}` }),
    ),
  );
  const faulty = occasions.filter((_, at) => findingsOf(answers[at] ?? []).length > 0);
  // What was cut off is made up for by another answer, if there is one.
  const isNoneRead = answers.every((answer) => "unread" in answer);
  const unread = occasions.flatMap((sent, at) => {
    const answer = answers[at] ?? [];
    const counts = "unread" in answer && (isNoneRead || !isCutOffInVain(sent));
    return counts ? [{ index: sent.index, why: answer.unread }] : [];
  });
  const [first] = unread;
  if (faulty.length === 0 && first !== undefined) {
    const outcome = notJudged("no-answer", `${occasion} had ${first.why}`);
    return { outcome, evidence: unread.map(({ index }) => index) };
  }
  const evidence = (faulty.length > 0 ? faulty : occasions).map(({ index }) => index);
  return { outcome: fromFindings(distinct(answers.flatMap(findingsOf))), evidence };
}

/** Reports one cause once: findings that differ only in their exchange become one finding. */
export function distinct(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Map<string, Finding>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.where, finding.expected, finding.seen]);
    if (!seen.has(key)) seen.set(key, finding);
  }
  return [...seen.values()];
}
