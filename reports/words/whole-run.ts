/** The formats that speak of the provider as a whole, and so cannot be made of a selection. */
import type { RunResult } from "../../result/result.ts";

/** A report that a selection cannot have. The message says why, and what to do. */
export class SelectionReportError extends Error {
  override readonly name = "SelectionReportError";
}

/**
 * Refuses the result of a selection that was met: others would read it as a verdict on the provider.
 * @param report what is asked for, with its article: `a badge`
 * @throws {SelectionReportError} for such a result
 */
export function requireWholeRun({ verdict }: Pick<RunResult, "verdict">, report: string): void {
  if (verdict !== "selection-met") return;
  throw new SelectionReportError(
    `The run was a selection of the checks, which is not a verdict on the provider, and ${report} would be read as one; run all checks for it`,
  );
}
