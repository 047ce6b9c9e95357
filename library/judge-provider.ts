/** A provider in, a result out: the checks, then the contracts, and one conclusion from both. */
import { randomBytes } from "node:crypto";
import { contractCheckIds } from "../result/contract-checks.ts";
import { type WaiverWishes, type Wishes, conclude } from "../result/conclude.ts";
import type { ContractResult, RunResult, Waiver } from "../result/result.ts";
import { type Operation, readOperation } from "../spec/read-operation.ts";
import { readRequirements } from "../spec/requirements.ts";
import { loadValidators } from "../spec/validators.ts";
import { checksOf } from "../suites/index.ts";
import type { Check, CheckId } from "../suites/checks/check.ts";
import { DEFAULT_LIMITS, type Provider, parseBaseUrl } from "../http/provider.ts";
import type { SuiteRun } from "../suites/run/judge-run.ts";
import { askedForTime, limitsReached, tooShort } from "../suites/run/limits-reached.ts";
import { openPace } from "../http/pace.ts";
import { requestsTo } from "../suites/checks/requests.ts";
import { type Phase, runChecks } from "../suites/run/run-checks.ts";
import { select } from "../suites/checks/select.ts";
import type { JudgeContractsOptions, JudgeOptions } from "./judge-options.ts";
import { judgedStack, runFacts } from "./run-facts.ts";

/**
 * Judges a provider. Nothing that the provider does makes it throw: a provider that does not answer is inconclusive.
 * @returns the verdict with its reasons, each requirement with its checks, and every exchange, as `result.schema.json` describes
 * @throws {BaseUrlError} when `url` cannot be a base URL
 * @throws {SelectionError} when the selection names something unknown or leaves nothing to run
 * @example
 * const { verdict, reasons } = await judge({ url: "http://127.0.0.1:8080", token: "secret" });
 */
export async function judge(options: JudgeOptions): Promise<RunResult> {
  const provider = providerOf(options);
  const seed = options.seed ?? freshSeed();
  const startedAt = new Date();
  const operation = readOperation();
  const planned = await planOf(operation, provider, seed, options);
  const wishes = await wishesOf(options);
  const concluded = (run: SuiteRun, verified: readonly ContractResult[], asked: Wishes): RunResult => {
    const stack = judgedStack(options.stack, run.exchanges);
    const reached = [
      ...tooShort(provider),
      ...limitsReached(run.exchanges, provider.limits),
      ...askedForTime(run.busy),
    ];
    const facts = runFacts({ operation, provider, seed, startedAt, stack, version: options.providerVersion });
    return conclude(
      { ...facts, checked: run, stopped: run.stopped?.reason ?? null, limitsReached: reached },
      verified,
      asked,
    );
  };
  const { baseline: _, ...ownWishes } = wishes;
  const soFar = (run: SuiteRun): RunResult => concluded(run, [], ownWishes);
  const [run, verified] = await runBoth({ ...planned, soFar }, provider, seed, options);
  return concluded(run, verified, wishes);
}

/** Verifies contracts without running the checks. */
export async function judgeContracts(options: JudgeContractsOptions): Promise<RunResult> {
  const { provider, seed = freshSeed(), strict, subjects = [], signal, redaction } = options;
  const shared = { pace: openPace(provider.rate), ...(redaction === undefined ? {} : { redaction }) };
  const startedAt = new Date();
  const verified = await options.verify({ provider, seed, signal, ...shared });
  const stopped = signal.aborted ? "The run was interrupted." : null;
  const version = options.providerVersion;
  const facts = runFacts({ operation: readOperation(), provider, seed, startedAt, version });
  const run = { ...facts, checked: null, stopped, limitsReached: tooShort(provider) };
  return conclude(run, verified, { strict, subjects, selection: { only: ["contracts"], skip: [] } });
}

function freshSeed(): string {
  return randomBytes(6).toString("hex");
}

function providerOf({ url, token, limits, ...options }: JudgeOptions): Provider {
  const { invalidToken, authentication, renewToken, transport, concurrency = 4, rate, headers, trace } = options;
  return {
    baseUrl: parseBaseUrl(url),
    token,
    concurrency,
    limits: { ...DEFAULT_LIMITS, ...limits },
    ...(invalidToken === undefined ? {} : { invalidToken }),
    ...(authentication === undefined ? {} : { authentication }),
    ...(renewToken === undefined ? {} : { renewToken }),
    ...(transport === undefined ? {} : { transport }),
    ...(rate === undefined ? {} : { rate }),
    ...(headers === undefined ? {} : { headers }),
    ...(trace === undefined ? {} : { trace }),
  };
}

/** What to send. */
interface Planned {
  readonly checks: readonly Check[];
  readonly selected: ReadonlySet<CheckId> | undefined;
  readonly phase: Phase | undefined;
}

async function planOf(
  operation: Operation,
  provider: Provider,
  seed: string,
  { selection, fuzz }: JudgeOptions,
): Promise<Planned> {
  const { authentication, invalidToken, concurrency, headers = [] } = provider;
  const checks = checksOf(operation, await loadValidators(operation), {
    ...(authentication === undefined ? {} : { authentication }),
    invalidToken: invalidToken !== undefined,
    extraHeaders: headers.length > 0,
  });
  const selected = selection === undefined ? undefined : select(checks, readRequirements(), selection);
  if (fuzz === undefined) return { checks, selected, phase: undefined };
  // fast-check is loaded only to fuzz.
  const { fuzzPhase, selects } = await import("../suites/fuzz/fuzz.ts");
  const requests = requestsTo(operation, authentication);
  const isSelected = selects(checks, selected);
  const asking = { authentication: authentication ?? "bearer", hasInvalidToken: invalidToken !== undefined } as const;
  const phase = fuzzPhase({ cases: fuzz, seed, requests, checks, concurrency, isSelected, ...asking });
  return { checks, selected, phase };
}

/**
 * Runs the checks, and then verifies the contracts, whose verifier is loaded meanwhile. If the provider cannot be judged,
 * its contracts are not verified either.
 */
async function runBoth(
  { checks, selected, phase, soFar }: Planned & { readonly soFar: (run: SuiteRun) => RunResult },
  provider: Provider,
  seed: string,
  { signal, clock, redaction, onProgress, contracts, process, failFast }: JudgeOptions,
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
    ...(process === undefined ? {} : { process }),
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
    ...(failFast === undefined ? {} : { isEnough: enough(failFast, soFar) }),
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

/** Whether so many causes that fail a run are known: of a broken MUST, of a value that is not as expected, and with `strict` of a SHOULD. */
function enough(most: number, soFar: (run: SuiteRun) => RunResult): (run: SuiteRun) => boolean {
  return (run) => {
    const { causes = [], strict } = soFar(run);
    return causes.filter(({ level }) => strict || level !== "SHOULD").length >= most;
  };
}

async function wishesOf(options: JudgeOptions): Promise<Wishes> {
  const { strict = false, subjects = [], selection, expectations, waivers, baseline } = options;
  const { failOnRegression = false } = options;
  return {
    strict,
    subjects,
    ...(selection === undefined ? {} : { selection }),
    ...(expectations === undefined ? {} : { expectations }),
    ...(waivers === undefined ? {} : { waivers: await waiverWishes(waivers, options) }),
    ...(baseline === undefined ? {} : { baseline: { result: baseline, failOnRegression } }),
  };
}

/** If contracts were not verified, it is not known whether a waiver of one is stale. */
async function waiverWishes(
  given: readonly Waiver[],
  { allowWaived: allowed = false, contracts }: JudgeOptions,
): Promise<WaiverWishes> {
  const { shippedInteractions } = await import("../contracts/index.ts");
  const leftOut = new Set(contractCheckIds(contracts === undefined ? shippedInteractions() : []).keys());
  return { given, allowed, leftOut };
}
