/** Cases by their place, drawn in batches; and their shrinking, which begins at a place again. */
import { createHash } from "node:crypto";
import fc, { type Arbitrary } from "fast-check";
import type { FuzzCase } from "./cases.ts";

/** Cases drawn at once. */
const BATCH = 256;

export interface Drawn {
  /** The case at a place. Places are best asked for in order: one batch is held at a time. */
  readonly case: (at: number) => FuzzCase;
  /** Draws the case at a place again, and smaller ones as long as the last one fails. */
  readonly shrink: (at: number, fails: (given: FuzzCase) => Promise<boolean>) => Promise<void>;
}

/** Cases of a run: the same seed draws the same ones. */
export function drawn(cases: Arbitrary<FuzzCase>, seed: string): Drawn {
  const base = createHash("sha256").update(`fast-check ${seed}`).digest().readInt32BE(0);
  const seedOf = (batch: number): number => (base + batch) | 0;
  let [held, batch]: [readonly FuzzCase[], number] = [[], -1];
  return {
    case: (at) => {
      const wanted = Math.floor(at / BATCH);
      if (wanted !== batch) [held, batch] = [fc.sample(cases, { seed: seedOf(wanted), numRuns: BATCH }), wanted];
      const given = held[at % BATCH];
      if (given === undefined) throw new Error(`There is no case ${at}`);
      return given;
    },
    shrink: async (at, fails) => {
      const property = fc.asyncProperty(cases, async (given) => !(await fails(given)));
      await fc.check(property, { seed: seedOf(Math.floor(at / BATCH)), path: String(at % BATCH), numRuns: 1 });
    },
  };
}
