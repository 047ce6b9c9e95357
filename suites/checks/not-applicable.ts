/** Checks that a document leaves nothing to ask for. */
import type { Check } from "./check.ts";
import { notJudged } from "./judges.ts";

/**
 * The same check, for a document that has nothing it could ask about. It is not asked and affects no verdict, and the
 * result says why.
 * @param reason what the document does not have, in a sentence without a capital or a full stop
 */
export function notApplicable(check: Check, reason: string): Check {
  const { reads: _, ...own } = check;
  const outcome = notJudged("not-applicable", reason);
  return { ...own, next: () => [], judge: () => ({ outcome }) };
}
