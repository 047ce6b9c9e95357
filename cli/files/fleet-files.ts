/** The places of a fleet's files: a folder per provider, and the reports about all providers. */
import { lstatSync, rmSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { groupBy } from "../../result/group.ts";
import { FLEET_FORMAT, type FleetFiles } from "../../result/fleet-result.ts";
import { UsageError } from "../io.ts";
import { LOG_FILE } from "../options/named-provider.ts";
import { systemWords } from "../process/faults.ts";
import { readUtf8 } from "./read-file.ts";
import { digestOf, plainName } from "./folder-name.ts";

/** The reports about the whole fleet, by their content. */
export const FLEET_REPORTS = {
  json: "fleet.json",
  html: "fleet.html",
  markdown: "fleet.md",
  junit: "fleet.junit.xml",
  csv: "fleet.csv",
} as const;

/** Names that Windows reserves for devices. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * A folder for each name, in the order of the names. It consists of the name's letters and digits. If two names have
 * the same, or one has none, a digest of the name is added.
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
 * The folders of an earlier fleet in the same place, for providers that are no longer in the fleet. Only folders of
 * names in its `fleet.json` count: everything else there belongs to others.
 */
export function staleFolders(out: string, folders: readonly string[]): readonly string[] {
  const earlier = memberFolders(namesIn(join(out, FLEET_REPORTS.json)));
  return earlier.filter(
    (folder) => !folders.includes(folder) && [dirname(folder), folder].every((one) => isOwnFolder(join(out, one))),
  );
}

/** Whether a path is a folder and not a link, which may lead to files of others. */
function isOwnFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The providers of an earlier fleet; empty if the file does not contain a fleet. */
function namesIn(path: string): readonly string[] {
  try {
    const fleet = JSON.parse(readUtf8(path)) as { readonly format?: unknown; readonly providers?: unknown };
    if (fleet.format !== FLEET_FORMAT || !Array.isArray(fleet.providers)) return [];
    const names = fleet.providers.map((provider: unknown): unknown => Reflect.get(Object(provider), "name"));
    return names.filter((name) => typeof name === "string");
  } catch {
    return [];
  }
}

/** Removes the files that a fleet has written for a provider, and its folder if it is empty then. */
export function removeMember(out: string, folder: string): void {
  removeEarlier([...Object.values(memberFiles(folder)), `${folder}/${LOG_FILE}`].map((name) => join(out, name)));
  removeIfEmpty(join(out, folder));
}

/** Removes an empty folder. */
export function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is not empty, or does not exist.
  }
}

/**
 * Removes files of an earlier run, because a provider that cannot be judged has no result.
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
