/** Checks that do not apply to a document. */
import type { Check } from "./check.ts";
import { notJudged } from "./judges.ts";

/**
 * The same check, for a document that it does not apply to. It sends nothing and affects no verdict, and the result
 * gives the reason.
 * @param reason what the document does not have, in a sentence without a capital or a full stop
 */
export function notApplicable(check: Check, reason: string): Check {
  const { reads: _, ...own } = check;
  const outcome = notJudged("not-applicable", reason);
  return { ...own, next: () => [], judge: () => ({ outcome }) };
}
