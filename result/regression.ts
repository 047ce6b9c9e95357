/** Which changes of a comparison are regressions. Pure. */
import type { InteractionChange, RunIdentity, StatusChange } from "./result.ts";

/**
 * Whether a change is a regression. It is not if a waiver marks it as known, or if the interaction is `pending`,
 * because no consumer relies on it.
 */
export function isRegression(change: StatusChange | InteractionChange): boolean {
  const isPending = "pending" in change && change.pending;
  return change.change === "broken" && change.now !== "waived" && !isPending;
}

/**
 * Whether the verdicts of two runs can be compared. A selection or a shard has no verdict on the provider, and a strict
 * run has other criteria than a run that is not strict.
 */
export function haveVerdictsAlike(before: RunIdentity, now: RunIdentity): boolean {
  const isWhole = ({ selection, verdict }: RunIdentity): boolean =>
    selection === undefined && verdict !== "selection-met";
  return isWhole(before) && isWhole(now) && before.strict === now.strict;
}
