/** The forms that checks come in, so that a topic states only what differs. */
import type { Check, CheckId, History, Judgement, PlannedRequest, Sent } from "./check.ts";
import {
  type Told,
  isAccepted,
  isOtherSuccess,
  judgeAcceptance,
  judgeEach,
  judgeObservation,
  judgeRefusal,
  notJudged,
  observed,
} from "./judges.ts";

/** What every check has. */
export interface Label {
  readonly id: CheckId;
  readonly title: string;
  readonly basis?: string;
}

/** One request with one fault, which is not to be answered with success. */
export function refusal(label: Label, request: (n: number) => PlannedRequest): Check {
  return { ...label, next: (fresh, own) => (own.length === 0 ? [request(fresh(0))] : []), judge: judgeRefusal };
}

/** One valid request in an unusual form, which is to be accepted; asked again with fresh values, twice at most, if it was not. */
export function acceptance(label: Label, request: (n: number) => PlannedRequest): Check {
  return {
    ...label,
    next: (fresh, own) => (own.length < 3 && !own.some(isSettled) ? [request(fresh(own.length))] : []),
    judge: judgeAcceptance,
  };
}

/** Another success is no accident, and is not asked for again. */
function isSettled(sent: Sent): boolean {
  return isAccepted(sent) || isOtherSuccess(sent);
}

/** A question asked of many exchanges of the run; it sends nothing of its own. */
export function invariant(
  label: Label,
  occasion: string,
  select: (run: History) => readonly Sent[],
  ask: (sent: Sent) => Told,
): Check {
  return { ...label, next: () => [], judge: (_own, run) => judgeEach(select(run), ask, occasion) };
}

/** An open point that is answered by looking at the whole run. */
export function tally(label: Label, count: (run: History) => { value: string; evidence: readonly number[] }): Check {
  return {
    ...label,
    next: () => [],
    judge: (_own, run): Judgement => {
      if (run.every(({ answer }) => answer === null))
        return { outcome: notJudged("no-answer", "nothing was answered") };
      const { value, evidence } = count(run);
      return { outcome: observed(value), evidence };
    },
  };
}

/** An open point that is answered by requests sent one after the other; its value is read off the last of them. */
export function observation(
  label: Label,
  steps: readonly ((fresh: (k: number) => number) => PlannedRequest)[],
  value: (last: Sent, own: History) => string = ({ answer }) => String(answer?.status),
): Check {
  return {
    ...label,
    next: (fresh, own) => {
      const step = steps[own.length];
      return step === undefined ? [] : [step(fresh)];
    },
    judge: (own, run) => judgeObservation(own[steps.length - 1], run, (last) => value(last, own)),
  };
}

/** An open point that is answered by the first request of another check. */
export function reading(label: Label, reads: CheckId, value: (sent: Sent) => string): Check {
  return {
    ...label,
    reads,
    next: () => [],
    judge: ([sent], run) => judgeObservation(sent, run, value),
  };
}

/** The value of an open point that asks whether something is accepted. */
export function acceptedOrNot({ answer }: Sent): string {
  return answer?.status === 200 ? "accepted" : `refused: ${answer?.status ?? "no answer"}`;
}
