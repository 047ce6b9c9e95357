/** Valid requests that are sent again if they are not accepted, because one accident is not proof. Pure. */
import type { History, Judgement, Sent } from "./check.ts";
import { isAccepted, isOtherSuccess, isParent } from "./exchange-facts.ts";
import { judgeAcceptance, notJudged } from "./judges.ts";

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
