/** Formats that are only for whole runs, and not for a selection. */
import type { RunResult } from "../../result/result.ts";

/** A report is not available for a selection. The message says why, and what to do. */
export class SelectionReportError extends Error {
  override readonly name = "SelectionReportError";
}

/**
 * Rejects the result of a selection that was met: others would read it as a verdict on the whole provider.
 * @param report the report, with its article: `a badge`
 * @throws {SelectionReportError} when the verdict is `selection-met`
 */
export function requireWholeRun({ verdict }: Pick<RunResult, "verdict">, report: string): void {
  if (verdict !== "selection-met") return;
  throw new SelectionReportError(
    `The run was a selection of the checks, which is not a verdict on the provider, and ${report} would be read as one; run all checks for it`,
  );
}
