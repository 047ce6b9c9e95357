/**
 * The smallest request that still fails: first with as few features as possible, then with the smallest body. Each
 * smaller request is sent, within a limit on the requests.
 */
import type { Finding } from "../../result/result.ts";
import type { Labelled, Sent } from "../checks/check.ts";
import { MOST_SHRINKING } from "../run/fuzz-ids.ts";
import { notAccepted, notRefused } from "../checks/findings.ts";
import { isAccepted, isSuccess } from "../checks/exchange-facts.ts";
import { isUsable } from "../checks/judges.ts";
import type { Fuzzing } from "./fuzzing.ts";
import type { Failure } from "./ledger.ts";
import type { Planned } from "./case-requests.ts";
import type { FuzzBody, FuzzCase } from "./cases.ts";
import { needed } from "./sending.ts";

/** The most requests for one check, and for all of them. */
const MOST = { forOne: 150, forAll: MOST_SHRINKING } as const;

/** Shrinks a failure of each check, one check after the other. */
export async function shrinkAll(fuzzing: Fuzzing): Promise<void> {
  for (const [check, failures] of fuzzing.ledger.firstFailures()) {
    // A failure that only many exchanges show depends on a moment, not on a body.
    if (check.form === "tally") continue;
    const smallest = await firstShrunk(fuzzing, check, failures);
    if (smallest !== null) fuzzing.ledger.shrunk(check.requirement, smallest);
  }
}

/** Shrinks the first failure that occurs again; those with the fewest features come first. */
async function firstShrunk(fuzzing: Fuzzing, check: Labelled, failures: readonly Failure[]): Promise<Failure | null> {
  const known = failures
    .filter(({ at }) => at < fuzzing.options.cases)
    .map((failure) => ({ ...failure, features: failure.features ?? fuzzing.drawn.case(failure.at).features }));
  for (const failure of known.toSorted((one, other) => one.features.length - other.features.length)) {
    const smallest = await shrunk(fuzzing, check, failure);
    if (smallest !== null) return smallest;
  }
  return null;
}

async function shrunk(
  fuzzing: Fuzzing,
  check: Labelled,
  { at, sent, features = [] }: Failure,
): Promise<Failure | null> {
  const { session, figures, ids } = fuzzing;
  // Each request without an answer costs the whole time limit.
  const forOne = sent.answer === null ? 5 : MOST.forOne;
  let [asked, smallest]: [number, Failure | null] = [0, null];
  const isOver = (): boolean => asked >= forOne || figures.shrinking >= MOST.forAll || session.stopped() !== null;
  const fails = async (given: FuzzCase): Promise<boolean> => {
    if (isOver()) return false;
    asked += 1;
    figures.shrinking += 1;
    const plan = fuzzing.plan(given, ids.shrinking(figures.shrinking), "after an accepted one");
    if (plan.before !== null) await session.stream(plan.before);
    const answered = await session.stream(plan.request);
    const findings = findingsOf(fuzzing, check, plan, answered);
    if (findings.length > 0) smallest = { at, sent: answered, findings, features: plan.features };
    return findings.length > 0;
  };
  const { body } = fuzzing.drawn.case(at);
  const left = await needed(features, (some) => fails({ body, features: some }));
  const isOfWay = body.kind !== "ordinary" && (await fails({ body: plainly(body), features: left }));
  await fuzzing.drawn.shrink(at, (smaller) => fails({ body: isOfWay ? plainly(smaller) : smaller, features: left }));
  return smallest;
}

/** The ordinary body that another body departs from. */
function plainly({ parent }: FuzzBody): FuzzBody {
  return { kind: "ordinary", parent };
}

/** The findings of an exchange for one requirement. */
function findingsOf(fuzzing: Fuzzing, { requirement, form }: Labelled, plan: Planned, sent: Sent): readonly Finding[] {
  if (form === "acceptance") {
    return plan.wanted === "accepted" && isUsable(sent) && !isAccepted(sent) ? [notAccepted(sent)] : [];
  }
  if (plan.requirement === requirement) return isSuccess(sent) ? [notRefused(sent)] : [];
  return fuzzing.ask(sent).find((asked) => asked.requirement === requirement)?.findings ?? [];
}
