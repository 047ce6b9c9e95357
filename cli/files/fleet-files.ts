/** The places of a fleet's files: a folder per provider, and the reports about all providers. */
import { lstatSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { groupBy } from "../../spec/defined.ts";
import { FLEET_FORMAT, type FleetFiles, type FleetResult } from "../../result/over/fleet-result.ts";
import { asUsage, cannotBe, type Io, UsageError } from "../io.ts";
import { LOG_FILE } from "../options/provider-options.ts";
import { readUtf8, statsOf } from "./read-file.ts";
import { fleetRenderers, renderers } from "../../reports/index.ts";
import type { RunResult } from "../../result/result.ts";
import { whileLocked } from "./lock.ts";
import { digestOf, plainName, writeFile } from "./write-file.ts";
import { addToSummary, prepareReports, summaryFileOf, writtenWords, type Input } from "./write-reports.ts";
import type { OptionsOf } from "../options/option-table.ts";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { count, excerpt } from "../../result/safe-text.ts";
import { packageFile } from "../../spec/package-file.ts";
import { fleetCauses, fleetFigures, fleetVerdict } from "../../reports/fleet/fleet-words.ts";

const FLEET_REPORTS = {
  json: "fleet.json",
  html: "fleet.html",
  markdown: "fleet.md",
  junit: "fleet.junit.xml",
  csv: "fleet.csv",
} as const;

/** Names that Windows reserves for devices. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** A folder for each name: its letters and digits, with a digest of the name if two have the same, or one has none. */
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
function fleetPaths(out: string, folders: readonly string[]): readonly string[] {
  const own = folders.flatMap((folder) => Object.values(memberFiles(folder)));
  return [...Object.values(FLEET_REPORTS), ...own].map((name) => join(out, name));
}

/** The folders of providers that an earlier fleet had here. Only names in its `fleet.json` count. */
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

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is not empty, or does not exist.
  }
}

/** Removes files of an earlier run, because a provider that cannot be judged has no result. */
function removeEarlier(paths: readonly string[]): void {
  for (const path of paths) {
    asUsage(Error, () => rmSync(path, { force: true }), cannotBe("replaced", "The report", path));
  }
}

/** The reports of a fleet. Folder names are relative to `out`. */
interface FleetReports extends Pick<OptionsOf<"fleet">, "out" | "github" | "quiet"> {
  /** The folders of all providers of the fleet. Other folders belong to providers that it no longer has. */
  readonly known: readonly string[];
  readonly folders: readonly string[];
  /** What the command reads. */
  readonly read: readonly Input[];
  /** Prints what comes before the end. */
  readonly onWritten: () => void;
}

/**
 * Judges a fleet, writes its reports into its folder, which is locked meanwhile, and prints the end. Earlier reports are
 * removed first. @returns the exit status
 */
export async function reportFleet(
  { out, known, folders, github, read, quiet, onWritten }: FleetReports,
  io: Io,
  judge: () => Promise<FleetResult>,
): Promise<number> {
  const summaryFile = github ? summaryFileOf(io) : null;
  const paths = fleetPaths(out, folders);
  prepareReports(
    paths.map((path) => ({ path })),
    read,
  );
  const fleet = await whileLocked(out, async () => {
    for (const folder of staleFolders(out, known)) removeMember(out, folder);
    removeEarlier(paths);
    const result = await judge();
    await writeFleet(result, out, io);
    // A provider that was not judged has no files.
    for (const folder of folders) removeIfEmpty(join(out, folder));
    if (summaryFile !== null) addToSummary(await fleetRenderers.markdown(result), summaryFile);
    return result;
  });
  onWritten();
  io.out(quiet ? `${lastLine(fleet)}\n` : closing(fleet, out));
  return fleet.exitCode;
}

async function writeFleet(result: FleetResult, out: string, io: Io): Promise<void> {
  for (const [format, name] of Object.entries(FLEET_REPORTS) as [keyof typeof FLEET_REPORTS, string][]) {
    await writeFile(join(out, name), [await fleetRenderers[format](result)], "The report", io);
  }
}

/** Writes the result and the report of one provider. @param folder that of the provider, relative to `out` */
export async function writeMember(
  result: RunResult,
  { out, folder }: { readonly out: string; readonly folder: string },
  io: Io,
): Promise<FleetFiles> {
  const files = memberFiles(folder);
  const parts = (await renderers.json.parts?.(result)) ?? [await renderers.json.render(result)];
  await writeFile(join(out, files.result), parts, "The report", io);
  await writeFile(join(out, files.report), [await renderers.html.render(result)], "The report", io);
  return files;
}

let validator: ValidateFunction<FleetResult> | undefined;

/** The validator. The schema is compiled only once. */
function isFleet(): ValidateFunction<FleetResult> {
  const schema = (): object => JSON.parse(packageFile("result/fleet.schema.json")) as object;
  validator ??= new Ajv2020({ strict: false }).compile<FleetResult>(schema());
  return validator;
}

/** The result of a fleet in a text; null for another format. @throws {UsageError} if it does not match its schema */
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
    const isFile = (path: string): boolean => statsOf(path)?.isFile() === true;
    if (isFile(own)) return [own];
    const names = asUsage(Error, () => readdirSync(place), cannotBe("read", "The folder", place));
    return names
      .toSorted()
      .map((name) => join(place, name, FLEET_REPORTS.json))
      .filter(isFile);
  });
}

/** Whether there is a folder, or a link to one. */
export function isFolder(path: string): boolean {
  return statsOf(path)?.isDirectory() === true;
}

/** The verdict and the figures. */
function lastLine(result: FleetResult): string {
  return `${fleetVerdict(result)}   ${fleetFigures(result)}`;
}

/** The most causes to print. The page has all of them. */
const MOST_CAUSES = 10;

/** The causes, the verdict, and the place of the reports. */
function closing(result: FleetResult, out: string): string {
  const causes = fleetCauses(result);
  const lines = causes.slice(0, MOST_CAUSES).map(({ cause, members }) => {
    return `  ${count(members.length, "provider").padStart(13)}   ${cause.level.padEnd(6)}   ${excerpt(cause.title, 120)}`;
  });
  const more = causes.length - lines.length;
  return [
    "",
    ...(lines.length === 0 ? [] : ["Causes:", ...lines, ...(more > 0 ? [`  and ${more} more`] : []), ""]),
    lastLine(result),
    writtenWords(Object.values(FLEET_REPORTS).map((name) => join(out, name))),
    "",
  ].join("\n");
}
