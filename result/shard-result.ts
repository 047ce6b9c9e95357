/** The part of a result about a shard: a part of a run, which counts once all parts are merged. */
import type { Finding } from "./check-result.ts";

/** The most shards that a run can be split into. */
export const MOST_SHARDS = 1_000;

/** Which part of a run a shard is. */
export interface Shard {
  /** Counted from 1. */
  readonly index: number;
  readonly of: number;
  /** How often the shard was begun against this store, where that is more than once: each time has ids of its own. */
  readonly attempt?: number;
}

/** What a shard knows of a request beside its exchange, so that it can be judged again beside those of other shards. */
export interface SentFacts {
  readonly kind: "ordinary" | "valid" | "not-a-plant" | "not-allowed" | "open";
  /** What a success returns, by the names of the members. */
  readonly plant?: Readonly<Record<string, string>>;
  readonly features?: readonly string[];
  /** The check that asked, or what else it was sent for. */
  readonly askedBy?: string;
  /** Its place among the answers that the check judged; absent where it is not one of them, as one that was sent again. */
  readonly place?: number;
  readonly idMayBeTaken?: true;
  readonly onlyRequired?: true;
  readonly mayBeCutOff?: true;
  readonly asked?: number;
  readonly isAskedAgain?: true;
  readonly mayBeRead?: true;
  readonly endsProvider?: true;
  readonly isBystander?: true;
}

/** What a shard counted for one check of fuzzing. */
export interface FuzzTally {
  /** The id of the check. */
  readonly check: string;
  readonly judged: number;
  readonly failures: number;
  /** What the failure shows that is reported, where one is. */
  readonly shown?: FuzzShown;
}

/** The failure of fuzzing that a report shows. */
export interface FuzzShown {
  /** Without the counts, which are those of the run. */
  readonly findings: readonly [Finding, ...Finding[]];
  /** It is the smallest request that fails, and not the first one that did. */
  readonly isSmallest: boolean;
  /** The features that the request needs to fail, in words; empty if it needs none, or they are not known. */
  readonly only: string;
}

/** What all shards of one run have in common: what they send together. */
export interface ShardPlan {
  readonly authentication: "bearer" | "none";
  readonly invalidToken: boolean;
  /** Cases of fuzzing that all shards send together. */
  readonly cases: number;
  /** Of the checks, in order, and of everything else that the requests depend on. */
  readonly sha256: string;
}

/** Set in the result of a shard. Its verdict is never one on the provider. */
export interface ShardResult extends Shard {
  readonly plan: ShardPlan;
  /** Why the run of the shard ended early; absent if it did not. */
  readonly stopped?: { readonly cause: string; readonly reason: string };
  /** The exchange from which on nothing was judged, because the provider was gone. */
  readonly goneFrom?: number;
  /** General causes of failure are found again in the whole. One entry for each of the first exchanges. */
  readonly sent: readonly SentFacts[];
  readonly fuzz?: readonly FuzzTally[];
}

/** Set in a result that was merged from shards. */
export interface MergedFrom {
  readonly shards: number;
  /** Shards whose results were not given; absent if all were. */
  readonly missing?: readonly number[];
}
