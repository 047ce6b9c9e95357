/** A provider in, a result out: the checks, then the contracts, one verdict over both. */
import { contractChecks, contractIds } from "../result/contract-checks.ts";
import { holdAgainst } from "../result/expectations.ts";
import {
  type ContractResult,
  type Expectations,
  RESULT_FORMAT,
  RESULT_FORMAT_VERSION,
  type RunResult,
  type Waiver,
} from "../result/result.ts";
import type { Redaction } from "../result/redact.ts";
import { waive } from "../result/waivers.ts";
import { judge, profileOf, requirementResults, summarise } from "../result/verdict.ts";
import { type Operation, readOperation } from "../spec/read-operation.ts";
import { readRequirements } from "../spec/requirements.ts";
import { loadValidators } from "../spec/validators.ts";
import { checksOf } from "../suites/index.ts";
import type { Check, CheckId } from "../suites/checks/check.ts";
import type { Provider } from "../http/provider.ts";
import type { SuiteRun } from "../suites/run/judge-run.ts";
import { askedForTime, limitsReached, tooShort } from "../suites/run/limits-reached.ts";
import type { Clock } from "../http/rate-limit.ts";
import { type Pace, openPace } from "../http/pace.ts";
import { requestsTo } from "../suites/checks/requests.ts";
import { type Phase, type Progress, runChecks } from "../suites/run/run-checks.ts";
import { type Selection, select } from "../suites/checks/select.ts";
import { toolVersion } from "./version.ts";

/** What contracts are verified with. */
export interface ContractRun {
  readonly provider: Provider;
  readonly seed: string;
  /** The pace and the redaction of the run, which the contracts share. */
  readonly pace?: Pace;
  readonly redaction?: Redaction;
  readonly clock?: Clock;
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
  /** Known failures. Each names a requirement or a check, and none names the same as another. */
  readonly waivers?: readonly Waiver[];
  /** Waived failures leave the exit status alone, and the verdict is conformant but for them. */
  readonly allowWaived?: boolean;
  /** Cases to draw and send besides the checks; left out, none are. */
  readonly fuzz?: number;
  /** Verifies contracts against the provider; left out, none are. */
  readonly contracts?: (run: ContractRun) => Promise<readonly ContractResult[]>;
  readonly signal?: AbortSignal;
  /** What time passes by while a provider is waited for; the machine's clock where it is left out. */
  readonly clock?: Clock;
  /** Removes secrets from texts that are not ours, where others share it. */
  readonly redaction?: Redaction;
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
  const [run, verified] = await runBoth({ checks, selected, phase }, options);
  const asked = requirementResults(requirements, [...run.checks, ...contractChecks(verified)]);
  const held = holdAgainst(asked, options.expectations ?? {});
  const judged = await waived({ requirements: held, contracts: verified }, startedAt, options);
  const reached = [...tooShort(provider), ...limitsReached(run.exchanges, provider.limits), ...askedForTime(run.busy)];
  return {
    format: RESULT_FORMAT,
    formatVersion: RESULT_FORMAT_VERSION,
    complete: run.stopped === null,
    tool: toolVersion(),
    specification: { version: operation.version, sha256: operation.sha256 },
    provider: { baseUrl: provider.baseUrl, ...(provider.transport?.insecure === true ? { insecure: true } : {}) },
    strict: options.strict,
    ...(selection === undefined ? {} : { selection }),
    seed,
    ...(reached.length === 0 ? {} : { limitsReached: reached }),
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    ...verdictOf(run, judged, options),
    ...(run.fuzz === undefined ? {} : { fuzz: run.fuzz }),
    summary: summarise(judged.requirements, run.counts),
    ...judged,
    profile: profileOf(judged.requirements),
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
  return fuzzPhase({ cases: fuzz, seed, requests, checks, concurrency, isSelected: selects(checks, selected) });
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
  { provider, seed, signal, clock, redaction, onProgress, contracts }: JudgeOptions,
): Promise<[SuiteRun, readonly ContractResult[]]> {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  if (signal?.aborted === true) end();
  signal?.addEventListener("abort", end, { once: true });
  const pace = openPace(provider.rate);
  const shared = {
    pace,
    ...(clock === undefined ? {} : { clock }),
    ...(redaction === undefined ? {} : { redaction }),
  };
  const checking = runChecks({
    provider,
    ...shared,
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
    const run = { provider, seed, ...shared, signal: ended.signal, after: checking };
    return await Promise.all([checking, contracts?.(run) ?? []]);
  } finally {
    signal?.removeEventListener("abort", end);
  }
}

/** What was judged, as far as a verdict is drawn from it. */
type Judged = Pick<RunResult, "requirements" | "contracts" | "waivers">;

/** With what the user waives; the day of the run is the day on which it began, in UTC. */
async function waived(
  judged: Judged,
  startedAt: Date,
  { waivers, allowWaived: allowed = false, contracts }: JudgeOptions,
): Promise<Judged> {
  if (waivers === undefined) return judged;
  const { shippedInteractions } = await import("../contracts/index.ts");
  const leftOut = new Set(contractIds(contracts === undefined ? shippedInteractions() : []).keys());
  const { entries, ...rest } = waive({ ...judged, leftOut }, waivers, startedAt.toISOString().slice(0, 10));
  return { ...rest, waivers: { allowed, entries } };
}

function verdictOf(run: SuiteRun, judged: Judged, { selection, strict }: JudgeOptions): ReturnType<typeof judge> {
  const { causes } = run;
  const stopped = run.stopped?.reason ?? null;
  return judge({ ...judged, causes, stopped, partial: selection !== undefined, strict });
}
