/** The shards of a run, or of a fleet: whether they are parts of one whole, and what is missing of it. Pure. */
import type { JudgedDocument, RunResult, Shard, ShardResult } from "../result.ts";
import { groupBy } from "../../spec/defined.ts";
import { excerpt, listed } from "../safe-text.ts";

/** The result of a shard of a run. */
export type ShardRun = RunResult & { readonly shard: ShardResult };

/** A result, and the name of its source in messages. */
export interface NamedResult<Result> {
  readonly name: string;
  readonly result: Result;
}

/** What the results of all shards have, those of runs and those of fleets. */
interface Part {
  readonly shard: Pick<Shard, "index" | "of">;
  readonly startedAt: string;
  readonly durationMs: number;
}

/** Facts that all shards of one whole share, with their names in messages. */
export type Alike<Result> = ReadonlyArray<readonly [what: string, of: (result: Result) => unknown]>;

/** The facts in which two results differ. */
export function differingFacts<Result>(facts: Alike<Result>, one: Result, other: Result): Alike<Result> {
  return facts.filter(([, of]) => JSON.stringify(of(one)) !== JSON.stringify(of(other)));
}

/**
 * The reasons why shards are not parts of one whole, each a sentence: they differ, or one is given twice.
 * @param differencesOf the facts in which two of them differ, in words
 */
export function partFaults<Result extends Part>(
  parts: ReadonlyArray<NamedResult<Result>>,
  whole: "run" | "fleet",
  differencesOf: (one: Result, other: Result) => readonly string[],
): readonly string[] {
  const [first, ...others] = parts;
  if (first === undefined) return [];
  const unlike = others.flatMap(({ name, result }) => {
    const words = listed(differencesOf(result, first.result));
    return words === "" ? [] : [`${name} and ${first.name} are not of one ${whole}: they differ in ${words}.`];
  });
  const twice = parts.flatMap(({ name, result: { shard } }, at) => {
    const before = parts.slice(0, at).find(({ result }) => result.shard.index === shard.index);
    return before === undefined ? [] : [`${before.name} and ${name} are both ${shardWords(shard)}.`];
  });
  return [...unlike, ...twice];
}

/** The name of a shard in a sentence. */
export function shardWords({ index, of }: Pick<Shard, "index" | "of">): string {
  return `shard ${index} of ${of}`;
}

/** The time from the start of the first shard to the end of the last. */
export function spanOf(parts: readonly Part[]): Pick<RunResult, "startedAt" | "durationMs"> {
  const begins = Math.min(...parts.map(({ startedAt }) => Date.parse(startedAt)));
  const ends = Math.max(...parts.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs));
  return { startedAt: new Date(begins).toISOString(), durationMs: ends - begins };
}

/** The numbers of the shards that are not given. */
export function missingShards(parts: readonly Part[]): readonly number[] {
  const there = new Set(parts.map(({ shard }) => shard.index));
  return Array.from({ length: parts[0]?.shard.of ?? 0 }, (_, k) => k + 1).filter((index) => !there.has(index));
}

/** The shards that are not given, in a sentence; null if all are. */
export function missingWords(parts: readonly Part[]): string | null {
  const [missing, of] = [missingShards(parts), parts[0]?.shard.of ?? 0];
  if (missing.length === 0) return null;
  return missing.length === 1
    ? `The result of shard ${missing[0]} of ${of} is missing.`
    : `The results of ${missing.length} of ${of} shards are missing: ${excerpt(missing.join(", "), 200)}.`;
}

/** Whether a result is that of a shard. */
export function isShardRun(result: RunResult): result is ShardRun {
  return result.shard !== undefined;
}

/** Facts about shards of runs that a message shows for both if they differ. */
const FACTS: Alike<ShardRun> = [
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
const REST: Alike<ShardRun> = [
  ["the tool", ({ tool }) => tool],
  ["the provider", ({ provider }) => ({ ...provider, stack: undefined })],
  ["--subject", ({ subjects }) => subjects],
  ["the checks that they ask", ({ shard }) => shard.plan],
];

function runDifferences(one: ShardRun, other: ShardRun): readonly string[] {
  const shown = (value: unknown): string => excerpt(JSON.stringify(value), 80);
  const facts = differingFacts(FACTS, one, other);
  if (facts.length > 0) return facts.map(([what, of]) => `${what} (${shown(of(one))} and ${shown(of(other))})`);
  return differingFacts(REST, one, other).map(([what]) => what);
}

/**
 * The reasons why results of runs cannot be merged, each a sentence.
 * @param by the tool that merges, and the document that all of them must be judged by
 */
export function mergeFaults(
  given: ReadonlyArray<NamedResult<RunResult>>,
  by: Pick<RunResult, "tool" | "specification">,
): readonly string[] {
  const shards = given.flatMap(({ name, result }) => (isShardRun(result) ? [{ name, result }] : []));
  const whole = given
    .filter(({ result }) => !isShardRun(result))
    .map(({ name }) => `${name} is the result of a whole run, and not of a shard.`);
  const [first] = shards;
  if (first === undefined) return whole;
  const judged = shards
    .filter(({ result: { waivers, baseline } }) => waivers !== undefined || baseline !== undefined)
    .map(({ name }) => `${name} was judged with waivers or a baseline; give those to merge instead.`);
  const { name, version } = first.result.tool;
  const isSame = name === by.tool.name && version === by.tool.version;
  // If the versions differ, the documents that they ship may differ, too: this is reported once, as the version.
  const unlike = isSame
    ? otherDocuments(shards, by.specification)
    : [`${first.name} was written by version ${version}, and not by ${by.tool.version}; use the same one.`];
  return [...whole, ...unlike, ...partFaults(shards, "run", runDifferences), ...judged];
}

/** One sentence for each other document by which some of the results were judged. */
function otherDocuments(shards: ReadonlyArray<NamedResult<ShardRun>>, given: JudgedDocument): readonly string[] {
  const others = shards.filter(({ result }) => keyOf(result.specification) !== keyOf(given));
  return [...groupBy(others, ({ result }) => documentWords(result.specification)).entries()].map(([words, all]) => {
    const judged = `${listed(all.map(({ name }) => name))} ${all.length === 1 ? "was" : "were"} judged by ${words}`;
    return `${judged}, and not by ${documentWords(given)}; give --document, --operation and --overlay as the run did.`;
  });
}

function keyOf({ sha256, another, overlaySha256 }: JudgedDocument): string {
  return JSON.stringify([sha256, another?.path, overlaySha256]);
}

function documentWords({ sha256, another, overlaySha256 }: JudgedDocument): string {
  if (another === undefined) return "the document that ships";
  const overlay = overlaySha256 === undefined ? "no overlay" : `the overlay with the SHA-256 ${overlaySha256}`;
  return `the operation at ${another.path} of the document with the SHA-256 ${sha256}, with ${overlay}`;
}
