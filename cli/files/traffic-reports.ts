/** The reports on traffic and their places: planned before anything is read, written afterwards. */
import { defined } from "../../spec/defined.ts";
import { type TrafficReportFormat, trafficRenderers } from "../../reports/index.ts";
import type { TrafficResult } from "../../traffic/traffic-result.ts";
import { type Io, UsageError, wantsColour } from "../io.ts";
import type { Input } from "./input-files.ts";
import { formatAndFile, prepareReports, STANDARD_OUTPUT } from "./write-reports.ts";
import { writeFile } from "./write-file.ts";

/** The reports to write, and the report to print. */
export interface TrafficReportPlan {
  readonly files: ReadonlyArray<{ readonly format: TrafficReportFormat; readonly path: string }>;
  readonly onOutput: TrafficReportFormat;
}

/**
 * Reads the options, and makes sure that everything can be written before anything is read.
 * @param read the files that the command reads
 * @throws {UsageError} if an option is invalid, or a report cannot be written
 */
export function planTrafficReports(given: readonly string[], read: readonly Input[]): TrafficReportPlan {
  const all = given.map((one) => formatAndFile(one, trafficRenderers));
  const [printed, ...more] = all.filter(({ path }) => path === STANDARD_OUTPUT);
  if (more.length > 0) throw new UsageError("Two reports would go to standard output; give all but one a file");
  const files = all.filter(({ path }) => path !== STANDARD_OUTPUT);
  prepareReports(files, read);
  return { files, onOutput: printed?.format ?? "text" };
}

/** Writes the files, and prints the other report. @throws {OutputError} if a file cannot be written */
export async function reportTraffic(result: TrafficResult, plan: TrafficReportPlan, io: Io): Promise<void> {
  for (const { format, path } of plan.files) {
    await writeFile(path, [await trafficRenderers[format].render(result)], "The report", io);
  }
  const options = { colour: wantsColour(io), ...defined({ width: io.columns }) };
  io.out(await trafficRenderers[plan.onOutput].render(result, options));
  if (plan.files.length > 0) io.err(`Written: ${plan.files.map(({ path }) => path).join(", ")}\n`);
}
