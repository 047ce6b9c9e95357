/** From the named provider to the exit status: the common parts of all commands that send requests to a provider. */
import type { RunResult } from "../../result/result.ts";
import type { Io } from "../io.ts";
import { type ReportPlan, report } from "../files/write-reports.ts";
import { whileLocked } from "../files/lock.ts";
import { type Opening, type OpeningOutput, type Target, openTarget } from "./target.ts";

/** The output of the result. */
export interface ResultOutput {
  readonly reports: ReportPlan;
  /** Print only the verdict line. */
  readonly quiet: boolean;
  readonly io: Io;
}

/**
 * Judges a provider, writes the reports, and stops a started provider.
 * @param judging gets a signal that an interrupt aborts; it then returns a result with everything known so far
 * @returns the exit status
 */
export async function judgeAt(
  opening: Opening,
  output: ResultOutput,
  judging: (target: Target, signal: AbortSignal) => Promise<RunResult>,
): Promise<number> {
  return whileLocked(output.reports.folder, () =>
    withTarget(opening, output, async (target, signal) => {
      const result = await judging(target, signal);
      const trouble = target.trouble();
      await report(result, { plan: output.reports, quiet: output.quiet }, output.io);
      if (target.logFile !== undefined) output.io.err(`Output of the provider: ${target.logFile}\n`);
      if (trouble !== null) output.io.err(`${trouble}\n`);
      return result.exitCode;
    }),
  );
}

/** Does the work with an open provider, and stops a started one. An interrupt aborts the signal. */
export async function withTarget<T>(
  opening: Opening,
  output: OpeningOutput,
  work: (target: Target, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const interrupted = new AbortController();
  const stopListening = output.io.onInterrupt(() => interrupted.abort());
  output.io.onAsking?.();
  try {
    const target = await openTarget(opening, output, interrupted.signal);
    try {
      return await work(target, interrupted.signal);
    } finally {
      await target.stop();
    }
  } finally {
    stopListening();
  }
}
