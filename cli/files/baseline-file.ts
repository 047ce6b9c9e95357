/** The earlier result that a run is compared with. It is read and validated before anything is sent. */
import type { RunResult } from "../../result/result.ts";
import { UsageError } from "../io.ts";
import { readResultFile } from "./result-file.ts";

/**
 * Reads a baseline from its file.
 * @throws {UsageError} when the file has no result, or that of an incomplete run or of a selection
 */
export function readBaseline(path: string): RunResult {
  const { result } = readResultFile(path);
  const isSelection = result.verdict === "selection-met";
  const isShard = result.shard !== undefined;
  if (result.complete && !isSelection && !isShard) return result;
  const why = isShard
    ? "that run was a shard; give the result of all of them, merged"
    : isSelection
      ? "that run was a selection of the checks; give the result of a run of all checks"
      : "that run was incomplete; give the result of a complete run";
  throw new UsageError(`The file ${JSON.stringify(path)} cannot be a baseline: ${why}`);
}
