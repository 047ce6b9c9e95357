/** What of a comparison is a regression. Pure. */
import type { InteractionChange, StatusChange } from "./result.ts";

/** Whether a change ends in exit status 1 where regressions do: a waiver says that it is known, `pending` that nobody relies on it. */
export function isRegression(change: StatusChange | InteractionChange): boolean {
  const isPending = "pending" in change && change.pending;
  return change.change === "broken" && change.now !== "waived" && !isPending;
}
