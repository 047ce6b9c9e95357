/** A provider in memory, judged whole and in shards. All shards share one store. */
import { providerResult } from "../../library/provider-result.ts";
import { type DocumentOption, judgedOperation } from "../../library/judged-document.ts";
import { type Merged, mergeResults } from "../../library/merge-results.ts";
import type { CheckResult, RunResult, Shard } from "../../result/result.ts";
import type { Selection } from "../../library/check-selection.ts";
import { steppedClock } from "../../suites/testing/clock.ts";
import type { Behaviour } from "../behaviour.ts";
import { openInMemory } from "../seeds/in-memory.ts";

const token = "token-of-the-shards";

/** The provider and the options of a run. */
export interface SplitRun {
  readonly behaviour: Behaviour;
  readonly seed: string;
  readonly fuzz?: number;
  /** The document; by default the shipped one. */
  readonly document?: DocumentOption;
}

/** A part of a run: a shard, or a selection of checks. */
export interface Part {
  readonly shard?: Shard;
  readonly selection?: Selection;
}

/** One request at a time, so that each run is the same. */
async function judged(url: string, { seed, fuzz, document }: SplitRun, part: Part = {}): Promise<RunResult> {
  const limits = { deadlineMs: 24 * 3_600_000 };
  const asked = { url, token, seed, limits, concurrency: 1, clock: steppedClock() };
  const by = document === undefined ? {} : { document };
  return providerResult({ ...asked, ...by, ...(fuzz === undefined ? {} : { fuzz }), ...part });
}

/** Judges parts of runs in order, all with one store. */
export async function judgeParts(given: SplitRun, parts: readonly Part[]): Promise<readonly RunResult[]> {
  using provider = openInMemory(given.behaviour, token);
  const results: RunResult[] = [];
  for (const part of parts) results.push(await judged(provider.url, given, part));
  return results;
}

/** Judges the whole run, with an empty store. */
export async function judgeWhole(given: SplitRun): Promise<RunResult> {
  using provider = openInMemory(given.behaviour, token);
  return await judged(provider.url, given);
}

/** Which shards are judged, in which order. */
export interface Order {
  readonly indices?: readonly number[];
  /** Called before each shard. */
  readonly before?: (index: number) => void;
}

/** Judges each shard in order, or only the given ones. */
export async function judgeShards(
  given: SplitRun,
  of: number,
  { indices = Array.from({ length: of }, (_, k) => k + 1), before = () => undefined }: Order = {},
): Promise<readonly RunResult[]> {
  using provider = openInMemory(given.behaviour, token);
  const results: RunResult[] = [];
  for (const index of indices) {
    before(index);
    results.push(await judged(provider.url, given, { shard: { index, of } }));
  }
  return results;
}

/** Merges results as if read from files, under the names of their shards, by the document that they were judged by. */
export function merged(results: readonly RunResult[], document?: DocumentOption): Promise<Merged> {
  const read = results.map((result) => JSON.parse(JSON.stringify(result)) as RunResult);
  return mergeResults(
    read.map((result, place) => ({ name: `result ${place + 1}`, result })),
    {},
    document === undefined ? undefined : judgedOperation(document),
  );
}

/**
 * What must be equal in a merged result: everything except times, positions of exchanges, and what the extra requests
 * of each shard add to counts and to findings, which quote the plants that were sent.
 */
export function comparable({ requirements, verdict, exitCode, profile, complete, seed, causes }: RunResult): object {
  return {
    verdict,
    exitCode,
    complete,
    seed,
    profile,
    causes: causes?.map(({ id, checks }) => ({ id, checks })),
    requirements: requirements.map(({ id, status, checks }) => ({ id, status, checks: checks.map(comparableCheck) })),
  };
}

function comparableCheck(check: CheckResult): object {
  const because = check.status === "not-judged" ? check.because : undefined;
  const value = check.status === "observed" ? check.value : undefined;
  const findings = new Set(check.findings.map(({ where, expected }) => `${where}: ${expected}`));
  return { id: check.id, status: check.status, because, value, findings: [...findings].toSorted() };
}

/** A behaviour that records every request. */
export function noting(behaviour: Behaviour, notes: string[]): Behaviour {
  return {
    ...behaviour,
    route: (request) => {
      const { method, path, query = "", headers, body } = request;
      notes.push(JSON.stringify([method, path, query, headers, body.toString("latin1")]));
      return behaviour.route(request);
    },
  };
}
