/** `contracts`: verifies pacts against a provider, without the checks, and gives the exit status. */
import { randomBytes } from "node:crypto";
import { RESULT_FORMAT, RESULT_FORMAT_VERSION, type RunResult } from "../../result/result.ts";
import { judgeContracts, summarise } from "../../result/verdict.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { openPace } from "../../http/pace.ts";
import { tooShort } from "../../suites/run/limits-reached.ts";
import type { CheckOptions } from "./check.ts";
import { type ContractsOptions, type PreparedContracts, prepareContracts } from "../options/pact-sources.ts";
import type { Io } from "../io.ts";
import { judgeAt } from "../process/with-target.ts";
import { type NamingOptions, namedProvider } from "../options/named-provider.ts";
import { toolVersion } from "../../library/version.ts";
import { type ReportOptions, planReports } from "../files/write-reports.ts";
import type { Target, TargetOptions } from "../process/target.ts";

export type ContractsCommandOptions = ContractsOptions &
  Omit<TargetOptions, "concurrency"> &
  ReportOptions &
  NamingOptions &
  Pick<CheckOptions, "strict" | "seed">;

/**
 * Runs `contracts`.
 * @param argument the base URL on the command line
 * @returns the exit status: 0 when no interaction that counts is broken, 1 when one is, 3 when one could not be judged
 * @throws {UsageError} when something that was given cannot be used; the provider was asked nothing then
 */
export async function contracts(
  argument: string | undefined,
  options: ContractsCommandOptions,
  io: Io,
): Promise<number> {
  const named = namedProvider(argument, options, io);
  const plan = planReports(options, io);
  return judgeAt(named, { ...options, concurrency: 1 }, { plan, io }, async (target, signal) => {
    const prepared = await prepareContracts(options, io, { signal, ...target });
    return prepared.publish(await verified(target, prepared, options, signal), signal);
  });
}

async function verified(
  { provider, redaction }: Target,
  prepared: PreparedContracts,
  options: ContractsCommandOptions,
  signal: AbortSignal,
): Promise<RunResult> {
  const seed = options.seed ?? randomBytes(6).toString("hex");
  const startedAt = new Date();
  const results = await prepared.verify({ provider, redaction, seed, signal, pace: openPace(provider.rate) });
  const stopped = signal.aborted ? "The run was interrupted." : null;
  const operation = readOperation();
  const short = tooShort(provider);
  return {
    format: RESULT_FORMAT,
    formatVersion: RESULT_FORMAT_VERSION,
    complete: stopped === null,
    tool: toolVersion(),
    specification: { version: operation.version, sha256: operation.sha256 },
    provider: { baseUrl: provider.baseUrl, ...(provider.transport?.insecure === true ? { insecure: true } : {}) },
    strict: options.strict,
    selection: { only: ["contracts"], skip: [] },
    seed,
    ...(short.length === 0 ? {} : { limitsReached: short }),
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    ...judgeContracts({ contracts: results, stopped, strict: options.strict }),
    summary: summarise([], { exchanges: 0, plantsCreated: 0 }),
    requirements: [],
    profile: {},
    contracts: results,
    exchanges: [],
  };
}
