/** Where a fleet's files go: a folder for each provider, and the reports about all of them. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { groupBy } from "../../result/group.ts";
import type { FleetFiles } from "../../result/fleet-result.ts";
import { UsageError } from "../io.ts";
import { systemWords } from "../process/faults.ts";
import { digestOf, plainName } from "./folder-name.ts";

/** The reports about the whole fleet, by what they are. */
export const FLEET_REPORTS = {
  json: "fleet.json",
  html: "fleet.html",
  markdown: "fleet.md",
  junit: "fleet.junit.xml",
  csv: "fleet.csv",
} as const;

/** Names that Windows keeps for devices. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * A folder for each name, in the order of the names. It is made of the name's letters and digits; where two names have
 * the same, or one has none, a digest of the name tells them apart.
 */
export function memberFolders(names: readonly string[]): readonly string[] {
  const plain = names.map(plainName);
  const same = groupBy(plain, (text) => text);
  return plain.map((text, at) => {
    const isAlone = text !== "" && !RESERVED.test(text) && same.get(text)?.length === 1;
    const folder = isAlone ? text : [text, digestOf(names[at] ?? "", 12)].filter((part) => part !== "").join("-");
    return `providers/${folder}`;
  });
}

/** The files of a provider, from its folder. */
export function memberFiles(folder: string): FleetFiles {
  return { result: `${folder}/result.json`, report: `${folder}/report.html` };
}

/** Every file of a fleet: those about the whole, and those of each provider. */
export function fleetPaths(out: string, folders: readonly string[]): readonly string[] {
  const own = folders.flatMap((folder) => Object.values(memberFiles(folder)));
  return [...Object.values(FLEET_REPORTS), ...own].map((name) => join(out, name));
}

/**
 * Removes what an earlier run has left: a provider that cannot be judged has no result.
 * @throws {UsageError} when something cannot be removed
 */
export function removeEarlier(paths: readonly string[]): void {
  for (const path of paths) {
    try {
      rmSync(path, { force: true });
    } catch (error) {
      throw new UsageError(`The report ${JSON.stringify(path)} cannot be replaced: ${systemWords(error)}`);
    }
  }
}
