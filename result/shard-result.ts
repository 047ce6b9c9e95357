/** The part of a result about a shard. A shard is a part of a run, and counts once all parts are merged. */
import type { Finding } from "./check-result.ts";

/** The most shards that a run can be split into. */
export const MOST_SHARDS = 1_000;

/** Which part of a run a shard is. */
export interface Shard {
  /** Counted from 1. */
  readonly index: number;
  readonly of: number;
  /** How often the shard was started against this store, if more than once. Each attempt uses different ids. */
  readonly attempt?: number;
}

/**
 * The facts about a request besides its exchange. With them, the request can be judged again together with those of
 * other shards.
 */
export interface SentFacts {
  readonly kind: "ordinary" | "valid" | "not-a-plant" | "not-allowed" | "open";
  /** The values that a success returns, by member name. */
  readonly plant?: Readonly<Record<string, string>>;
  readonly features?: readonly string[];
  /** The check that sent the request, or its other purpose. */
  readonly askedBy?: string;
  /**
   * Its place among the answers that the check judged; absent if the check did not judge it, for example because the
   * request was sent again.
   */
  readonly place?: number;
  readonly idMayBeTaken?: true;
  readonly onlyRequired?: true;
  readonly mayBeCutOff?: true;
  readonly isAskedAgain?: true;
  readonly mayBeRead?: true;
  readonly endsProvider?: true;
  readonly isBystander?: true;
  readonly isLastSent?: true;
}

/** The counts of a shard for one check of fuzzing. */
export interface FuzzTally {
  /** The id of the check. */
  readonly check: string;
  readonly judged: number;
  readonly failures: number;
  /** The reported failure, if there is one. */
  readonly shown?: FuzzShown;
}

/** The failure of fuzzing that a report shows. */
export interface FuzzShown {
  /** The findings without counts, because the counts are those of the whole run. */
  readonly findings: readonly [Finding, ...Finding[]];
  /** Whether it is the smallest failing request, not only the first one. */
  readonly isSmallest: boolean;
  /** The features that the request needs to fail, in words; empty if it needs none, or they are not known. */
  readonly only: string;
}

/** The plan that all shards of one run share. */
export interface ShardPlan {
  readonly authentication: "bearer" | "none";
  readonly invalidToken: boolean;
  /** Cases of fuzzing that all shards send together. */
  readonly cases: number;
  /** The digest of the checks, in order, and of everything else that the requests depend on. */
  readonly sha256: string;
}

/** Set in the result of a shard. Its verdict never applies to the provider as a whole. */
export interface ShardResult extends Shard {
  readonly plan: ShardPlan;
  /** Why the run of the shard ended early; absent if it did not. */
  readonly stopped?: { readonly cause: string; readonly reason: string };
  /** The first exchange that was not judged because the provider was gone. */
  readonly goneFrom?: number;
  /**
   * One entry for each of the first exchanges. With them, general causes of failure are found again in the merged run.
   */
  readonly sent: readonly SentFacts[];
  readonly fuzz?: readonly FuzzTally[];
}

/** Set in a result that was merged from shards. */
export interface MergedFrom {
  readonly shards: number;
  /** Shards whose results were not given; absent if all were. */
  readonly missing?: readonly number[];
}
