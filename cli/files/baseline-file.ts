/** The earlier result that a run is compared with: read and held against its schema before anything is sent. */
import type { RunResult } from "../../result/result.ts";
import { withBaseline } from "../../result/with-baseline.ts";
import { UsageError } from "../io.ts";
import { readResultFile } from "./result-file.ts";

/**
 * A result that others are compared with, from its file.
 * @throws {UsageError} when the file holds none, or one of a run that was cut short
 */
export function readBaseline(path: string): RunResult {
  const { result } = readResultFile(path);
  if (result.complete) return result;
  throw new UsageError(
    `The file ${JSON.stringify(path)} is no baseline: its run was cut short, so that much was never asked; give the result of a whole run`,
  );
}

/**
 * What compares a run with the baseline in a file.
 * @throws {UsageError} when the file cannot be used
 */
export function againstBaseline(path: string, failOnRegression: boolean): (result: RunResult) => RunResult {
  const baseline = readBaseline(path);
  return (result) => withBaseline(result, baseline, failOnRegression);
}
