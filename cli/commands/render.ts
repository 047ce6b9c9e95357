/** `render`: makes reports of a result that was written before. */
import type { Io } from "../io.ts";
import {
  type ReportOptions,
  planReports,
  printReport,
  refuseOfSelection,
  tellWritten,
  writeReports,
} from "../files/write-reports.ts";
import { whileLocked } from "../files/lock.ts";
import { readResultFile } from "../files/result-file.ts";

/**
 * Runs `render`. Without a report to write, the text report is printed.
 * @returns 0: the exit status tells of the rendering, not of the provider
 * @throws {UsageError} when the file holds no result, or a report cannot be written
 */
export async function render(path: string, options: ReportOptions, io: Io): Promise<number> {
  const { result, digest } = readResultFile(path);
  const plan = planReports(options, io, [{ path, format: "json" }]);
  if (result.verdict === "selection-met") refuseOfSelection(plan);
  await whileLocked(plan.folder, () => writeReports(result, plan, io, digest));
  if (plan.onOutput !== null || plan.files.length === 0 || plan.summaryFile !== null) {
    await printReport(result, plan, io, digest);
  }
  tellWritten(plan, io);
  return 0;
}
