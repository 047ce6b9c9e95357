/** Reads the runs in a file: one result, or the results of a fleet. */
import { type HistoryEntry, entriesOfFleet, entryOfResult } from "../../result/history-entry.ts";
import { excerpt } from "../../result/safe-text.ts";
import { UsageError } from "../io.ts";
import { fleetIn } from "./fleet-source.ts";
import { readUtf8 } from "./read-file.ts";
import { readResultFile } from "./result-file.ts";

/** The most UTF-16 code units of a name. The schema of an entry has the same limit. */
const LONGEST_NAME = 2_000;

/**
 * Reads the file.
 * @param provider the name of the provider in the history, for a single result; by default its base URL
 * @throws {UsageError} if the file contains no run, or the name cannot be used
 */
export function readRuns(path: string, provider?: string): readonly HistoryEntry[] {
  if (provider !== undefined) requireName(provider);
  const fleet = fleetIn(readUtf8(path), path);
  if (fleet !== null) {
    if (provider === undefined) return entriesOfFleet(fleet);
    throw new UsageError(
      `The file ${JSON.stringify(path)} is of a fleet, which names its providers; leave out --provider`,
    );
  }
  const { result } = readResultFile(path);
  if (result.shard !== undefined) {
    throw new UsageError(
      `The file ${JSON.stringify(path)} is of shard ${result.shard.index} of ${result.shard.of}, a part of a run; give the result of merge`,
    );
  }
  if (result.requirements.length > 0) return [entryOfResult(result, provider ?? result.provider.baseUrl)];
  throw new UsageError(`The file ${JSON.stringify(path)} is of a run without checks; give the result of check`);
}

/** Refuses a name with which the entry could not be read again. */
function requireName(provider: string): void {
  if (provider.trim() !== "" && provider.length <= LONGEST_NAME) return;
  const shown = JSON.stringify(excerpt(provider, 100));
  throw new UsageError(`--provider is ${shown}; give a string of 1 to ${LONGEST_NAME} characters`);
}
