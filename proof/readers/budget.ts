/** How many cases the readers of the suite get: a fixed number in the tests, more with `npm run fuzz`. */
import { env } from "node:process";
import type { Parameters } from "fast-check";

/** The factor for the number of cases. If it is set, each run draws other cases. */
const FACTOR = Number(env["FUZZ_FACTOR"] ?? 1);

/**
 * The tests use the same cases each time, so that a failure comes from a change. For other cases fast-check prints the
 * seed.
 */
export function budget<T>(runs: number): Parameters<T> {
  return { numRuns: runs * FACTOR, ...(FACTOR === 1 ? { seed: 1 } : {}) };
}
