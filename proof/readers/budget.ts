/** How many cases the readers of the suite itself are asked: a fixed number in the tests, more with `npm run fuzz`. */
import { env } from "node:process";
import type { Parameters } from "fast-check";

/** How many times as many cases; with it, they are drawn anew each time. */
const FACTOR = Number(env["FUZZ_FACTOR"] ?? 1);

/** The same cases each time in the tests, so that a change is to blame for a failure; fast-check prints the seed of others. */
export function budget<T>(runs: number): Parameters<T> {
  return { numRuns: runs * FACTOR, ...(FACTOR === 1 ? { seed: 1 } : {}) };
}
