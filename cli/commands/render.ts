/** `render`: makes reports from an existing result file. */
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
import { isPartMet } from "../../reports/words/verdict-line.ts";
import { readResultFile } from "../files/result-file.ts";

/** Runs `render`. Without a report to write, the text report is printed. @returns 0, whatever the verdict */
export async function render(path: string, options: ReportOptions, io: Io): Promise<number> {
  const { result, digest } = readResultFile(path);
  const plan = { ...planReports(options, io, [{ path, format: "json" }]), resultSha256: digest };
  if (isPartMet(result)) refuseOfSelection(plan);
  await whileLocked(plan.folder, () => writeReports(result, plan, io));
  if (plan.onOutput !== null || plan.files.length === 0 || plan.summaryFile !== null) {
    await printReport(result, plan, io);
  }
  tellWritten(plan, io);
  return 0;
}
