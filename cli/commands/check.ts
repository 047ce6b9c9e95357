/** `check` and `contracts`: judge a provider, write the reports, and return the exit status. */
import { setFlagsFromString } from "node:v8";
import type { ProviderRunOptions } from "../../library/judge-options.ts";
import { contractsResult, providerResult } from "../../library/provider-result.ts";
import { defined } from "../../spec/defined.ts";
import type { Operation } from "../../spec/read-operation.ts";
import type { RunResult, Shard } from "../../result/result.ts";
import { excerpt, number } from "../../result/safe-text.ts";
import { SelectionError } from "../../library/check-selection.ts";
import type { Progress } from "../../suites/run/run-checks.ts";
import { asUsage, type Io, NO_VERIFIER, UsageError } from "../io.ts";
import { bringsContracts } from "../options/option-conflicts.ts";
import { givenDocument, openingFor } from "../options/document-options.ts";
import { givenJudging, givenStack, isPartial, givenSubjects } from "../options/judging-options.ts";
import type { NamingOptions } from "../options/provider-options.ts";
import type { ContractsOptions, PreparedContracts } from "../options/contract-options.ts";
import type { CheckValues } from "../options/run-options.ts";
import { givenShard } from "../options/shard-option.ts";
import type { OptionsOf } from "../options/option-table.ts";
import { type TypedOption, withCommand } from "../options/typed-options.ts";
import { runAndReport, type Opening, type Target } from "../process/target.ts";

// The progress of a run, on standard error: one line on a terminal, or with `--verbose` each exchange.

/** The shortest time between two states of the line, in milliseconds. */
const PACE = 80;

interface ProgressReport {
  readonly show: (progress: Progress) => void;
  readonly clear: () => void;
}

const silence: ProgressReport = { show: () => undefined, clear: () => undefined };

/** One line that is overwritten, and removed at the end. Nothing if standard error is not a terminal. */
function progressLine(io: Io): ProgressReport {
  if (!io.errIsTerminal || isCi(io) || io.env["TERM"] === "dumb") return silence;
  let shownAt = -PACE;
  return {
    show: ({ checksDone, checks, exchanges, fuzz }) => {
      const now = performance.now();
      if (now - shownAt < PACE) return;
      shownAt = now;
      const cases = fuzz === undefined ? "" : `, ${fuzz.done} of ${fuzz.of} cases sent`;
      io.err(`\r\u001b[2K${checksDone} of ${checks} checks asked${cases}, ${exchanges} exchanges`);
    },
    clear: () => io.err("\r\u001b[2K"),
  };
}

/** CI systems set `CI`; some users set it to a value that means "no CI". */
function isCi({ env }: Io): boolean {
  return !["", "0", "false", undefined].includes(env["CI"]?.toLowerCase());
}

/** A line per exchange: method, path, status or why there is none, milliseconds, and the check that sent it. */
function exchangeLines(io: Io): ProgressReport {
  return {
    show: ({ last: { exchange, request, index } }) => {
      const { response, noAnswer, timing } = exchange;
      const fault = noAnswer === undefined ? null : noAnswer.detail;
      const status = response === null ? "no answer" : String(response.status);
      const came = fault === null ? status : `${status}${response === null ? "" : ", incomplete"}: ${fault}`;
      const words = [
        // An exchange of fuzzing has no index unless it is kept as evidence.
        (index < 0 ? "fuzz" : String(index)).padStart(4),
        excerpt(`${request.method} ${request.path}`, 60),
        excerpt(came, 100),
        `${number(Math.round(timing.totalMs))} ms`,
        request.askedBy ?? "",
      ];
      io.err(`${words.join("  ")}\n`);
    },
    clear: () => undefined,
  };
}

// Limits the memory and processor time that V8 takes for a run.

/** Versions of Node whose V8 has the flags. Other versions print a warning about unknown flags. */
const KNOWN: ReadonlySet<string> = new Set(["20", "22", "24"]);

/** From this number of fuzzing cases, a run is long enough that V8's optimization pays off. */
const MANY_CASES = 5_000;

/**
 * Limits what V8 takes for a run.
 * - Short-lived garbage is collected sooner. Without this, the longest allowed bodies made a run take 50 MiB more, and so
 *   did 40,000 cases of fuzzing in place of 1,000, which keep 13 MiB. An ordinary run takes no longer with it.
 * - What an ordinary run does not use for long enough is not optimized. The WebAssembly parser of undici takes 25 MiB for
 *   it, a quarter of the memory of a run, and an eighth of its processor time. On Node 24 `--liftoff-only` has no effect in
 *   a running process, and the other flags have. On Node 20, functions wait for six times as many calls.
 */
function limitEngine(cases: number): void {
  const [version = ""] = process.versions.node.split(".");
  if (!KNOWN.has(version)) return;
  const less = ["--liftoff-only", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];
  const flags = [
    "--semi-space-growth-factor=1",
    "--heap-growing-percent=100",
    ...(cases >= MANY_CASES ? [] : version === "20" ? [...less, "--interrupt-budget=400000"] : less),
  ];
  for (const flag of flags) setFlagsFromString(flag);
}

export interface CheckOptions extends CheckValues, Pick<NamingOptions, "baseUrl" | "foreignVariables"> {
  readonly onResult?: (result: RunResult) => void;
  readonly typed: readonly TypedOption[];
}

/** A run that can begin: its options and files have been read, and nothing was started or sent. */
export interface ReadyRun {
  readonly opening: Opening;
  /** The part of a run to judge; undefined for a whole run. */
  readonly shard: Shard | undefined;
  /** Judges the open provider, and publishes the results of pacts from a broker. */
  readonly judged: (target: Target, signal: AbortSignal) => Promise<RunResult>;
}

/** Reads the options of a run, and the files that they name. @throws {UsageError} when one cannot be used */
export async function readyRun(argument: string | undefined, options: CheckOptions, io: Io): Promise<ReadyRun> {
  const { document, operation } = await givenDocument(options);
  const opening = openingFor(operation, argument, options, io);
  const subjects = givenSubjects(options);
  const shard = givenShard(options, { quiet: options.quiet, io });
  const judging = { ...(await givenJudging(options, operation)), shard, document };
  const stack = options.stack === undefined ? undefined : (await givenStack(options.stack)).id;
  // Contracts are not split: the first shard verifies them.
  const isVerified = (shard === undefined || shard.index === 1) && hasContracts(options, operation, io);
  const progress = progressOf(options, io);
  return {
    shard,
    opening,
    judged: async (target, signal) => {
      const prepared = isVerified ? await pactsFor(options, io, { ...target, operation, signal }) : undefined;
      const asked = defined({ ...judging, contracts: prepared?.verify, stack, ...subjects, signal });
      const result = await targetResult(target, asked, progress);
      const whole = withCommand(result, "check", { options, io, target });
      return prepared?.publish(whole, signal) ?? whole;
    },
  };
}

/** Runs `check`. @returns the exit status @throws {UsageError} for a wrong option or file, with nothing sent */
export async function check(argument: string | undefined, options: CheckOptions, io: Io): Promise<number> {
  const { opening, judged, shard } = await readyRun(argument, options, io);
  const isPart = isPartial(options) || shard !== undefined;
  return runAndReport(opening, { options, isPart, io }, async (target, signal) => {
    const result = await judged(target, signal);
    if (opening.named.kind === "url" && shard === undefined)
      (await import("../files/last-run.ts")).keepFailed(result, io);
    options.onResult?.(result);
    return result;
  });
}

type ContractsCommandOptions = Omit<OptionsOf<"contracts">, "documentOnly"> & Pick<CheckOptions, "baseUrl" | "typed">;

/** Runs `contracts`. @returns 0 when no interaction that counts is broken, 1 when one is, 3 when one was not judged */
export async function contracts(
  argument: string | undefined,
  options: ContractsCommandOptions,
  io: Io,
): Promise<number> {
  if (io.isExecutable === true) throw new UsageError(NO_VERIFIER);
  const { strict, seed } = options;
  const { document, operation } = await givenDocument(options);
  requirePacts(options, operation);
  // Among the options of `check --only-contracts` is a concurrency, which is that of the checks.
  const opening = openingFor(operation, argument, { ...options, concurrency: 1 }, io);
  const subjects = givenSubjects(options);
  return runAndReport(opening, { options, isPart: true, io }, async (target, signal) => {
    const { verify, publish } = await pactsFor(options, io, { ...target, operation, signal });
    const asked = { strict, contracts: verify, ...subjects, signal, seed, document };
    const result = await contractsResult({ ...reached(target), ...defined(asked) });
    return publish(withCommand(result, "contracts", { options, io, target }), signal);
  });
}

/** Another document without pacts is refused: the shipped ones do not apply, so nothing would be verified. */
function requirePacts(options: ContractsOptions, { isShipped }: Operation): void {
  if (isShipped || bringsContracts(options)) return;
  throw new UsageError(
    "The contracts that ship are of version 1.0.0 and are left out for another document; give your own with --pacts or --broker",
  );
}

/** Whether to verify contracts. Not by option, with a selection, or with another document and no pacts of the user. */
function hasContracts(options: CheckOptions, { isShipped }: Operation, io: Io): boolean {
  const isLeftOut = !options.contracts || isPartial(options);
  if (isLeftOut && bringsContracts(options)) {
    const option = options.contracts ? "a selection of checks" : "--no-contracts";
    throw new UsageError(`--pacts and --broker cannot be used with ${option}; verify them with the command contracts`);
  }
  if (isLeftOut || (!isShipped && !bringsContracts(options))) return false;
  if (io.isExecutable !== true) return true;
  if (bringsContracts(options)) throw new UsageError(NO_VERIFIER);
  if (!options.quiet) io.err(`The contracts are left out. ${NO_VERIFIER}\n`);
  return false;
}

/** Reads the pacts. The code about them is loaded only when it is needed. */
async function pactsFor(
  options: ContractsOptions,
  io: Io,
  found: Target & { readonly operation: Operation; readonly signal: AbortSignal },
): Promise<PreparedContracts> {
  return (await import("../options/contract-options.ts")).prepareContracts(options, io, found);
}

async function targetResult(
  target: Target,
  wanted: Omit<ProviderRunOptions, "url" | "token">,
  progress: ProgressReport,
): Promise<RunResult> {
  limitEngine(wanted.fuzz ?? 0);
  const asked = { ...reached(target), ...wanted, onProgress: progress.show };
  try {
    return await asUsage(SelectionError, () => providerResult(asked));
  } finally {
    progress.clear();
  }
}

/** The open provider, as the library is given it. */
function reached({ provider, redaction, process, failure }: Target): ProviderRunOptions {
  const { baseUrl: url, ...others } = provider;
  return { url, ...others, redaction, ...defined({ process, failure }) };
}

function progressOf({ quiet, verbose }: CheckOptions, io: Io): ProgressReport {
  if (quiet) return silence;
  return verbose ? exchangeLines(io) : progressLine(io);
}
