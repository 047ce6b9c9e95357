/** `check`: judges a provider, writes the reports, and gives the exit status. */
import { randomBytes } from "node:crypto";
import { type Format, renderVerdictLine, renderers } from "../reports/index.ts";
import type { RunResult } from "../reports/result.ts";
import { type Selection, SelectionError } from "../suites/runner/select.ts";
import type { verifyShipped } from "./contracts.ts";
import { type ExpectationOptions, givenExpectations } from "./expectations.ts";
import { type ReportFile, parseReport, prepareReports, usualReports, writeReport } from "./files.ts";
import { type Io, UsageError, wantsColour } from "./io.ts";
import { type JudgeOptions, judgeProvider } from "./judge-provider.ts";
import { progressLine } from "./progress.ts";
import { type Target, type TargetOptions, targetOf } from "./target.ts";

/** The options of `check`, as parsed from the command line. Times in milliseconds. */
export interface CheckOptions extends TargetOptions, ExpectationOptions {
  /** From a configuration file; the argument wins over it. */
  readonly baseUrl?: string;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly strict: boolean;
  readonly seed?: string;
  readonly contracts: boolean;
  readonly report: readonly string[];
}

/**
 * Runs `check`.
 * @returns the exit status
 * @throws {UsageError} when something that was given cannot be used; nothing has been sent then
 */
export async function check(baseUrl: string | undefined, options: CheckOptions, io: Io): Promise<number> {
  const files = [...options.report.map(parseReport), ...(options.out === undefined ? [] : usualReports(options.out))];
  const seed = options.seed ?? randomBytes(6).toString("hex");
  const expectations = givenExpectations(options);
  prepareReports(files);
  const interrupted = new AbortController();
  const stopListening = io.onInterrupt(() => interrupted.abort());
  const { signal } = interrupted;
  try {
    const target = await targetOf(baseUrl, options, io, signal);
    try {
      const result = await judgeTarget(target, { seed, expectations, signal }, options, io);
      const trouble = target.trouble();
      tell(result, files, options, io);
      if (trouble !== null) io.err(`${trouble}\n`);
      return result.exitCode;
    } finally {
      await target.stop();
    }
  } finally {
    stopListening();
  }
}

async function judgeTarget(
  { provider }: Target,
  given: Pick<JudgeOptions, "seed" | "expectations" | "signal">,
  options: CheckOptions,
  io: Io,
): Promise<RunResult> {
  const selection: Selection = { only: options.only, skip: options.skip };
  const isPartial = selection.only.length + selection.skip.length > 0;
  const line = progressLine(io, options.quiet);
  try {
    return await judgeProvider({
      ...given,
      provider,
      strict: options.strict,
      ...(isPartial ? { selection } : {}),
      ...(options.contracts && !isPartial ? { contracts: shippedContracts } : {}),
      onProgress: line.show,
    });
  } catch (error) {
    throw error instanceof SelectionError ? new UsageError(error.message) : error;
  } finally {
    line.clear();
  }
}

/** Pact is loaded only when contracts are verified. */
const shippedContracts: typeof verifyShipped = async (...given) => {
  const contracts = await import("./contracts.ts");
  return contracts.verifyShipped(...given);
};

function tell(result: RunResult, files: readonly ReportFile[], { quiet }: CheckOptions, io: Io): void {
  for (const { format, path } of files) writeReport(path, render(format, result));
  if (quiet) {
    io.out(`${renderVerdictLine(result)}\n`);
    return;
  }
  io.out(
    renderers.text.render(result, {
      colour: wantsColour(io),
      ...(io.columns === undefined ? {} : { width: io.columns }),
    }),
  );
  if (files.length > 0) io.err(`Written: ${files.map(({ path }) => path).join(", ")}\n`);
}

function render(format: Format, result: RunResult): string {
  return renderers[format].render(result);
}
