/** The runs that a file holds: one result, or those of a fleet. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { FLEET_FORMAT, type FleetResult } from "../../result/fleet-result.ts";
import { type HistoryEntry, entriesOfFleet, entryOfResult } from "../../result/history-entry.ts";
import { excerpt } from "../../result/safe-text.ts";
import { packageFile } from "../../spec/package-file.ts";
import { UsageError } from "../io.ts";
import { readUtf8 } from "./read-file.ts";
import { readResultFile } from "./result-file.ts";

/** UTF-16 code units of a name, as the schema of an entry has it. */
const LONGEST_NAME = 2_000;

/**
 * Reads the file.
 * @param provider what the history calls the provider of a result; by default its base URL
 * @throws {UsageError} when the file holds no run, or the name cannot be used
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
  if (result.requirements.length > 0) return [entryOfResult(result, provider ?? result.provider.baseUrl)];
  throw new UsageError(`The file ${JSON.stringify(path)} is of a run without checks; give the result of check`);
}

/** An entry with another name could not be read again. */
function requireName(provider: string): void {
  if (provider.trim() !== "" && provider.length <= LONGEST_NAME) return;
  const shown = JSON.stringify(excerpt(provider, 100));
  throw new UsageError(`--provider is ${shown}; give a text of 1 to ${LONGEST_NAME} characters`);
}

/** Null for anything else: the reader of results says what is wrong with it. */
function fleetIn(text: string, path: string): FleetResult | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || Reflect.get(value, "format") !== FLEET_FORMAT) return null;
  const schema = JSON.parse(packageFile("result/fleet.schema.json")) as object;
  const isFleet = new Ajv2020({ strict: false }).compile<FleetResult>(schema);
  if (isFleet(value)) return value;
  const [fault] = isFleet.errors ?? [];
  const where = excerpt(`${fault?.instancePath ?? ""} ${fault?.message ?? ""}`.trim(), 200);
  throw new UsageError(`The file ${JSON.stringify(path)} is no result of a fleet: ${where}`);
}
