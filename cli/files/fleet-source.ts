/** Reads results of fleets from their files. */
import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { FLEET_FORMAT, type FleetResult } from "../../result/fleet-result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { packageFile } from "../../spec/package-file.ts";
import { UsageError } from "../io.ts";
import { FLEET_REPORTS } from "./fleet-files.ts";

let validator: ValidateFunction<FleetResult> | undefined;

/** The validator. The schema is compiled only once. */
function isFleet(): ValidateFunction<FleetResult> {
  const schema = (): object => JSON.parse(packageFile("result/fleet.schema.json")) as object;
  validator ??= new Ajv2020({ strict: false }).compile<FleetResult>(schema());
  return validator;
}

/**
 * Reads the result of a fleet from a text. Returns null for anything else, whose faults the reader of results reports.
 * @throws {UsageError} if the text has the format of a fleet's result, but does not match its schema
 */
export function fleetIn(text: string, path: string): FleetResult | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || Reflect.get(value, "format") !== FLEET_FORMAT) return null;
  const validate = isFleet();
  if (validate(value)) return value;
  const [fault] = validate.errors ?? [];
  const where = excerpt(`${fault?.instancePath ?? ""} ${fault?.message ?? ""}`.trim(), 200);
  throw new UsageError(`The file ${JSON.stringify(path)} is not the result of a fleet: ${where}`);
}

/** The files `fleet.json` in the given places: a file itself; the one in a folder, or else those in its subfolders. */
export function fleetFilesAt(places: readonly string[]): readonly string[] {
  return places.flatMap((place) => {
    if (basename(place) === FLEET_REPORTS.json) return [place];
    if (!isFolder(place)) return [];
    const own = join(place, FLEET_REPORTS.json);
    if (isFile(own)) return [own];
    // There may be files beside the folders, such as the logs of the shards.
    const within = readdirSync(place)
      .toSorted()
      .map((name) => join(place, name))
      .filter(isFolder);
    return within.map((path) => join(path, FLEET_REPORTS.json)).filter(isFile);
  });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
