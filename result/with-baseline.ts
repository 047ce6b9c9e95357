/** Adds the comparison with a baseline to a result. Pure. */
import { regressionWords, regressions } from "./changes.ts";
import { compare } from "./compare-results.ts";
import type { RunResult } from "./result.ts";

/**
 * The result with the changes since its baseline. If regressions fail the run, a regression adds a reason and sets the
 * exit status to 1. The verdict stays, because it is only about the document. A run that could not be judged keeps its
 * exit status 3, unless something is broken that was met.
 */
export function withBaseline(result: RunResult, baseline: RunResult, failOnRegression: boolean): RunResult {
  const comparison = compare(baseline, result);
  const compared = { ...result, baseline: comparison };
  if (!failOnRegression || !comparison.regression) return compared;
  const sentence = regressionWords(comparison);
  if (result.exitCode === 0) return { ...compared, exitCode: 1, reasons: [sentence, ...result.reasons] };
  const exitCode = regressions(comparison).length > 0 ? 1 : result.exitCode;
  return { ...compared, exitCode, reasons: [...result.reasons, sentence] };
}
