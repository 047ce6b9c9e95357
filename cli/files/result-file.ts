/** Reads a result from its file. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../reports/attestation.ts";
import { readResult, ResultError } from "../../result/read-result.ts";
import type { RunResult } from "../../result/result.ts";
import { asUsage, UsageError } from "../io.ts";
import { decoded, readBytes } from "./read-file.ts";

interface ReadResult {
  readonly result: RunResult;
  readonly digest: string;
}

/** Reads a result from its file. @throws {UsageError} if the file contains no result */
export function readResultFile(path: string): ReadResult {
  const inside = join(path, "result.json");
  if (existsSync(inside)) {
    throw new UsageError(`${JSON.stringify(path)} is a folder; did you mean ${JSON.stringify(inside)}?`);
  }
  return resultIn(path, readBytes(path));
}

/** Reads a result from the bytes of a file. @throws {UsageError} if they are no result; the message names the file */
export function resultIn(path: string, bytes: Uint8Array): ReadResult {
  const text = decoded(path, bytes);
  const result = asUsage(
    ResultError,
    () => readResult(text),
    ({ message }) => `The file ${JSON.stringify(path)} ${message}`,
  );
  return { result, digest: sha256(bytes) };
}

/** Reads a baseline. @throws {UsageError} when it is no result, or that of a shard, a selection or an incomplete run */
export function readBaseline(path: string): RunResult {
  if (!existsSync(path)) {
    throw new UsageError(
      `The baseline ${JSON.stringify(path)} does not exist; copy the result.json of the last release there, or leave the baseline out until there is one`,
    );
  }
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
