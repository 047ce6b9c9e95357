/** Formats that are only for whole runs: not for a selection, and not for contracts without the checks. */
import { isOfContracts } from "../../result/contract-result.ts";
import type { RunResult } from "../../result/result.ts";

/** A report is not available for a selection. The message says why, and what to do. */
export class SelectionReportError extends Error {
  override readonly name = "SelectionReportError";
}

/**
 * Whether a run asked only a part and met it. A run of only contracts has no verdict then, and the exit status of the
 * contracts.
 */
export function isPartMet(result: Pick<RunResult, "verdict" | "exitCode" | "selection">): boolean {
  return result.verdict === "selection-met" || (isOfContracts(result) && result.exitCode === 0);
}

/**
 * Rejects the result of a part that was met: others would read it as a verdict on the whole provider.
 * @param report the report, with its article: `a badge`
 * @throws {SelectionReportError} when the run asked only a part
 */
export function requireWholeRun(result: Pick<RunResult, "verdict" | "exitCode" | "selection">, report: string): void {
  if (!isPartMet(result)) return;
  throw new SelectionReportError(
    `The run was a selection of the checks, which is not a verdict on the provider, and ${report} would be read as one; run all checks for it`,
  );
}
