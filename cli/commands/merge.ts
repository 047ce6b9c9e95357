/** `merge`: makes one result from the results of all shards of a run, or of a fleet. */
import { dirname, join } from "node:path";
import { mergeResults } from "../../library/merge-results.ts";
import { defined } from "../../result/defined.ts";
import { fleetFaults, type FleetPart, joinedFleet, judgedMember } from "../../result/over/fleet.ts";
import type { FleetMember, FleetResult } from "../../result/over/fleet-result.ts";
import { missingWords, type NamedResult } from "../../result/over/shards.ts";
import { baselineOf, givenExpectations } from "../options/judging-options.ts";
import { givenDocument } from "../options/document-options.ts";
import type { OptionsOf } from "../options/table.ts";
import { commandOf, optionsOf } from "../options/parser.ts";
import type { TypedOption } from "../options/typed-options.ts";
import { givenWaivers } from "../files/waivers-file.ts";
import { planReports, prepareReports, report, summaryFileOf } from "../files/write-reports.ts";
import { readResults, RESULTS_WITHIN } from "../files/result-sources.ts";
import {
  closing,
  fleetFilesAt,
  fleetIn,
  fleetPaths,
  intoFleetFolder,
  lastLine,
  memberFiles,
  memberFolders,
  writeMember,
} from "../files/fleet-files.ts";
import { readUtf8 } from "../files/read-file.ts";
import { readResultFile } from "../files/result-file.ts";
import { whileLocked } from "../files/lock.ts";
import { EXIT, type Io, UsageError } from "../io.ts";

/** The options of `merge`, with those that were typed. */
type MergeOptions = OptionsOf<"merge"> & { readonly typed: readonly TypedOption[] };

/**
 * Runs `merge`.
 * @returns the exit status of the whole run; 3 if the results cannot be merged
 * @throws {UsageError} when an option cannot be used, or a report cannot be written
 */
export async function merge(places: readonly string[], options: MergeOptions, io: Io): Promise<number> {
  const fleets = fleetFilesAt(places);
  if (fleets.length > 0) {
    requireParts(places, options);
    return mergeFleet(fleets, options, io);
  }
  const operation = (await givenDocument(options))?.operation;
  const expectations = await givenExpectations(options, operation);
  const baseline = await baselineOf(options);
  const waivers = options.waivers === undefined && !options.allowWaived ? {} : await givenWaivers(options, operation);
  const plan = planReports(
    options,
    io,
    places.map((path) => ({ path, within: RESULTS_WITHIN })),
  );
  const { results, faults } = await readResults(places, io);
  const wishes = { expectations, ...waivers, ...baseline };
  const merged = await mergeResults(results, wishes, operation);
  // Where no result could be read, that is all there is to say.
  const ofMerging = "faults" in merged && results.length > 0 ? merged.faults : [];
  if (faults.length > 0 || "faults" in merged) return notMerged("The results", [...faults, ...ofMerging], io);
  const { result } = merged;
  await whileLocked(plan.folder, () => report(result, { plan, quiet: options.quiet }, io));
  return result.exitCode;
}

/** @throws {UsageError} when there are other results besides the parts of a fleet, or for an option about runs */
function requireParts(places: readonly string[], { typed }: MergeOptions): void {
  const without = places.find((place) => fleetFilesAt([place]).length === 0);
  if (without !== undefined) {
    throw new UsageError(`${JSON.stringify(without)} holds no fleet.json, and other places do; merge them apart`);
  }
  // All others belong to the providers, which have been judged with their own.
  const ofFleets = new Set(optionsOf(commandOf("fleet")).map(({ typedName }) => typedName));
  const other = typed.find(({ name }) => !ofFleets.has(name))?.name;
  if (other !== undefined) {
    throw new UsageError(
      `${other} cannot be used with the parts of a fleet, whose providers were judged with their own options; leave it out`,
    );
  }
}

function notMerged(what: string, faults: readonly string[], io: Io): number {
  io.out(`INCONCLUSIVE   ${what} were not merged.\n`);
  for (const fault of faults) io.err(`${fault}\n`);
  return EXIT.inconclusive;
}

/**
 * Joins the parts of a fleet, and writes its reports. The result and the report of each provider are written again,
 * from its `result.json` next to the `fleet.json` of its part.
 * @param files the `fleet.json` of each part
 * @returns the worst exit status of the providers that may not fail; 3 if a part is missing, or the parts do not fit
 * @throws {UsageError} without a folder, and when a report cannot be written
 */
async function mergeFleet(files: readonly string[], options: MergeOptions, io: Io): Promise<number> {
  const { out, quiet } = options;
  if (out === undefined) {
    throw new UsageError("The parts of a fleet are merged into a folder of reports; give it with --out");
  }
  const { parts, faults } = readParts(files);
  const ofParts = [...faults, ...fleetFaults(parts)];
  const [first, ...others] = parts;
  if (ofParts.length > 0 || first === undefined) return notMerged("The parts of the fleet", ofParts, io);
  const summaryFile = options.github ? summaryFileOf(io) : null;
  const folders = memberFolders(first.result.shard.planned.map(({ name }) => name));
  const sources = placesOf([first, ...others], folders);
  const ofResults = sources.flatMap(sourceFault);
  if (ofResults.length > 0) return notMerged("The parts of the fleet", ofResults, io);
  prepareReports(
    fleetPaths(out, folders).map((path) => ({ path })),
    [...files, ...sources.map(({ file }) => file)].map((path) => ({ path })),
  );
  const result = await intoFleetFolder({ out, known: folders, folders, summaryFile }, io, async () => {
    const members = new Map<string, FleetMember>();
    for (const source of sources) members.set(source.member.name, await writtenMember(source, out, io));
    return joinedFleet([first.result, ...others.map((part) => part.result)], members);
  });
  const missing = missingWords(parts.map((part) => part.result));
  if (missing !== null) io.err(`${missing}\n`);
  io.out(quiet ? `${lastLine(result)}\n` : closing(result, out));
  return result.exitCode;
}

interface ReadParts {
  readonly parts: ReadonlyArray<NamedResult<FleetPart>>;
  readonly faults: readonly string[];
}

function readParts(files: readonly string[]): ReadParts {
  const read = files.map((file): NamedResult<FleetPart> | string => {
    try {
      const fleet = fleetIn(readUtf8(file), file);
      if (fleet === null) return `The file ${JSON.stringify(file)} is not the result of a fleet.`;
      return isPart(fleet)
        ? { name: file, result: fleet }
        : `${file} is the result of a whole fleet, and not of a shard.`;
    } catch (error) {
      if (error instanceof UsageError) return `${error.message}.`;
      throw error;
    }
  });
  return {
    parts: read.filter((one) => typeof one !== "string"),
    faults: read.filter((one) => typeof one === "string"),
  };
}

function isPart(fleet: FleetResult): fleet is FleetPart {
  return fleet.shard !== undefined;
}

/** A provider of a part, and the place of its result. */
interface MemberSource {
  readonly member: FleetMember;
  readonly folder: string;
  readonly file: string;
}

/** The places depend only on the names, because a path in a part may lead anywhere. */
function placesOf(parts: ReadonlyArray<NamedResult<FleetPart>>, folders: readonly string[]): readonly MemberSource[] {
  return parts.flatMap(({ name: part, result: { providers, shard } }) =>
    providers.map((member) => {
      const folder = folders[shard.planned.findIndex(({ name }) => name === member.name)] ?? "";
      return { member, folder, file: join(dirname(part), memberFiles(folder).result) };
    }),
  );
}

/**
 * Why the result of a provider is not the one in its part, in a sentence. Reads nothing for a provider without a run.
 */
function sourceFault({ member, file }: MemberSource): readonly string[] {
  if (member.files === undefined) return [];
  try {
    const { result } = readResultFile(file);
    const isSame = result.startedAt === member.startedAt && result.verdict === member.verdict;
    return isSame ? [] : [`The file ${JSON.stringify(file)} is of another run than the one that fleet.json tells of.`];
  } catch (error) {
    if (error instanceof UsageError) return [`${error.message}.`];
    throw error;
  }
}

/** Writes the files of a provider. One that was not judged has no result. */
async function writtenMember({ member, folder, file }: MemberSource, out: string, io: Io): Promise<FleetMember> {
  if (member.files === undefined) return member;
  const { result } = readResultFile(file);
  const { name, labels, mayFail, baseUrl } = member;
  const named = { name, labels, baseUrl, ...defined({ mayFail }) };
  return judgedMember(named, result, await writeMember(result, { out, folder }, io));
}
