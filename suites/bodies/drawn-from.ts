/** How the number of a check draws one of several bodies. */
import { pick } from "./drafts.ts";

/** Ids of one check lie together, so that neighbours in the list of checks get places next to each other. */
const IDS_OF_A_CHECK = 64;

/** Which turn it is by the number of a check, to draw with. */
export function turnOf(n: number): number {
  return Math.floor(n / IDS_OF_A_CHECK);
}

/** The item of a list that the number of a check draws: another seed draws another one. */
export function drawnFrom<T>(list: readonly T[], n: number): T {
  return pick(list, turnOf(n));
}
