/** Draws cases by their place, in batches, and shrinks their bodies, for which a body is drawn again at its place. */
import { createHash } from "node:crypto";
import fc, { type Arbitrary } from "fast-check";
import type { Feature } from "../checks/feature.ts";
import type { FuzzBody, FuzzCase } from "./cases.ts";

/** How many cases are drawn at once. */
const BATCH = 256;

export interface Drawn {
  /** The case at a place. One batch is kept at a time, so request places in order. */
  readonly case: (at: number) => FuzzCase;
  /** Draws the body at a place again, then smaller ones as long as the last one fails. */
  readonly shrink: (at: number, fails: (given: FuzzBody) => Promise<boolean>) => Promise<void>;
}

/** The sources of cases: bodies, and ways of sending them. */
export interface Source {
  readonly bodies: Arbitrary<FuzzBody>;
  readonly sendings: Arbitrary<readonly Feature[]>;
}

/** Draws the cases of a run. The same seed draws the same cases. */
export function drawn({ bodies, sendings }: Source, seed: string): Drawn {
  const seedOf = (batch: number): number => (seedFrom(seed) + batch) | 0;
  const sendingSeedOf = (batch: number): number => (seedFrom(`sending ${seed}`) + batch) | 0;
  let [held, batch]: [readonly FuzzCase[], number] = [[], -1];
  const draw = (wanted: number): readonly FuzzCase[] => {
    const features = fc.sample(sendings, { seed: sendingSeedOf(wanted), numRuns: BATCH });
    return fc
      .sample(bodies, { seed: seedOf(wanted), numRuns: BATCH })
      .map((body, k) => ({ body, features: features[k] ?? [] }));
  };
  return {
    case: (at) => {
      const wanted = Math.floor(at / BATCH);
      if (wanted !== batch) [held, batch] = [draw(wanted), wanted];
      const given = held[at % BATCH];
      if (given === undefined) throw new Error(`There is no case ${at}`);
      return given;
    },
    shrink: async (at, fails) => {
      const property = fc.asyncProperty(bodies, async (given) => !(await fails(given)));
      await fc.check(property, { seed: seedOf(Math.floor(at / BATCH)), path: String(at % BATCH), numRuns: 1 });
    },
  };
}

function seedFrom(text: string): number {
  return createHash("sha256").update(`fast-check ${text}`).digest().readInt32BE(0);
}
