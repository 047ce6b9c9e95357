/** What of a comparison is a regression. Pure. */
import type { InteractionChange, RunIdentity, StatusChange } from "./result.ts";

/** Whether a change ends in exit status 1 where regressions do: a waiver says that it is known, `pending` that no consumer relies on it. */
export function isRegression(change: StatusChange | InteractionChange): boolean {
  const isPending = "pending" in change && change.pending;
  return change.change === "broken" && change.now !== "waived" && !isPending;
}

/** A selection or a shard has no verdict on the provider, and a strict run another one than a run that is not. */
export function haveVerdictsAlike(before: RunIdentity, now: RunIdentity): boolean {
  const isWhole = ({ selection, verdict }: RunIdentity): boolean =>
    selection === undefined && verdict !== "selection-met";
  return isWhole(before) && isWhole(now) && before.strict === now.strict;
}
