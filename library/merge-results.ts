/** Results of shards in, one result out: as if the run had not been split. */
import { type FinishedRun, conclude } from "../result/conclude.ts";
import { listed } from "../result/counts.ts";
import type { RunResult, Shard } from "../result/result.ts";
import { catalogueFor } from "../spec/document-catalogue.ts";
import { excerpt } from "../result/safe-text.ts";
import { type Operation, readOperation } from "../spec/read-operation.ts";
import type { Roles } from "../spec/roles.ts";
import { loadValidators } from "../spec/validators.ts";
import type { Check, CheckId, Labelled } from "../suites/checks/check.ts";
import { select } from "../suites/checks/select.ts";
import { checksOf } from "../suites/index.ts";
import { type JoinedRun, type ShardRun, joinShards } from "../suites/shards/join.ts";
import { shardPlan } from "../suites/shards/split.ts";
import type { JudgeOptions } from "./judge-options.ts";
import { wishesOf } from "./asked-of-result.ts";
import { judgedStack, statedBy } from "./run-facts.ts";
import { toolVersion } from "./version.ts";

/** The result of one source, with the name that messages give to it. */
export interface NamedResult {
  readonly name: string;
  readonly result: RunResult;
}

/** The merged result, or why there is none: each a sentence. */
export type Merged = { readonly result: RunResult } | { readonly faults: readonly [string, ...string[]] };

/** What is asked of the result besides the document. Everything else is in the results of the shards. */
export type MergeWishes = Pick<
  JudgeOptions,
  "expectations" | "waivers" | "allowWaived" | "baseline" | "failOnRegression"
>;

/** What is known of a run besides the results of its shards; of shards that ran elsewhere, nothing. */
export interface KnownOfRun {
  /** By default that of the document that ships. */
  readonly operation?: Operation;
  /** Of the checks; by default as the shards say. */
  readonly authentication?: "none" | undefined;
  /** Why the whole ended early, in a sentence; null if it did not. By default, as the shards say. */
  readonly stopped?: string | null;
}

/**
 * Merges the results of shards. Shards of different runs, and two results of one shard, are not merged. A shard that is
 * missing makes the result inconclusive, unless the others show that a MUST is broken.
 */
export async function mergeResults(
  given: readonly NamedResult[],
  wishes: MergeWishes,
  known: KnownOfRun = {},
): Promise<Merged> {
  const [fault, ...others] = faultsOf(given);
  if (fault !== undefined) return { faults: [fault, ...others] };
  const runs = given
    .map(({ result }) => result)
    .filter(isShard)
    .toSorted((one, other) => one.shard.index - other.shard.index);
  const [first] = runs;
  if (first === undefined) return { faults: ["There is nothing to merge."] };
  const { operation = readOperation() } = known;
  const asked = await askedBy(first, operation, known);
  if (asked === null) {
    const own = toolVersion();
    return {
      faults: [`The shards do not fit the checks of ${own.name} ${own.version}; merge with the version that ran them.`],
    };
  }
  const { command } = first;
  const verified = runs.flatMap(({ contracts }) => contracts);
  const { strict, selection, subjects } = first;
  const all = await wishesOf({
    ...wishes,
    strict,
    ...(selection === undefined ? {} : { selection }),
    ...(subjects === undefined ? {} : { subjects }),
    isVerified: verified.length > 0 && operation.isShipped,
  });
  const whole = finished(runs, joinShards(asked, runs), { first, operation, known });
  const result = conclude(whole, verified, all);
  return { result: command === undefined ? result : { ...result, command } };
}

function isShard(result: RunResult): result is ShardRun {
  return result.shard !== undefined;
}

/** Something in which the shards of one run are alike, as a message names it. */
type Alike = readonly [what: string, of: (run: ShardRun) => unknown];

/** What a message shows of both shards where they differ in it. */
const FACTS: readonly Alike[] = [
  ["the version of the tool", ({ tool }) => tool.version],
  ["the version of the specification", ({ specification }) => specification.version],
  ["the seed", ({ seed }) => seed],
  ["the number of shards", ({ shard }) => shard.of],
  ["the base URL", ({ provider }) => provider.baseUrl],
  ["--only", ({ selection }) => selection?.only.join(",") ?? ""],
  ["--skip", ({ selection }) => selection?.skip.join(",") ?? ""],
  ["--strict", ({ strict }) => strict],
  ["the cases of --fuzz", ({ shard }) => shard.plan.cases],
  ["--no-auth", ({ shard }) => shard.plan.authentication === "none"],
  ["--invalid-token", ({ shard }) => shard.plan.invalidToken],
];

/** Everything else. A plan differs with most of the facts, so that these are named only where the facts are alike. */
const REST: readonly Alike[] = [
  ["the tool", ({ tool }) => tool],
  ["the specification", ({ specification }) => specification],
  ["the provider", ({ provider }) => ({ ...provider, stack: undefined })],
  ["--subject", ({ subjects }) => subjects],
  ["the checks that they ask", ({ shard }) => shard.plan],
];

/** In what two shards are not of one run, in words; null where they are. */
function differenceOf(one: ShardRun, other: ShardRun): string | null {
  const isUnlike = ([, of]: Alike): boolean => JSON.stringify(of(one)) !== JSON.stringify(of(other));
  const facts = FACTS.filter(isUnlike).map(([what, of]) => `${what} (${shown(of(one))} and ${shown(of(other))})`);
  const differing = facts.length > 0 ? facts : REST.filter(isUnlike).map(([what]) => what);
  return differing.length === 0 ? null : listed(differing);
}

function shown(value: unknown): string {
  return excerpt(JSON.stringify(value), 80);
}

/** Why results cannot be merged. */
function faultsOf(given: readonly NamedResult[]): readonly string[] {
  const shards = given.flatMap(({ name, result }) => (isShard(result) ? [{ name, run: result }] : []));
  const whole = given.flatMap(({ name, result }) =>
    isShard(result) ? [] : [`${name} is the result of a whole run, and not of a shard.`],
  );
  const [first, ...others] = shards;
  if (first === undefined) return whole;
  const own = toolVersion();
  const isOther = first.run.tool.name !== own.name || first.run.tool.version !== own.version;
  const version = isOther
    ? [`${first.name} was written by version ${first.run.tool.version}, and this is ${own.version}; use the same one.`]
    : [];
  const unlike = others.flatMap(({ name, run }) => {
    const difference = differenceOf(run, first.run);
    return difference === null ? [] : [`${name} and ${first.name} are not of one run: they differ in ${difference}.`];
  });
  const judged = shards.flatMap(({ name, run }) =>
    run.waivers === undefined && run.baseline === undefined
      ? []
      : [`${name} was judged with waivers or a baseline; give those to merge instead.`],
  );
  return [...whole, ...version, ...unlike, ...twice(shards), ...judged];
}

function twice(shards: ReadonlyArray<{ readonly name: string; readonly run: ShardRun }>): readonly string[] {
  return shards.flatMap(({ name, run }, place) => {
    const before = shards.slice(0, place).find((other) => words(other.run.shard) === words(run.shard));
    return before === undefined ? [] : [`${before.name} and ${name} are both ${words(run.shard)}.`];
  });
}

function words({ index, of }: Shard): string {
  return `shard ${index} of ${of}`;
}

/** The checks of a run. */
interface AskedChecks {
  readonly checks: readonly Check[];
  readonly selected: ReadonlySet<CheckId> | undefined;
  readonly drawn: readonly Labelled[];
  readonly roles: Roles;
}

/** The checks that a run asked; null where they are not those of this version. */
async function askedBy(
  { shard, provider, selection, seed }: ShardRun,
  operation: Operation,
  known: KnownOfRun,
): Promise<AskedChecks | null> {
  const { authentication, invalidToken, cases, sha256 } = shard.plan;
  const ofChecks = "authentication" in known ? known.authentication : authentication;
  const checks = checksOf(operation, await loadValidators(operation), {
    ...(ofChecks === "none" ? { authentication: ofChecks } : {}),
    invalidToken,
    extraHeaders: provider.extraHeaders !== undefined,
  });
  const selected = selection === undefined ? undefined : select(checks, catalogueFor(operation), selection);
  const planned = shardPlan({ checks, selected, seed, shards: shard.of, authentication, invalidToken, cases });
  if (planned.sha256 !== sha256) return null;
  if (cases === 0) return { checks, selected, drawn: [], roles: operation.roles };
  const { drawnChecks } = await import("../suites/fuzz/questions.ts");
  const drawn = drawnChecks(checks, operation, authentication, selected);
  return { checks, selected, drawn, roles: operation.roles };
}

/** The facts about the whole run, and what was found. */
function finished(
  runs: readonly ShardRun[],
  joined: JoinedRun,
  { first, operation, known }: { readonly first: ShardRun; readonly operation: Operation; readonly known: KnownOfRun },
): FinishedRun {
  const { provider, tool, specification, seed } = first;
  const { stack: said, ...judged } = provider;
  const stack = said?.shownBy === "--stack" ? said : judgedStack(undefined, joined.exchanges);
  const begins = Math.min(...runs.map(({ startedAt }) => Date.parse(startedAt)));
  const ends = Math.max(...runs.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs));
  const there = new Set(runs.map(({ shard }) => shard.index));
  const missing = Array.from({ length: first.shard.of }, (_, k) => k + 1).filter((index) => !there.has(index));
  return {
    ...statedBy(operation),
    tool,
    specification,
    provider: { ...judged, ...(stack === undefined ? {} : { stack }) },
    seed,
    startedAt: new Date(begins).toISOString(),
    durationMs: ends - begins,
    merged: { shards: first.shard.of, ...(missing.length === 0 ? {} : { missing }) },
    checked: joined,
    stopped: known.stopped === undefined ? stoppedOf(runs, missing) : known.stopped,
    limitsReached: [...new Set(runs.flatMap(({ limitsReached = [] }) => limitsReached))],
  };
}

/** Why the whole was not judged, in a sentence; null where it was. */
function stoppedOf(runs: readonly ShardRun[], missing: readonly number[]): string | null {
  if (missing.length > 0) {
    const of = runs[0]?.shard.of ?? 0;
    return missing.length === 1
      ? `The result of shard ${missing[0]} of ${of} is missing.`
      : `The results of ${missing.length} of ${of} shards are missing: ${missing.join(", ")}.`;
  }
  const ended = runs.find(({ complete }) => !complete);
  if (ended === undefined) return null;
  const why = ended.shard.stopped?.reason ?? "The run ended early.";
  return `In ${words(ended.shard)}: ${why}`;
}
