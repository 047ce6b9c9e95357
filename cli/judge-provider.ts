/** A provider in, a result out: the checks, then the contracts, one verdict over both. */
import { readFileSync } from "node:fs";
import { holdAgainst } from "../reports/expectations.ts";
import {
  type ContractResult,
  type Expectations,
  RESULT_FORMAT,
  RESULT_FORMAT_VERSION,
  type RunResult,
} from "../reports/result.ts";
import { judge, profileOf, requirementResults, summarise } from "../reports/verdict.ts";
import { type Operation, readOperation } from "../spec/operation.ts";
import { readRequirements } from "../spec/requirements.ts";
import { loadValidators } from "../spec/validators.ts";
import { checksOf } from "../suites/index.ts";
import type { Check, CheckId } from "../suites/runner/check.ts";
import type { Provider } from "../suites/runner/provider.ts";
import type { SuiteRun } from "../suites/runner/judge-run.ts";
import { limitsReached } from "../suites/runner/limits-reached.ts";
import { type Pace, openPace } from "../suites/runner/pace.ts";
import { requestsTo } from "../suites/runner/requests.ts";
import { type Phase, type Progress, runChecks } from "../suites/runner/run.ts";
import { type Selection, select } from "../suites/runner/select.ts";

/** What contracts are verified with. */
export interface ContractRun {
  readonly provider: Provider;
  readonly seed: string;
  /** The pace of the run, which the contracts share. */
  readonly pace?: Pace;
  readonly signal?: AbortSignal;
  /** Nothing is sent before it has settled: the checks go first. */
  readonly after?: Promise<unknown>;
}

/** What to judge, and how. */
export interface JudgeOptions {
  readonly provider: Provider;
  readonly seed: string;
  /** A SHOULD that is not met fails the run. */
  readonly strict: boolean;
  readonly selection?: Selection;
  /** Values that open points have to have. */
  readonly expectations?: Expectations;
  /** Cases to draw and send besides the checks; left out, none are. */
  readonly fuzz?: number;
  /** Verifies contracts against the provider; left out, none are. */
  readonly contracts?: (run: ContractRun) => Promise<readonly ContractResult[]>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Judges a provider. Nothing that the provider does makes it throw.
 * @throws {SelectionError} when the selection names something unknown or leaves nothing to run
 */
export async function judgeProvider(options: JudgeOptions): Promise<RunResult> {
  const { provider, seed, selection } = options;
  const startedAt = new Date();
  const operation = readOperation();
  const requirements = readRequirements();
  const { authentication, invalidToken } = provider;
  const checks = checksOf(operation, await loadValidators(operation), {
    ...(authentication === undefined ? {} : { authentication }),
    invalidToken: invalidToken !== undefined,
  });
  const selected = selection === undefined ? undefined : select(checks, requirements, selection);
  const phase = options.fuzz === undefined ? undefined : await fuzzing(operation, checks, selected, options);
  const [run, contracts] = await runBoth({ checks, selected, phase }, options);
  const results = holdAgainst(requirementResults(requirements, run.checks), options.expectations ?? {});
  const reached = limitsReached(run.exchanges, provider.limits);
  return {
    format: RESULT_FORMAT,
    formatVersion: RESULT_FORMAT_VERSION,
    complete: run.stopped === null,
    tool: toolVersion(),
    specification: { version: operation.version, sha256: operation.sha256 },
    provider: { baseUrl: provider.baseUrl, ...(provider.reach?.insecure === true ? { insecure: true } : {}) },
    strict: options.strict,
    ...(selection === undefined ? {} : { selection }),
    seed,
    ...(reached.length === 0 ? {} : { limitsReached: reached }),
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    ...verdictOf(run, results, contracts, options),
    ...(run.fuzz === undefined ? {} : { fuzz: run.fuzz }),
    summary: summarise(results, run.counts),
    requirements: results,
    profile: profileOf(results),
    contracts,
    exchanges: run.exchanges,
  };
}

/** fast-check is loaded only to fuzz. */
async function fuzzing(
  operation: Operation,
  checks: readonly Check[],
  selected: ReadonlySet<CheckId> | undefined,
  { seed, provider, fuzz = 0 }: JudgeOptions,
): Promise<Phase> {
  const { fuzzPhase, selects } = await import("../suites/fuzz/fuzz.ts");
  const { concurrency } = provider;
  const requests = requestsTo(operation);
  return fuzzPhase({ cases: fuzz, seed, requests, checks, concurrency, isSelected: selects(selected) });
}

interface ToRun {
  readonly checks: readonly Check[];
  readonly selected: ReadonlySet<CheckId> | undefined;
  readonly phase: Phase | undefined;
}

/**
 * The checks, and then the contracts, whose verifier is loaded meanwhile. A provider that cannot be judged is not asked
 * for its contracts either.
 */
async function runBoth(
  { checks, selected, phase }: ToRun,
  { provider, seed, signal, onProgress, contracts }: JudgeOptions,
): Promise<[SuiteRun, readonly ContractResult[]]> {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  if (signal?.aborted === true) end();
  signal?.addEventListener("abort", end, { once: true });
  const pace = openPace(provider.rate);
  const checking = runChecks({
    provider,
    pace,
    ...(phase === undefined ? {} : { phase }),
    checks,
    seed,
    signal: ended.signal,
    ...(selected === undefined ? {} : { selected }),
    ...(onProgress === undefined ? {} : { onProgress }),
  }).then((run) => {
    if (run.stopped !== null) end();
    return run;
  });
  try {
    const run = { provider, seed, pace, signal: ended.signal, after: checking };
    return await Promise.all([checking, contracts?.(run) ?? []]);
  } finally {
    signal?.removeEventListener("abort", end);
  }
}

function verdictOf(
  run: SuiteRun,
  requirements: RunResult["requirements"],
  contracts: readonly ContractResult[],
  { selection, strict }: JudgeOptions,
): ReturnType<typeof judge> {
  const { causes } = run;
  const stopped = run.stopped?.reason ?? null;
  return judge({ requirements, contracts, causes, stopped, partial: selection !== undefined, strict });
}

/** The name and version of this package. */
export function toolVersion(): { readonly name: string; readonly version: string } {
  const text = readFileSync(new URL(import.meta.resolve("#package.json")), "utf8");
  const { name, version } = JSON.parse(text) as { readonly name: string; readonly version: string };
  return { name, version };
}
