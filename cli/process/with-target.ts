/** From the provider to the exit status: what every command that asks one does before, on an interrupt, and after. */
import { renderVerdictLine } from "../../reports/index.ts";
import type { RunResult } from "../../result/result.ts";
import type { Io } from "../io.ts";
import type { NamedProvider } from "../options/named-provider.ts";
import { type ReportPlan, printReport, tellWritten, writeReports } from "../files/write-reports.ts";
import { type Target, type TargetOptions, targetOf } from "./target.ts";

/** Where the result goes. */
interface Telling {
  readonly plan: ReportPlan;
  readonly io: Io;
}

/**
 * Judges the provider that is named, tells the result, and stops what was started.
 * @param judging is given a signal that an interrupt aborts: it then comes to a result with what is known so far
 * @returns the exit status
 */
export async function judgeAt(
  named: NamedProvider,
  options: TargetOptions,
  { plan, io }: Telling,
  judging: (target: Target, signal: AbortSignal) => Promise<RunResult>,
): Promise<number> {
  return withTarget(named, options, io, async (target, signal) => {
    const result = await judging(target, signal);
    const trouble = target.trouble();
    await tell(result, plan, options, io);
    if (trouble !== null) io.err(`${trouble}\n`);
    return result.exitCode;
  });
}

/** Does the work with the provider that is named, and stops what was started; an interrupt aborts the signal. */
export async function withTarget<T>(
  named: NamedProvider,
  options: TargetOptions,
  io: Io,
  work: (target: Target, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const interrupted = new AbortController();
  const stopListening = io.onInterrupt(() => interrupted.abort());
  try {
    const target = await targetOf(named, options, io, interrupted.signal);
    try {
      return await work(target, interrupted.signal);
    } finally {
      await target.stop();
    }
  } finally {
    stopListening();
  }
}

/** Writes the reports, and tells the result on standard output. */
async function tell(
  result: RunResult,
  plan: ReportPlan,
  { quiet }: Pick<TargetOptions, "quiet">,
  io: Io,
): Promise<void> {
  await writeReports(result, plan);
  if (quiet) {
    io.out(`${renderVerdictLine(result)}\n`);
    return;
  }
  await printReport(result, plan, io);
  tellWritten(plan, io);
}
