/** Fresh numbers for fuzzing: apart from those of the checks and the contracts, and spread over the ordinary ids. */
import { createHash } from "node:crypto";
import { ORDINARY_IDS } from "../bodies/drafts.ts";

/** More numbers than the checks and the contracts have in their blocks. */
const APART = 2 ** 20;
const COUNT = ORDINARY_IDS.count - APART;
/** A prime that does not divide COUNT: its multiples meet every number once before one comes again. */
const STRIDE = 1_000_000_007;

/** The `k`th number of a run; no two are the same below 2^31 - 2^21. */
export function fuzzNumbers(seed: string): (k: number) => number {
  const start = createHash("sha256").update(seed).digest().readUIntBE(0, 6);
  return (k) => ORDINARY_IDS.least + ((start + APART + ((k * STRIDE) % COUNT)) % ORDINARY_IDS.count);
}
