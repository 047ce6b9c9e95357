/** Makes the wishes for a result from the options of `judge` or `merge`. */
import { defined } from "../result/defined.ts";
import type { WaiverWishes, Wishes } from "../result/conclude.ts";
import { contractCheckIds } from "../result/contract-checks.ts";
import type { Waiver } from "../result/result.ts";
import type { JudgeOptions } from "./judge-options.ts";

/** The options that decide about a result, besides the document. */
export interface AskedOfResult extends Pick<
  JudgeOptions,
  "strict" | "subjects" | "selection" | "expectations" | "waivers" | "allowWaived" | "baseline" | "failOnRegression"
> {
  /** The contracts that ship were verified. */
  readonly isVerified: boolean;
}

/** The options in the form that `conclude` takes. */
export async function wishesOf(options: AskedOfResult): Promise<Wishes> {
  const { strict = false, subjects = [], selection, expectations, waivers, baseline } = options;
  const { failOnRegression = false, allowWaived: allowed = false, isVerified } = options;
  return {
    strict,
    subjects,
    ...defined({
      selection,
      expectations,
      waivers: waivers === undefined ? undefined : await waiverWishes(waivers, { allowed, isVerified }),
      baseline: baseline === undefined ? undefined : { result: baseline, failOnRegression },
    }),
  };
}

/** Without verified contracts, nobody knows whether a waiver of a contract is stale. */
async function waiverWishes(
  given: readonly Waiver[],
  { allowed, isVerified }: { readonly allowed: boolean; readonly isVerified: boolean },
): Promise<WaiverWishes> {
  const { shippedInteractions } = await import("../contracts/index.ts");
  const leftOut = new Set(contractCheckIds(isVerified ? [] : shippedInteractions()).keys());
  return { given, allowed, leftOut };
}

/** The wishes for one part of a run. Wishes about the whole run apply to the merged result. */
export function ofPart({ strict, selection, subjects }: Wishes): Wishes {
  return {
    strict,
    ...defined({ selection, subjects }),
  };
}
