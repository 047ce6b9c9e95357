/** Draws one of several bodies by the number of a check. */
import { pick } from "./drafts.ts";

/** The ids of one check are contiguous, so that neighbours in the list of checks draw neighbouring items. */
const IDS_OF_A_CHECK = 64;

/** The turn that the number of a check belongs to, to draw with. */
export function turnOf(n: number): number {
  return Math.floor(n / IDS_OF_A_CHECK);
}

/** The item of a list that the number of a check draws. Another seed draws another item. */
export function drawnFrom<T>(list: readonly T[], n: number): T {
  return pick(list, turnOf(n));
}
