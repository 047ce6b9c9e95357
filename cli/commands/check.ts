/** `check`: judges a provider, writes the reports, and gives the exit status. */
import { randomBytes } from "node:crypto";
import type { RunResult } from "../../result/result.ts";
import { type Selection, SelectionError } from "../../suites/checks/select.ts";
import type { ContractsOptions, PreparedContracts } from "../options/pact-sources.ts";
import { bringsContracts } from "../options/contracts-options.ts";
import { type ExpectationOptions, givenExpectations } from "../options/pinned-values.ts";
import { type Io, UsageError } from "../io.ts";
import { type JudgeOptions, judgeProvider } from "../../library/judge-provider.ts";
import { collectOften } from "../process/memory.ts";
import { type NamingOptions, namedProvider } from "../options/named-provider.ts";
import { type ProgressReport, exchangeLines, progressLine, silence } from "../process/progress.ts";
import { judgeAt } from "../process/with-target.ts";
import { type ReportOptions, planReports } from "../files/write-reports.ts";
import type { Target, TargetOptions } from "../process/target.ts";
import type { WaiverOptions } from "../files/waivers-file.ts";

/** The options of `check`, as parsed from the command line. Times in milliseconds. */
export interface CheckOptions
  extends TargetOptions, NamingOptions, ExpectationOptions, WaiverOptions, ReportOptions, ContractsOptions {
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly strict: boolean;
  readonly seed?: string;
  readonly fuzz?: number;
  /** The result of an earlier run. */
  readonly baseline?: string;
  readonly failOnRegression: boolean;
  readonly contracts: boolean;
  /** Folder of the usual reports, and of the output of a provider that was started. */
  readonly out?: string;
  /** The verdict line alone. */
  readonly quiet: boolean;
  /** Each exchange as it happens. */
  readonly verbose: boolean;
}

/**
 * Runs `check`.
 * @param argument the base URL on the command line
 * @returns the exit status
 * @throws {UsageError} when something that was given cannot be used; nothing has been sent then
 */
export async function check(argument: string | undefined, options: CheckOptions, io: Io): Promise<number> {
  const named = namedProvider(argument, options, io);
  const seed = options.seed ?? randomBytes(6).toString("hex");
  const expectations = await givenExpectations(options);
  const waivers = await waiversFor(options);
  const against = await baselineFor(options);
  const plan = planReports(options, io);
  if (options.quiet && plan.onOutput !== null) {
    throw new UsageError("--quiet prints the verdict line alone; give the report a file instead of standard output");
  }
  return judgeAt(named, options, { plan, io }, async (target, signal) => {
    const contracts = await contractsFor(options, target, io, signal);
    const asked = contracts === undefined ? {} : { contracts: contracts.verify };
    const judged = await judgeTarget(target, { seed, expectations, ...waivers, signal, ...asked }, options, io);
    return against((await contracts?.publish(judged, signal)) ?? judged);
  });
}

/** What compares the run with its baseline, which is read before anything is sent. */
async function baselineFor({ baseline, failOnRegression }: CheckOptions): Promise<(result: RunResult) => RunResult> {
  if (baseline !== undefined) {
    const { againstBaseline } = await import("../files/baseline-file.ts");
    return againstBaseline(baseline, failOnRegression);
  }
  if (!failOnRegression) return (result) => result;
  throw new UsageError(
    "--fail-on-regression needs an earlier run to compare with; give --baseline result.json as well",
  );
}

/** The file's reader is loaded only where waivers are spoken of. */
async function waiversFor(options: CheckOptions): Promise<Pick<JudgeOptions, "waivers" | "allowWaived">> {
  if (options.waivers === undefined && !options.allowWaived) return {};
  const { givenWaivers } = await import("../files/waivers-file.ts");
  return givenWaivers(options);
}

/** Pact is loaded only when contracts are verified. A selection leaves them out. */
async function contractsFor(
  options: CheckOptions,
  target: Target,
  io: Io,
  signal: AbortSignal,
): Promise<PreparedContracts | undefined> {
  const isLeftOut = !options.contracts || isPartial(options);
  if (isLeftOut && bringsContracts(options)) {
    const option = options.contracts ? "a selection of checks" : "--no-contracts";
    throw new UsageError(`--pacts and --broker do not go with ${option}; verify them with the command contracts`);
  }
  if (isLeftOut) return undefined;
  const { prepareContracts } = await import("../options/pact-sources.ts");
  return prepareContracts(options, io, { signal, ...target });
}

function isPartial({ only, skip }: CheckOptions): boolean {
  return only.length + skip.length > 0;
}

async function judgeTarget(
  { provider, redaction }: Target,
  given: Pick<JudgeOptions, "seed" | "expectations" | "waivers" | "allowWaived" | "signal" | "contracts">,
  options: CheckOptions,
  io: Io,
): Promise<RunResult> {
  const selection: Selection = { only: options.only, skip: options.skip };
  const line = progressOf(options, io);
  if (options.fuzz !== undefined) collectOften();
  try {
    return await judgeProvider({
      ...given,
      provider,
      redaction,
      strict: options.strict,
      ...(options.fuzz === undefined ? {} : { fuzz: options.fuzz }),
      ...(isPartial(options) ? { selection } : {}),
      onProgress: line.show,
    });
  } catch (error) {
    throw error instanceof SelectionError ? new UsageError(error.message) : error;
  } finally {
    line.clear();
  }
}

function progressOf({ quiet, verbose }: CheckOptions, io: Io): ProgressReport {
  if (quiet) return silence;
  return verbose ? exchangeLines(io) : progressLine(io);
}
