/** What is asked of a result besides the document: its wishes, from the options of `judge` or `merge`. */
import type { WaiverWishes, Wishes } from "../result/conclude.ts";
import { contractCheckIds } from "../result/contract-checks.ts";
import type { Waiver } from "../result/result.ts";
import type { JudgeOptions } from "./judge-options.ts";

/** What is asked of a result besides the document. */
export interface AskedOfResult extends Pick<
  JudgeOptions,
  "strict" | "subjects" | "selection" | "expectations" | "waivers" | "allowWaived" | "baseline" | "failOnRegression"
> {
  /** The contracts that ship were verified. */
  readonly isVerified: boolean;
}

/** The same as a result takes it. */
export async function wishesOf(options: AskedOfResult): Promise<Wishes> {
  const { strict = false, subjects = [], selection, expectations, waivers, baseline } = options;
  const { failOnRegression = false, allowWaived: allowed = false, isVerified } = options;
  return {
    strict,
    subjects,
    ...(selection === undefined ? {} : { selection }),
    ...(expectations === undefined ? {} : { expectations }),
    ...(waivers === undefined ? {} : { waivers: await waiverWishes(waivers, { allowed, isVerified }) }),
    ...(baseline === undefined ? {} : { baseline: { result: baseline, failOnRegression } }),
  };
}

/** If contracts were not verified, it is not known whether a waiver of one is stale. */
async function waiverWishes(
  given: readonly Waiver[],
  { allowed, isVerified }: { readonly allowed: boolean; readonly isVerified: boolean },
): Promise<WaiverWishes> {
  const { shippedInteractions } = await import("../contracts/index.ts");
  const leftOut = new Set(contractCheckIds(isVerified ? [] : shippedInteractions()).keys());
  return { given, allowed, leftOut };
}

/** What is asked of a part of a run. What is about the whole is asked of the merged result. */
export function ofPart({ strict, selection, subjects }: Wishes): Wishes {
  return {
    strict,
    ...(selection === undefined ? {} : { selection }),
    ...(subjects === undefined ? {} : { subjects }),
  };
}
