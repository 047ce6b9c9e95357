/** Why results are not those of the shards of one run, so that they cannot be merged. Pure. */
import { listed } from "../result/counts.ts";
import type { JudgedDocument, RunResult, Shard } from "../result/result.ts";
import { excerpt } from "../result/safe-text.ts";
import type { ShardRun } from "../suites/shards/join.ts";
import { toolVersion } from "./version.ts";

/** The result of one source, with the name that messages give to it. */
export interface NamedResult {
  readonly name: string;
  readonly result: RunResult;
}

/** Whether a result is that of a shard. */
export function isShard(result: RunResult): result is ShardRun {
  return result.shard !== undefined;
}

/** Something in which the shards of one run are alike, as a message names it. */
type Alike = readonly [what: string, of: (run: ShardRun) => unknown];

/** What a message shows of both shards where they differ in it. */
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

/** Everything else. A plan differs with most of the facts, so that these are named only where the facts are alike. */
const REST: readonly Alike[] = [
  ["the tool", ({ tool }) => tool],
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

/**
 * Why results cannot be merged, each in a sentence.
 * @param document by which they have to be judged
 */
export function faultsOf(given: readonly NamedResult[], document: JudgedDocument): readonly string[] {
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
  // Another version may have shipped another document.
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

/** The results that were judged by another document than the one to merge by: one sentence for those that are alike. */
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

/** How the document of a result differs from the one to merge by, as the end of a sentence; null where it does not. */
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

/** A shard, in a sentence. */
export function shardWords({ index, of }: Shard): string {
  return `shard ${index} of ${of}`;
}
