/** The smallest body that still fails: the provider is asked again for each smaller one, with a limit on the requests. */
import type { Finding } from "../../result/result.ts";
import type { Sent } from "../checks/check.ts";
import { MOST_SHRINKING } from "../run/id-ranges.ts";
import { notAccepted, notRefused } from "../checks/findings.ts";
import { isAccepted, isSuccess, isUsable } from "../checks/judges.ts";
import type { Fuzzing } from "./fuzzing.ts";
import type { Failure } from "./ledger.ts";
import { type Planned, planned } from "./case-requests.ts";

/** Requests for one check, and for all of them. */
const MOST = { forOne: 150, forAll: MOST_SHRINKING } as const;

/** Shrinks the first failure of each check, one after the other. */
export async function shrinkAll(fuzzing: Fuzzing): Promise<void> {
  for (const [{ requirement, form }, failure] of fuzzing.ledger.firstFailures()) {
    // What many exchanges show together comes of a moment, and not of a body.
    if (form === "tally" || failure.at >= fuzzing.options.cases) continue;
    const smallest = await shrunk(fuzzing, requirement, failure);
    if (smallest !== null) fuzzing.ledger.shrunk(requirement, smallest);
  }
}

async function shrunk(fuzzing: Fuzzing, requirement: string, { at, sent }: Failure): Promise<Failure | null> {
  const { options, session, figures, ids } = fuzzing;
  // Each request without an answer costs the whole time limit.
  const forOne = sent.answer === null ? 5 : MOST.forOne;
  let [asked, smallest]: [number, Failure | null] = [0, null];
  await fuzzing.drawn.shrink(at, async (given) => {
    if (asked >= forOne || figures.shrinking >= MOST.forAll || session.stopped() !== null) return false;
    asked += 1;
    figures.shrinking += 1;
    const plan = planned(given, ids.shrinking(figures.shrinking), options.requests);
    const answered = await session.stream(plan.request);
    const findings = findingsOf(fuzzing, requirement, plan, answered);
    if (findings.length > 0) smallest = { at, sent: answered, findings };
    return findings.length > 0;
  });
  return smallest;
}

/** What an exchange shows against one requirement. */
function findingsOf(fuzzing: Fuzzing, requirement: string, plan: Planned, sent: Sent): readonly Finding[] {
  if (plan.requirement !== requirement) {
    return fuzzing.ask(sent).find((asked) => asked.requirement === requirement)?.findings ?? [];
  }
  if (plan.wanted === "refused") return isSuccess(sent) ? [notRefused(sent)] : [];
  return isUsable(sent) && !isAccepted(sent) ? [notAccepted(sent)] : [];
}
