/** A run compared with its baseline. Pure. */
import { regressionWords, regressions } from "./changes.ts";
import { compare } from "./compare-results.ts";
import type { RunResult } from "./result.ts";

/**
 * The result with what changed since its baseline. Where regressions fail the run, one ends in exit status 1 and a
 * reason; the verdict, which is about the document alone, stays. A run that could not be judged, and in which nothing
 * was seen broken that was met, keeps its exit status 3.
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
