/**
 * Splits a run over threads. Each job is a shard with its share of `concurrency` and `rate`. The results are merged
 * like those of shards.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { MessageChannel, Worker } from "node:worker_threads";
import { openPace } from "../http/pace.ts";
import { DEFAULT_CONCURRENCY, DEFAULT_LIMITS } from "../http/provider.ts";
import type { ContractResult, RunResult, Shard } from "../result/result.ts";
import { redactionFor } from "../suites/run/secrets.ts";
import { casesOf } from "../suites/shards/split.ts";
import { type Channel, channelOf } from "./channel.ts";
import { type FromJob, type JobTask, type ToJob, doJob } from "./job-end.ts";
import type { JudgeOptions } from "./judge-options.ts";
import { freshSeed, planOf, providerOf } from "./requested-run.ts";
import { judgedOperation } from "./judged-document.ts";
import { mergeResults } from "./merge-results.ts";
import { type JobEnd, type RunOfJobs, type SharedRun, openSharedRun } from "./run-of-jobs.ts";

/** A running job. */
interface Job {
  readonly port: Channel<ToJob>;
  readonly stop: () => Promise<unknown>;
}

/** Starts a job. */
export type StartJob = (task: JobTask) => Job;

/**
 * Judges a provider in several jobs at the same time. A job that ends without a result makes the result inconclusive,
 * like a missing shard.
 * @throws what `judge` throws for wrong usage, before a job starts; an error when no job has a result
 */
export async function judgeInJobs(
  given: Omit<JudgeOptions, "jobs">,
  jobs: number,
  start: StartJob = startJob,
): Promise<RunResult> {
  const { signal, seed = freshSeed(), document, fuzz: _cases, ...ofChecks } = given;
  const provider = providerOf(given);
  await planOf(judgedOperation(document), provider, seed, ofChecks);
  const options = { ...given, redaction: redactionFor(provider, given.redaction) };
  const run = openSharedRun(options);
  const end = (): void => run.end();
  if (signal?.aborted === true) end();
  signal?.addEventListener("abort", end, { once: true });
  try {
    const seeded = { ...options, seed };
    const shards = Array.from({ length: jobs }, (_, k): Shard => ({ index: k + 1, of: jobs }));
    const all = Promise.all(shards.map((shard) => runJob(taskOf(seeded, shard), run, start)));
    const [ended, verified] = await Promise.all([all, verifiedAfter(all, seeded, run.ended)]);
    return await merged(ended, { options, stopped: run.stopped(), verified });
  } finally {
    signal?.removeEventListener("abort", end);
    // After a fault in this thread, jobs may still be running, and nobody waits for them.
    end();
  }
}

/** The share of one job in a limit of the whole run. The shares add up to the whole. */
function partOf(whole: number, shard: Shard): number {
  const { from, to } = casesOf(whole, shard);
  return to - from;
}

function taskOf(options: Omit<JudgeOptions, "jobs">, shard: Shard): JobTask {
  const {
    renewToken,
    onProgress,
    contracts: _c,
    signal: _s,
    clock: _k,
    redaction: _r,
    process: _p,
    failure: _i,
    ...given
  } = options;
  const {
    onCauses: _o,
    baseline: _b,
    failOnRegression: _f,
    concurrency = DEFAULT_CONCURRENCY,
    rate,
    limits,
    ...judging
  } = given;
  const { evidenceBytes = DEFAULT_LIMITS.evidenceBytes } = limits ?? {};
  return {
    judging: {
      ...judging,
      shard,
      concurrency: partOf(concurrency, shard),
      ...(rate === undefined ? {} : { rate: partOf(rate, shard) }),
      limits: { ...limits, evidenceBytes: partOf(evidenceBytes, shard) },
    },
    canRenew: renewToken !== undefined,
    isWatched: onProgress !== undefined,
  };
}

/** Does one job, until it has a result or its thread has ended. */
async function runJob(task: JobTask, run: SharedRun, start: StartJob): Promise<JobEnd> {
  const { shard } = task.judging;
  const { port, stop } = start(task);
  const end = (): void => port.post({ end: true });
  if (run.ended.aborted) end();
  run.ended.addEventListener("abort", end, { once: true });
  try {
    const ended = await new Promise<JobEnd>((resolve) => {
      port.on("error", (error) => resolve({ lost: error instanceof Error ? error.message : String(error) }));
      port.on("exit", () => resolve({ lost: "its thread ended" }));
      port.on("message", (value) => {
        const said = value as FromJob;
        if ("progress" in said) return run.noteProgress(shard, said.progress);
        if ("causes" in said) return run.noteCauses(said.causes);
        if ("needsToken" in said) return void renewed(run).then(port.post);
        resolve("result" in said ? said : { lost: said.fault });
      });
    });
    run.noteEnd(shard, ended);
    return ended;
  } finally {
    run.ended.removeEventListener("abort", end);
    await stop();
  }
}

function renewed(run: SharedRun): Promise<ToJob> {
  return run.renew().then(
    (token) => ({ token }),
    (error: unknown) => ({ noToken: error instanceof Error ? error.message : String(error) }),
  );
}

/** Contracts are not split: this thread verifies them after the jobs have ended. */
async function verifiedAfter(
  jobs: Promise<unknown>,
  { contracts, redaction, clock, ...options }: RunOfJobs & { readonly seed: string },
  signal: AbortSignal,
): Promise<readonly ContractResult[]> {
  if (contracts === undefined) return [];
  const provider = providerOf(options);
  return contracts({
    provider,
    seed: options.seed,
    pace: openPace(provider.rate),
    redaction,
    ...(clock === undefined ? {} : { clock }),
    signal,
    after: jobs,
  });
}

/** Everything about the run that the merged result needs besides the results of the jobs. */
interface Found {
  readonly options: Omit<JudgeOptions, "jobs">;
  readonly stopped: string | null;
  readonly verified: readonly ContractResult[];
}

/** @throws {Error} when no job has a result */
async function merged(ended: readonly JobEnd[], { options, stopped, verified }: Found): Promise<RunResult> {
  const [first, ...others] = ended.flatMap((one) => ("result" in one ? [one.result] : []));
  if (first === undefined) throw new Error(stopped ?? "No job has a result.");
  const named = [{ ...first, contracts: verified }, ...others].map((result, k) => ({ name: `job ${k + 1}`, result }));
  const all = await mergeResults(named, options, { operation: judgedOperation(options.document), stopped });
  if ("faults" in all) throw new Error(all.faults.join(" "));
  return all.result;
}

/** Starts a thread. Uses the same thread if the thread's file is missing: in a single executable, or before a build. */
export const startJob: StartJob = (task) => {
  const file = new URL("./job-thread.js", import.meta.url);
  if (file.protocol !== "file:" || !existsSync(file)) return startHere(task);
  const thread = new Worker(fileURLToPath(file), { workerData: task, execArgv: [] });
  return { port: channelOf(thread), stop: () => thread.terminate() };
};

function startHere(task: JobTask): Job {
  const { port1, port2 } = new MessageChannel();
  void doJob(channelOf(port2), task);
  return { port: channelOf(port1), stop: () => Promise.resolve(port1.close()) };
}
