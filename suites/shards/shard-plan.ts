/**
 * How a run is split into shards. Each check that sends requests is run by one shard, and each case of fuzzing is sent
 * by one. Every shard sends the requests that open and close a run, and those that show how the provider is best
 * addressed, because its refusals count beside its own accepted requests. A check of a whole run is run by every shard
 * on its own requests.
 */
import { createHash } from "node:crypto";
import type { Shard, ShardPlan } from "../../result/result.ts";
import type { Check, CheckId, Stage } from "../checks/check.ts";

/** Which checks belong to one shard, by its number, and which to every shard. */
export interface Split {
  /** The shard that runs a check; undefined if every shard does. */
  readonly shardOf: (id: CheckId) => number | undefined;
  /** The checks that a shard judges. */
  readonly of: (index: number) => ReadonlySet<CheckId>;
}

/** The options that decide what all shards send together. */
export interface Planning extends Pick<ShardPlan, "authentication" | "invalidToken" | "cases"> {
  readonly checks: readonly Check[];
  readonly selected?: ReadonlySet<CheckId> | undefined;
  readonly seed: string;
  readonly shards: number;
}

/** The values that all shards of a run share. Another list of checks, or another seed, is another plan. */
export function shardPlan({ checks, selected, seed, shards, ...plan }: Planning): ShardPlan {
  const asked = checks.map(({ id }) => (selected?.has(id) === false ? null : id));
  const { authentication, invalidToken, cases } = plan;
  const all = JSON.stringify([asked, seed, shards, authentication, invalidToken, cases]);
  return { authentication, invalidToken, cases, sha256: createHash("sha256").update(all).digest("hex") };
}

/** A number for a look at what a check sends first. Nothing is sent with it. */
const ANY_ID = 1_000_000;

/** The stages whose checks are dealt to the shards. */
const DEALT: ReadonlySet<Stage> = new Set(["main", "late", "unauthorized"]);

/** Whether every shard runs a check: it sends in other stages, or only once it is known what failed. */
function isOfEvery({ stage, next }: Check): boolean {
  return !DEALT.has(stage) || next((k) => ANY_ID + k, []).length === 0;
}

/**
 * Distributes the checks over the shards, in turn.
 * @param selected the checks to run; all of them by default
 */
export function split(checks: readonly Check[], selected: ReadonlySet<CheckId> | undefined, shards: number): Split {
  const asked = checks.filter(({ id }) => selected?.has(id) ?? true);
  const owners = new Map<CheckId, number>();
  let dealt = 0;
  for (const check of asked) {
    if (check.reads !== undefined || isOfEvery(check)) continue;
    owners.set(check.id, check.goesByFirstId === true ? 1 : 1 + (dealt++ % shards));
  }
  const reads = new Map(asked.map(({ id, reads: other }) => [id, other ?? id]));
  const shardOf: Split["shardOf"] = (id) => owners.get(reads.get(id) ?? id);
  return {
    shardOf,
    of: (index) => new Set(asked.filter(({ id }) => (shardOf(id) ?? index) === index).map(({ id }) => id)),
  };
}

/** The checks that send requests in every shard, in order: each shard has separate ids for them. */
export function sharedSenders(checks: readonly Check[]): readonly CheckId[] {
  return checks.filter(({ stage, reads }) => !DEALT.has(stage) && reads === undefined).map(({ id }) => id);
}

/** The places of the cases that a shard sends, the last one excluded. */
export function casesOf(cases: number, shard: Shard | undefined): { readonly from: number; readonly to: number } {
  const { index, of } = shard ?? { index: 1, of: 1 };
  // A product of these numbers is exact: 10^9 cases and 1,000 shards at most.
  return { from: Math.floor(((index - 1) * cases) / of), to: Math.floor((index * cases) / of) };
}
