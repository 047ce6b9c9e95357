/** Judges a provider: runs the checks, then the contracts, and makes one result of both. */
import { header, type HeaderFields } from "../http/message.ts";
import { openPace } from "../http/retry-after.ts";
import { type Provider, suiteField } from "../http/provider.ts";
import { conclude, type Wishes } from "../result/conclude.ts";
import { defined } from "../spec/defined.ts";
import type { ContractResult, RunResult, ShardResult } from "../result/result.ts";
import type { Operation } from "../spec/read-operation.ts";
import { hasFuzzIds } from "../suites/run/fuzz-ids.ts";
import { MOST_ATTEMPTS } from "../suites/run/id-ranges.ts";
import type { SuiteRun } from "../suites/run/judge-run.ts";
import { askedForTime, limitsReached, tooShort } from "../suites/run/reached-limits.ts";
import { runChecks } from "../suites/run/run-checks.ts";
import type { ContractsRunOptions, ProviderRunOptions } from "./judge-options.ts";
import { documentNotes, judgedOperation } from "./judged-document.ts";
import { freshSeed, planOf, providerOf, type RequestedRun } from "./requested-run.ts";
import { answeredByOther, judgedStack, ofPart, runFacts, whyStopped, wishesOf } from "./run-facts.ts";

// The parameters that a document requires of requests, and that only the user knows.

/** @throws {TypeError} when a parameter that the document requires has no value, or the suite sets it itself */
export function assertParameters({ asked, security }: Operation, given: HeaderFields = []): void {
  const missing = asked.filter(({ name, where }) => {
    const isKey = security.kind === "api-key" && security.header.toLowerCase() === name.toLowerCase();
    return where !== "header" || !(isKey || header(given, name.toLowerCase()) !== null);
  });
  const [first] = missing;
  if (first === undefined) return;
  const { name, where, place } = first;
  const options = missing
    .filter((one) => one.where !== "header")
    .map((one) => `--parameter ${JSON.stringify(`${one.name}=...`)}`);
  const why =
    where !== "header"
      ? `the ${where} parameter ${JSON.stringify(name)} has no value; give ${options.join(" ")}`
      : suiteField(name) === null
        ? `the header field ${name} has no value; give one with --header '${name}: ...' or --header-file`
        : `the suite sets the header field ${name} itself, and varies it`;
  throw new TypeError(`The keyword required at ${place} cannot be met: ${why}`);
}

/** Judges a provider. Never throws because of the provider: if it does not answer, the verdict is `inconclusive`. */
export async function providerResult(options: ProviderRunOptions): Promise<RunResult> {
  const judged = await resultOnce(options);
  const { shard, fuzz = 0 } = options;
  // A machine may have started this shard before and lost it. Then its ids are taken, and it starts again with other
  // ids.
  if (shard === undefined || judged.shard?.stopped?.cause !== "seed-used") return judged;
  const again = { ...shard, attempt: (shard.attempt ?? 1) + 1 };
  const hasIds = again.attempt <= MOST_ATTEMPTS && hasFuzzIds(fuzz, again);
  return hasIds ? providerResult({ ...options, shard: again }) : judged;
}

/** Like `providerResult`, but does not start a shard again if its ids are taken. */
async function resultOnce(options: ProviderRunOptions): Promise<RunResult> {
  const seed = options.seed ?? freshSeed();
  const startedAt = performance.now();
  const operation = judgedOperation(options.document);
  const provider: Provider = { ...providerOf(options), secrets: operation.secrets };
  assertParameters(operation, provider.headers);
  const notes = await documentNotes(operation);
  const planned = await planOf({ operation, provider, seed }, options);
  // The shipped contracts are verified only with the shipped document.
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
        stopped: run.stopped === null ? answeredByOther(options) : whyStopped(run.stopped, options),
        limitsReached: reached,
      },
      verified,
      asked,
    );
  };
  const { baseline: _, ...ownWishes } = wishes;
  const soFar = (run: SuiteRun): RunResult => concluded(run, [], ownWishes);
  const [run, verified] = await runBoth({ ...planned, soFar, provider, seed }, options);
  return concluded(run, verified, options.shard === undefined ? wishes : ofPart(wishes));
}

function shardOf(
  { plan }: Pick<RequestedRun, "plan">,
  { shard }: ProviderRunOptions,
  { ofShard, stopped }: SuiteRun,
): { readonly shard?: ShardResult } {
  if (shard === undefined || plan === undefined || ofShard === undefined) return {};
  const { tallies, ...facts } = ofShard;
  const ended = stopped === null ? {} : { stopped };
  return { shard: { ...shard, plan, ...ended, ...facts, ...defined({ fuzz: tallies }) } };
}

interface SeededRun extends RequestedRun {
  readonly provider: Provider;
  readonly seed: string;
  readonly soFar: (run: SuiteRun) => RunResult;
}

/** Runs the checks, and then verifies the contracts, unless the checks cannot judge the provider. */
async function runBoth(
  { checks, selected, phase, provider, seed, soFar }: SeededRun,
  options: ProviderRunOptions,
): Promise<[SuiteRun, readonly ContractResult[]]> {
  const { signal, onProgress, contracts, failFast, shard, clock, redaction, process } = options;
  const ended = new AbortController();
  const end = (): void => ended.abort();
  if (signal?.aborted === true) end();
  signal?.addEventListener("abort", end, { once: true });
  const shared = { pace: openPace(provider.rate), ...defined({ clock, redaction, process }) };
  const checking = runChecks({
    provider,
    ...shared,
    ...defined({ phase }),
    checks,
    seed,
    isSeedFresh: options.seed === undefined,
    signal: ended.signal,
    ...defined({ selected, shard, onProgress, isEnough: failFast === undefined ? undefined : enough(failFast, soFar) }),
  }).then((run) => {
    if (run.stopped !== null) end();
    return run;
  });
  try {
    const run = {
      provider,
      seed,
      ...defined({ attempt: shard?.attempt }),
      ...shared,
      signal: ended.signal,
      after: checking,
    };
    // Contracts are not split: the first shard verifies them.
    const verifying = shard === undefined || shard.index === 1 ? contracts?.(run) : undefined;
    return await Promise.all([checking, verifying ?? []]);
  } finally {
    signal?.removeEventListener("abort", end);
  }
}

/** Whether enough causes of failure are known: of a broken MUST, an unexpected value or, with `strict`, a SHOULD. */
function enough(most: number, soFar: (run: SuiteRun) => RunResult): (run: SuiteRun) => boolean {
  return (run) => {
    const { causes = [], strict } = soFar(run);
    return causes.filter(({ level }) => strict || level !== "SHOULD").length >= most;
  };
}

/** Verifies contracts without running the checks. */
export async function contractsResult(options: ContractsRunOptions): Promise<RunResult> {
  const { provider, seed = freshSeed(), strict, subjects = [], signal, redaction } = options;
  const shared = { pace: openPace(provider.rate), ...defined({ redaction }) };
  const startedAt = performance.now();
  const operation = judgedOperation(options.document);
  assertParameters(operation, provider.headers);
  const notes = await documentNotes(operation);
  const verified = await options.verify({ provider, seed, signal, ...shared });
  const stopped = signal.aborted ? "The run was interrupted." : answeredByOther(options);
  const version = options.providerVersion;
  const facts = runFacts({ operation, provider, seed, startedAt, version });
  const run = { ...facts, checked: null, stopped, limitsReached: [...notes, ...tooShort(provider)] };
  return conclude(run, verified, { strict, subjects, selection: { only: ["contracts"], skip: [] } });
}
