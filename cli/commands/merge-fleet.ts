/** `merge` of a fleet: joins the parts that shards have judged. */
import { defined } from "../../result/defined.ts";
import { dirname, join } from "node:path";
import { judgedMember } from "../../result/fleet.ts";
import type { FleetMember, FleetResult } from "../../result/fleet-result.ts";
import { fleetFaults, type FleetPart, joinedFleet, missingParts } from "../../result/merge-fleet.ts";
import {
  closing,
  fleetIn,
  fleetPaths,
  intoFleetFolder,
  lastLine,
  memberFiles,
  memberFolders,
  writeMember,
} from "../files/fleet-files.ts";
import { readUtf8 } from "../files/read-file.ts";
import { prepareReports, summaryFileOf } from "../files/write-reports.ts";
import { readResultFile } from "../files/result-file.ts";
import { EXIT, type Io, UsageError } from "../io.ts";

/** The options of `merge` that apply to a fleet. */
export interface MergeFleetOptions {
  /** The folder of the reports. */
  readonly out?: string;
  readonly github: boolean;
  readonly quiet: boolean;
}

/**
 * Joins the parts of a fleet, and writes its reports. The result and the report of each provider are written again,
 * from its `result.json` next to the `fleet.json` of its part.
 * @param files the `fleet.json` of each part
 * @returns the worst exit status of the providers that may not fail; 3 if a part is missing, or the parts do not fit
 * @throws {UsageError} without a folder, and when a report cannot be written
 */
export async function mergeFleet(files: readonly string[], options: MergeFleetOptions, io: Io): Promise<number> {
  const { out, quiet } = options;
  if (out === undefined) {
    throw new UsageError("The parts of a fleet are merged into a folder of reports; give it with --out");
  }
  const { parts, faults } = readParts(files);
  const ofParts = [...faults, ...fleetFaults(parts)];
  const [first, ...others] = parts;
  if (ofParts.length > 0 || first === undefined) return notMerged(ofParts, io);
  const summaryFile = options.github ? summaryFileOf(io) : null;
  const folders = memberFolders(first.fleet.shard.planned.map(({ name }) => name));
  const sources = placesOf([first, ...others], folders);
  const ofResults = sources.flatMap(sourceFault);
  if (ofResults.length > 0) return notMerged(ofResults, io);
  prepareReports(
    fleetPaths(out, folders).map((path) => ({ path })),
    [...files, ...sources.map(({ file }) => file)].map((path) => ({ path })),
  );
  const result = await intoFleetFolder({ out, known: folders, folders, summaryFile }, io, async () => {
    const members = new Map<string, FleetMember>();
    for (const source of sources) members.set(source.member.name, await writtenMember(source, out, io));
    return joinedFleet([first, ...others], members);
  });
  const missing = missingParts([first, ...others]);
  if (missing !== null) io.err(`${missing}\n`);
  io.out(quiet ? `${lastLine(result)}\n` : closing(result, out));
  return result.exitCode;
}

interface ReadParts {
  readonly parts: readonly FleetPart[];
  readonly faults: readonly string[];
}

function readParts(files: readonly string[]): ReadParts {
  const read = files.map((file): FleetPart | string => {
    try {
      const fleet = fleetIn(readUtf8(file), file);
      if (fleet === null) return `The file ${JSON.stringify(file)} is not the result of a fleet.`;
      return isPart(fleet) ? { name: file, fleet } : `${file} is the result of a whole fleet, and not of a shard.`;
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

function isPart(fleet: FleetResult): fleet is FleetPart["fleet"] {
  return fleet.shard !== undefined;
}

/** A provider of a part, and the place of its result. */
interface MemberSource {
  readonly member: FleetMember;
  readonly folder: string;
  readonly file: string;
}

/** The places depend only on the names, because a path in a part may lead anywhere. */
function placesOf(parts: readonly FleetPart[], folders: readonly string[]): readonly MemberSource[] {
  return parts.flatMap(({ name: part, fleet }) =>
    fleet.providers.map((member) => {
      const folder = folders[fleet.shard.planned.findIndex(({ name }) => name === member.name)] ?? "";
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

function notMerged(faults: readonly string[], io: Io): number {
  io.out("INCONCLUSIVE   The parts of the fleet were not merged.\n");
  for (const fault of faults) io.err(`${fault}\n`);
  return EXIT.inconclusive;
}
