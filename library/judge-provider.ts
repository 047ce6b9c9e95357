/** A provider in, a result out: the checks, then the contracts, and one conclusion from both. */
import { randomBytes } from "node:crypto";
import { contractCheckIds } from "../result/contract-checks.ts";
import { type WaiverWishes, type Wishes, conclude } from "../result/conclude.ts";
import type { ContractResult, RunResult, ShardPlan, ShardResult, Waiver } from "../result/result.ts";
import type { Operation } from "../spec/read-operation.ts";
import { catalogueFor } from "../spec/document-catalogue.ts";
import { loadValidators } from "../spec/validators.ts";
import { checksOf } from "../suites/index.ts";
import type { Check, CheckId } from "../suites/checks/check.ts";
import { DEFAULT_LIMITS, type Provider, parseBaseUrl } from "../http/provider.ts";
import type { SuiteRun } from "../suites/run/judge-run.ts";
import { askedForTime, limitsReached, tooShort } from "../suites/run/limits-reached.ts";
import { type Pace, openPace } from "../http/pace.ts";
import { hasFuzzIds } from "../suites/run/fuzz-ids.ts";
import { MOST_ATTEMPTS } from "../suites/run/id-ranges.ts";
import { requestsTo } from "../suites/checks/requests.ts";
import { type Phase, type RunOptions, runChecks } from "../suites/run/run-checks.ts";
import { select } from "../suites/checks/select.ts";
import { shardPlan, split } from "../suites/shards/split.ts";
import { authenticationOfCases, authenticationOfChecks } from "./asked-authentication.ts";
import type { ContractRun, JudgeContractsOptions, JudgeOptions } from "./judge-options.ts";
import { documentNotes, judgedOperation } from "./judged-document.ts";
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
  const judged = await judgeOnce(options);
  const { shard, fuzz = 0 } = options;
  // An engine may have begun the shard before and lost it: then its ids are taken, and it is begun again with others.
  if (shard === undefined || judged.shard?.stopped?.cause !== "seed-used") return judged;
  const again = { ...shard, attempt: (shard.attempt ?? 1) + 1 };
  const hasIds = again.attempt <= MOST_ATTEMPTS && hasFuzzIds(fuzz, again);
  return hasIds ? judge({ ...options, shard: again }) : judged;
}

/** As `judge`, but a shard whose ids are taken is not begun again. */
export async function judgeOnce(options: JudgeOptions): Promise<RunResult> {
  const provider = providerOf(options);
  const seed = options.seed ?? freshSeed();
  const startedAt = new Date();
  const operation = judgedOperation(options.document);
  const notes = await documentNotes(operation);
  const planned = await planOf(operation, provider, seed, options);
  // By another document, the contracts that ship are left out.
  const isVerified = options.contracts !== undefined && operation.isShipped;
  const wishes = await wishesOf({ ...options, isVerified });
  const concluded = (run: SuiteRun, verified: readonly ContractResult[], asked: Wishes): RunResult => {
    const stack = judgedStack(options.stack, run.exchanges);
    const reached = [
      ...notes,
      ...tooShort(provider),
      ...limitsReached(run.exchanges, provider.limits),
      ...askedForTime(run.busy),
    ];
    const facts = runFacts({ operation, provider, seed, startedAt, stack, version: options.providerVersion });
    const shard = shardOf(planned, options, run);
    return conclude(
      {
        ...facts,
        ...shard,
        checked: run,
        stopped: run.stopped?.reason ?? answeredByOther(options),
        limitsReached: reached,
      },
      verified,
      asked,
    );
  };
  const { baseline: _, ...ownWishes } = wishes;
  const soFar = (run: SuiteRun): RunResult => concluded(run, [], ownWishes);
  const [run, verified] = await runBoth({ ...planned, soFar }, provider, seed, options);
  return concluded(run, verified, options.shard === undefined ? wishes : ofPart(wishes));
}

/** What is asked of a part of a run. What is about the whole is asked of the merged result. */
function ofPart({ strict, selection, subjects }: Wishes): Wishes {
  return {
    strict,
    ...(selection === undefined ? {} : { selection }),
    ...(subjects === undefined ? {} : { subjects }),
  };
}

/** Verifies contracts without running the checks. */
export async function judgeContracts(options: JudgeContractsOptions): Promise<RunResult> {
  const { provider, seed = freshSeed(), strict, subjects = [], signal, redaction } = options;
  const shared = { pace: openPace(provider.rate), ...(redaction === undefined ? {} : { redaction }) };
  const startedAt = new Date();
  const operation = judgedOperation(options.document);
  const notes = await documentNotes(operation);
  const verified = await options.verify({ provider, seed, signal, ...shared });
  const stopped = signal.aborted ? "The run was interrupted." : answeredByOther(options);
  const version = options.providerVersion;
  const facts = runFacts({ operation, provider, seed, startedAt, version });
  const run = { ...facts, checked: null, stopped, limitsReached: [...notes, ...tooShort(provider)] };
  return conclude(run, verified, { strict, subjects, selection: { only: ["contracts"], skip: [] } });
}

/**
 * Why a run whose requests were answered shows nothing: the process that was started for it has failed, so that something
 * else may have answered.
 */
function answeredByOther({ failure }: Pick<JudgeOptions, "failure">): string | null {
  const end = failure?.() ?? null;
  if (end === null) return null;
  return `The provider that was started has ended (${end}) before the run was over: what answered may be another server.`;
}

/** What the result of a shard says of itself; nothing for a run that is not split. */
function shardOf(
  { plan }: Pick<Planned, "plan">,
  { shard }: JudgeOptions,
  { ofShard, stopped }: SuiteRun,
): { readonly shard?: ShardResult } {
  if (shard === undefined || plan === undefined || ofShard === undefined) return {};
  const { tallies, ...facts } = ofShard;
  const ended = stopped === null ? {} : { stopped };
  return { shard: { ...shard, plan, ...ended, ...facts, ...(tallies === undefined ? {} : { fuzz: tallies }) } };
}

/** A seed that no earlier run had. */
export function freshSeed(): string {
  return randomBytes(6).toString("hex");
}

/** The provider as the options name it. */
export function providerOf({ url, token, limits, ...options }: JudgeOptions): Provider {
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
  /** Of a shard: what all shards send together. */
  readonly plan?: ShardPlan;
}

/**
 * What a run sends.
 * @throws {SelectionError} when the selection names something unknown or leaves nothing to run
 */
export async function planOf(
  operation: Operation,
  provider: Provider,
  seed: string,
  { selection, fuzz, shard }: JudgeOptions,
): Promise<Planned> {
  const { invalidToken, concurrency, headers = [] } = provider;
  const ofChecks = authenticationOfChecks(operation, provider.authentication);
  const authentication = ofChecks === "none" ? ofChecks : undefined;
  const checks = checksOf(operation, await loadValidators(operation), {
    ...(authentication === undefined ? {} : { authentication }),
    invalidToken: invalidToken !== undefined,
    extraHeaders: headers.length > 0,
  });
  const asked = selection === undefined ? undefined : select(checks, catalogueFor(operation), selection);
  const ofCases = authenticationOfCases(operation, ofChecks);
  const asking = { authentication: ofCases, hasInvalidToken: invalidToken !== undefined } as const;
  const ofShard = shard === undefined ? {} : { shard };
  const plan = { authentication: ofChecks, invalidToken: asking.hasInvalidToken, cases: fuzz ?? 0 };
  const part = {
    checks,
    selected: shard === undefined ? asked : split(checks, asked, shard.of).of(shard.index),
    ...(shard && { plan: shardPlan({ checks, selected: asked, seed, shards: shard.of, ...plan }) }),
  };
  if (fuzz === undefined) return { ...part, phase: undefined };
  // fast-check is loaded only to fuzz.
  const [{ fuzzPhase }, { selects }] = await Promise.all([
    import("../suites/fuzz/fuzz.ts"),
    import("../suites/fuzz/questions.ts"),
  ]);
  const requests = requestsTo(operation, authentication);
  const isSelected = selects(checks, asked);
  const phase = fuzzPhase({ cases: fuzz, ...ofShard, seed, requests, checks, concurrency, isSelected, ...asking });
  return { ...part, phase };
}

/**
 * Runs the checks, and then verifies the contracts, whose verifier is loaded meanwhile. If the provider cannot be judged,
 * its contracts are not verified either.
 */
async function runBoth(
  { checks, selected, phase, soFar }: Planned & { readonly soFar: (run: SuiteRun) => RunResult },
  provider: Provider,
  seed: string,
  options: JudgeOptions,
): Promise<[SuiteRun, readonly ContractResult[]]> {
  const { signal, onProgress, contracts, failFast, onCauses, shard } = options;
  const ended = new AbortController();
  const end = (): void => ended.abort();
  if (signal?.aborted === true) end();
  signal?.addEventListener("abort", end, { once: true });
  const shared = sharedOf(provider, options);
  const checking = runChecks({
    provider,
    ...shared,
    ...(phase === undefined ? {} : { phase }),
    checks,
    seed,
    isSeedFresh: options.seed === undefined,
    signal: ended.signal,
    ...(selected === undefined ? {} : { selected }),
    ...(shard === undefined ? {} : { shard }),
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(failFast === undefined ? {} : { isEnough: enough(failFast, soFar, onCauses) }),
  }).then((run) => {
    if (run.stopped !== null) end();
    return run;
  });
  try {
    const run = { provider, seed, ...attemptOf(shard), ...shared, signal: ended.signal, after: checking };
    // Contracts are not split: the first shard verifies them.
    const verifying = shard === undefined || shard.index === 1 ? contracts?.(run) : undefined;
    return await Promise.all([checking, verifying ?? []]);
  } finally {
    signal?.removeEventListener("abort", end);
  }
}

/** What the checks and the contracts share. */
function sharedOf(
  { rate }: Provider,
  { clock, redaction, process }: JudgeOptions,
): Pick<RunOptions, "clock" | "redaction" | "process"> & { readonly pace: Pace } {
  return {
    pace: openPace(rate),
    ...(clock === undefined ? {} : { clock }),
    ...(redaction === undefined ? {} : { redaction }),
    ...(process === undefined ? {} : { process }),
  };
}

function attemptOf(shard: JudgeOptions["shard"]): Pick<ContractRun, "attempt"> {
  return shard?.attempt === undefined ? {} : { attempt: shard.attempt };
}

/** Whether so many causes that fail a run are known: of a broken MUST, of a value that is not as expected, and with `strict` of a SHOULD. */
function enough(
  most: number,
  soFar: (run: SuiteRun) => RunResult,
  onCauses: JudgeOptions["onCauses"],
): (run: SuiteRun) => boolean {
  return (run) => {
    const { causes = [], strict } = soFar(run);
    const failing = causes.filter(({ level }) => strict || level !== "SHOULD").map(({ id }) => id);
    onCauses?.(failing);
    return failing.length >= most;
  };
}

/** What is asked of a result besides the document. */
export interface AskedOfResult extends Pick<
  JudgeOptions,
  "strict" | "subjects" | "selection" | "expectations" | "waivers" | "allowWaived" | "baseline" | "failOnRegression"
> {
  /** The contracts that ship were verified. */
  readonly isVerified: boolean;
}

/** The same as a result takes it. */
export async function wishesOf(options: AskedOfResult): Promise<Wishes> {
  const { strict = false, subjects = [], selection, expectations, waivers, baseline } = options;
  const { failOnRegression = false, allowWaived: allowed = false, isVerified } = options;
  return {
    strict,
    subjects,
    ...(selection === undefined ? {} : { selection }),
    ...(expectations === undefined ? {} : { expectations }),
    ...(waivers === undefined ? {} : { waivers: await waiverWishes(waivers, { allowed, isVerified }) }),
    ...(baseline === undefined ? {} : { baseline: { result: baseline, failOnRegression } }),
  };
}

/** If contracts were not verified, it is not known whether a waiver of one is stale. */
async function waiverWishes(
  given: readonly Waiver[],
  { allowed, isVerified }: { readonly allowed: boolean; readonly isVerified: boolean },
): Promise<WaiverWishes> {
  const { shippedInteractions } = await import("../contracts/index.ts");
  const leftOut = new Set(contractCheckIds(isVerified ? [] : shippedInteractions()).keys());
  return { given, allowed, leftOut };
}
