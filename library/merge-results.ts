/** Merges results of shards into one result, as if the run had not been split. */
import { defined } from "../result/defined.ts";
import { conclude, type FinishedRun } from "../result/conclude.ts";
import type { JudgedDocument, RunResult, Shard } from "../result/result.ts";
import { catalogueFor } from "../spec/document-catalogue.ts";
import { type Operation, readOperation } from "../spec/read-operation.ts";
import { loadValidators } from "../spec/validators.ts";
import type { Check, CheckId, Labelled } from "../suites/checks/check.ts";
import { ofStatuses } from "../suites/checks/documented-statuses.ts";
import { select } from "../suites/checks/select.ts";
import { checksOf } from "../suites/index.ts";
import { type JoinedRun, joinShards, type ShardRun } from "../suites/shards/join.ts";
import type { OfOperation } from "../suites/shards/sent-facts.ts";
import { shardPlan } from "../suites/shards/split.ts";
import { authenticationOfCases } from "./requested-run.ts";
import type { JudgeOptions } from "./judge-options.ts";
import { wishesOf } from "./asked-of-result.ts";
import { judgedStack, specificationOf, statedBy } from "./run-facts.ts";
import { toolVersion } from "./version.ts";
import { listed } from "../result/counts.ts";
import { excerpt } from "../result/safe-text.ts";

/** The merged result, or the reasons why there is none, each a sentence. */
export type Merged = { readonly result: RunResult } | { readonly faults: readonly [string, ...string[]] };

/** The options that decide about the merged result. Everything else is in the results of the shards. */
type MergeWishes = Pick<JudgeOptions, "expectations" | "waivers" | "allowWaived" | "baseline" | "failOnRegression">;

/**
 * Merges the results of shards. Does not merge shards of different runs, or two results of the same shard. A missing
 * shard makes the result inconclusive, unless the others show that a MUST is broken.
 */
export async function mergeResults(
  given: readonly NamedResult[],
  wishes: MergeWishes,
  operation: Operation = readOperation(),
): Promise<Merged> {
  const [fault, ...others] = faultsOf(given, specificationOf(operation));
  if (fault !== undefined) return { faults: [fault, ...others] };
  const runs = given
    .map(({ result }) => result)
    .filter(isShard)
    .toSorted((one, other) => one.shard.index - other.shard.index);
  const [first] = runs;
  if (first === undefined) return { faults: ["There is nothing to merge."] };
  const asked = await askedBy(first, operation);
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
    ...defined({ selection, subjects }),
    isVerified: verified.length > 0 && operation.isShipped,
  });
  const whole = finished(runs, joinShards(asked, runs), { first, operation });
  const result = conclude(whole, verified, all);
  return { result: command === undefined ? result : { ...result, command } };
}

/** The checks of a run. */
interface AskedChecks {
  readonly checks: readonly Check[];
  readonly selected: ReadonlySet<CheckId> | undefined;
  readonly drawn: readonly Labelled[];
  readonly common: OfOperation;
}

/** The checks of a run; null if this version has other checks. */
async function askedBy(
  { shard, provider, selection, seed }: ShardRun,
  operation: Operation,
): Promise<AskedChecks | null> {
  const { authentication, invalidToken, cases, sha256 } = shard.plan;
  const checks = checksOf(operation, await loadValidators(operation), {
    ...defined({ authentication: authentication === "none" ? authentication : undefined }),
    invalidToken,
    extraHeaders: provider.extraHeaders !== undefined,
  });
  const selected = selection === undefined ? undefined : select(checks, catalogueFor(operation), selection);
  const planned = shardPlan({ checks, selected, seed, shards: shard.of, authentication, invalidToken, cases });
  if (planned.sha256 !== sha256) return null;
  const common = { roles: operation.roles, ...ofStatuses(operation) };
  if (cases === 0) return { checks, selected, drawn: [], common };
  const { drawnChecks } = await import("../suites/fuzz/questions.ts");
  const drawn = drawnChecks(checks, operation, authenticationOfCases(operation, authentication), selected);
  return { checks, selected, drawn, common };
}

/** The facts about the whole run, and its findings. */
function finished(
  runs: readonly ShardRun[],
  joined: JoinedRun,
  { first, operation }: { readonly first: ShardRun; readonly operation: Operation },
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
    provider: { ...judged, ...defined({ stack }) },
    seed,
    startedAt: new Date(begins).toISOString(),
    durationMs: ends - begins,
    merged: { shards: first.shard.of, ...defined({ missing: missing.length === 0 ? undefined : missing }) },
    checked: joined,
    stopped: stoppedOf(runs, missing),
    limitsReached: [...new Set(runs.flatMap(({ limitsReached = [] }) => limitsReached))],
  };
}

/** Why a part of the run was not judged, in a sentence; null if all of it was. */
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
  return `In ${shardWords(ended.shard)}: ${why}`;
}

/** A result, and the name of its source in messages. */
export interface NamedResult {
  readonly name: string;
  readonly result: RunResult;
}

/** Whether a result is that of a shard. */
function isShard(result: RunResult): result is ShardRun {
  return result.shard !== undefined;
}

/** A fact that all shards of one run share, with its name in messages. */
type Alike = readonly [what: string, of: (run: ShardRun) => unknown];

/** Facts that a message shows for both shards if they differ. */
const FACTS: readonly Alike[] = [
  ["the version of the tool", ({ tool }) => tool.version],
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

/** All other facts. The plan differs whenever one of `FACTS` does, so these are named only if all of `FACTS` agree. */
const REST: readonly Alike[] = [
  ["the tool", ({ tool }) => tool],
  ["the provider", ({ provider }) => ({ ...provider, stack: undefined })],
  ["--subject", ({ subjects }) => subjects],
  ["the checks that they ask", ({ shard }) => shard.plan],
];

/** The fact that shows that two shards are of different runs, in words; null if there is none. */
function differenceOf(one: ShardRun, other: ShardRun): string | null {
  const isUnlike = ([, of]: Alike): boolean => JSON.stringify(of(one)) !== JSON.stringify(of(other));
  const facts = FACTS.filter(isUnlike).map(([what, of]) => `${what} (${shown(of(one))} and ${shown(of(other))})`);
  const differing = facts.length > 0 ? facts : REST.filter(isUnlike).map(([what]) => what);
  return differing.length === 0 ? null : listed(differing);
}

function shown(value: unknown): string {
  return excerpt(JSON.stringify(value), 80);
}

/**
 * The reasons why results cannot be merged, each a sentence.
 * @param document the document that all of them must be judged by
 */
function faultsOf(given: readonly NamedResult[], document: JudgedDocument): readonly string[] {
  const shards = given.flatMap(({ name, result }) => (isShard(result) ? [{ name, run: result }] : []));
  const whole = given.flatMap(({ name, result }) =>
    isShard(result) ? [] : [`${name} is the result of a whole run, and not of a shard.`],
  );
  const [first, ...others] = shards;
  if (first === undefined) return whole;
  const unlike = others.flatMap(({ name, run }) => {
    const difference = differenceOf(run, first.run);
    return difference === null ? [] : [`${name} and ${first.name} are not of one run: they differ in ${difference}.`];
  });
  const judged = shards.flatMap(({ name, run }) =>
    run.waivers === undefined && run.baseline === undefined
      ? []
      : [`${name} was judged with waivers or a baseline; give those to merge instead.`],
  );
  const version = otherVersion(first);
  // If the versions differ, the documents that they ship may differ, too: this is reported once, as the version.
  const documents = version.length > 0 ? [] : otherDocuments(shards, document);
  return [...whole, ...version, ...documents, ...unlike, ...twice(shards), ...judged];
}

/** A shard, by the name of its source. */
interface NamedShard {
  readonly name: string;
  readonly run: ShardRun;
}

function otherVersion({ name, run: { tool } }: NamedShard): readonly string[] {
  const own = toolVersion();
  return tool.name === own.name && tool.version === own.version
    ? []
    : [`${name} was written by version ${tool.version}, and this is ${own.version}; use the same one.`];
}

/** One sentence for each other document by which some of the results were judged. */
function otherDocuments(shards: readonly NamedShard[], document: JudgedDocument): readonly string[] {
  const byFault = new Map<string, string[]>();
  for (const { name, run } of shards) {
    const fault = documentFault(run.specification, document);
    if (fault !== null) byFault.set(fault, [...(byFault.get(fault) ?? []), name]);
  }
  return [...byFault].map(
    ([fault, names]) => `${listed(names)} ${names.length === 1 ? "was" : "were"} judged ${fault}`,
  );
}

/** How the document of a result differs from the expected one, as the end of a sentence; null if it does not. */
function documentFault(judgedBy: JudgedDocument, document: JudgedDocument): string | null {
  if (judgedBy.sha256 !== document.sha256) return otherDigest(judgedBy, document);
  const [path, own] = [judgedBy.another?.path ?? "", document.another?.path ?? ""];
  if (path !== own) return `by the operation POST ${path}, and not by POST ${own}; give --operation as the run did.`;
  return judgedBy.overlaySha256 === document.overlaySha256 ? null : otherOverlay(judgedBy, document);
}

function otherOverlay({ overlaySha256: ofRun }: JudgedDocument, { overlaySha256: own }: JudgedDocument): string {
  if (ofRun === undefined) return "without an overlay; leave out --overlay.";
  return own === undefined
    ? `with the overlay with the SHA-256 ${ofRun}; give it with --overlay.`
    : `with the overlay with the SHA-256 ${ofRun}, and the one that was given has ${own}; give that of the run.`;
}

function otherDigest(judgedBy: JudgedDocument, document: JudgedDocument): string {
  if (judgedBy.another === undefined) return "by the document that ships; leave out --document.";
  if (document.another === undefined) {
    return `by another document than the one that ships, with the SHA-256 ${judgedBy.sha256}; give it with --document.`;
  }
  return `by the document with the SHA-256 ${judgedBy.sha256}, and the one that was given has ${document.sha256}; give that of the run.`;
}

function twice(shards: readonly NamedShard[]): readonly string[] {
  return shards.flatMap(({ name, run }, place) => {
    const before = shards.slice(0, place).find((other) => other.run.shard.index === run.shard.index);
    return before === undefined ? [] : [`${before.name} and ${name} are both ${shardWords(run.shard)}.`];
  });
}

/** The name of a shard in a sentence. */
function shardWords({ index, of }: Shard): string {
  return `shard ${index} of ${of}`;
}
