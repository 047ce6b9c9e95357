/** `merge`: makes one result from the results of all shards of a run, or of a fleet. */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { messageOf, noTextWords, requestText } from "../../contracts/fetch-text.ts";
import { readAll } from "../../http/streams.ts";
import { mergeResults } from "../../library/merge-results.ts";
import { defined } from "../../spec/defined.ts";
import type { FleetMember, FleetResult } from "../../result/over/fleet-result.ts";
import { fleetFaults, type FleetPart, joinedFleet, judgedMember } from "../../result/over/fleet.ts";
import { missingWords, type NamedResult } from "../../result/over/shards.ts";
import type { RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { MOST_SHARDS } from "../../result/shard-result.ts";
import {
  fleetFilesAt,
  fleetIn,
  isFolder,
  memberFiles,
  memberFolders,
  reportFleet,
  writeMember,
} from "../files/fleet-files.ts";
import { type FilesWithin, planReports, report, STANDARD_OUTPUT as STANDARD_INPUT } from "../files/write-reports.ts";
import { whileLocked } from "../files/lock.ts";
import { readBytes, readUtf8 } from "../files/read-file.ts";
import { readResultFile, resultIn } from "../files/result-file.ts";
import { cannotBe, EXIT, type Io, UsageError } from "../io.ts";
import { givenDocument } from "../options/document-options.ts";
import { wholeRunWishes } from "../options/judging-options.ts";
import { commandOf, optionsOf } from "../options/commander-options.ts";
import type { OptionsOf } from "../options/option-table.ts";
import type { TypedOption } from "../options/typed-options.ts";

// Reads results from files, folders, standard input and URLs, within limits, because others wrote them.

const MOST = {
  results: MOST_SHARDS,
  /** The bytes of one result from a URL. */
  bytes: 64 * 1024 * 1024,
  /** The bytes of all results together, and of standard input. */
  all: 512 * 1024 * 1024,
  depth: 4,
  urlMs: 60_000,
} as const;

/** The names of results in a folder: as in reports, or by shard. */
const RESULT_NAME = /^(?:result|shard).*\.json$/;

export const RESULTS_WITHIN: FilesWithin = { names: RESULT_NAME, depth: MOST.depth };

/** The results that could be read, and a sentence for each that could not. */
interface ReadSources {
  readonly results: ReadonlyArray<NamedResult<RunResult>>;
  readonly faults: readonly string[];
}

interface Raw {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Reads results. @param places files, folders, `-` for standard input, and http or https URLs */
async function readResults(places: readonly string[], io: Pick<Io, "input">): Promise<ReadSources> {
  for (const place of places) if (/^[a-z][a-z0-9+.-]+:\/\//i.test(place)) nameOf(place);
  const [results, faults]: [NamedResult<RunResult>[], string[]] = [[], []];
  let left: number = MOST.all;
  for (const read of places.flatMap((place) => readersOf(place, io))) {
    try {
      if (results.length + faults.length >= MOST.results) {
        throw new UsageError(`There are more than ${MOST.results} results; a run has no more shards`);
      }
      for (const { name, bytes } of await read()) {
        left -= bytes.length;
        if (left < 0) throw new UsageError(`The results have more than ${MOST.all} bytes together, which is the limit`);
        results.push({ name, result: resultIn(name, bytes).result });
      }
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      faults.push(`${error.message}.`);
    }
  }
  return { results, faults };
}

type Reader = () => Promise<readonly Raw[]>;

function readersOf(place: string, io: Pick<Io, "input">): readonly Reader[] {
  if (place === STANDARD_INPUT) return [() => fromInput(io)];
  if (isUrl(place)) return [() => fromUrl(place)];
  try {
    return filesAt(place, 0).map((file) => () => Promise.resolve([{ name: file, bytes: readBytes(file) }]));
  } catch (error) {
    return [() => Promise.reject(new UsageError(cannotBe("read", "The folder", place)(error)))];
  }
}

/** The place itself if it is a file, or the results in a folder. */
function filesAt(place: string, depth: number): readonly string[] {
  if (depth === 0 && !isFolder(place)) return [place];
  const entries = readdirSync(place, { withFileTypes: true });
  const sorted = entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const files = sorted.flatMap((entry): readonly string[] => {
    const path = join(place, entry.name);
    if (entry.isDirectory()) return depth < MOST.depth ? filesAt(path, depth + 1) : [];
    return entry.isFile() && RESULT_NAME.test(entry.name) ? [path] : [];
  });
  if (depth === 0 && files.length === 0) {
    throw new Error("it holds no result*.json and no shard*.json");
  }
  if (files.length > MOST.results) {
    throw new Error(`it holds more than ${MOST.results} results`);
  }
  return files;
}

/** The boundary between two results in one text. Each begins with a brace at the start of a line. */
const BETWEEN = /(?<=^.*\}[ \t\r]*\n)(?=\{)/mu;

async function fromInput({ input }: Pick<Io, "input">): Promise<readonly Raw[]> {
  if (input === undefined) throw new UsageError("There is no standard input to read results from");
  let text: string;
  try {
    text = (await readAll(Readable.from(input()), MOST.all)).toString();
  } catch (error) {
    throw new UsageError(`Standard input cannot be read: ${messageOf(error)}`);
  }
  const parts = text.split(BETWEEN).filter((part) => part.trim() !== "");
  if (parts.length === 0) throw new UsageError("Standard input is empty");
  return parts.map((part, place) => ({ name: `standard input, result ${place + 1}`, bytes: Buffer.from(part) }));
}

function isUrl(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

/** Reads a URL. Redirects are not followed: a signed URL of object storage needs none. */
async function fromUrl(place: string): Promise<readonly Raw[]> {
  const name = nameOf(place);
  try {
    const { status, text } = await requestText(place, {
      method: "GET",
      headers: { Accept: "application/json" },
      limit: MOST.bytes,
      signal: AbortSignal.timeout(MOST.urlMs),
    });
    const note = status >= 300 && status < 400 ? "; redirects are not followed" : "";
    if (status !== 200) throw new Error(`it was answered ${status}${note}`);
    return [{ name, bytes: Buffer.from(text) }];
  } catch (error) {
    // The signature of the URL is a secret, and the message of another program may contain it.
    const why = excerpt(noTextWords(error).replaceAll(new URL(place).search || "?", ""), 200);
    throw new UsageError(`The result ${name} cannot be fetched: ${why}`);
  }
}

/** The URL without its query, which may be its signature. @throws {UsageError} for one with credentials */
function nameOf(place: string): string {
  const url = URL.canParse(place) ? new URL(place) : undefined;
  if (url === undefined) {
    // The message contains neither a signature nor credentials.
    const shown = JSON.stringify(excerpt(place.replace(/[?#].*$/s, "").replace(/\/\/.*@/s, "//"), 80));
    throw new UsageError(`${shown} is not a URL; give one such as https://store.example/shards/1/result.json`);
  }
  if (!isUrl(place)) {
    const scheme = excerpt(url.protocol.slice(0, -1), 20);
    throw new UsageError(
      `A result is read from an http or https URL, and not by ${scheme}; give a signed URL, or a file`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new UsageError(`The URL of a result at ${url.host} holds credentials; give a signed URL, or a file`);
  }
  return `${url.origin}${url.pathname}`;
}

type MergeOptions = OptionsOf<"merge"> & { readonly typed: readonly TypedOption[] };

/** Runs `merge`. @returns the exit status of the whole run; 3 if the results cannot be merged */
export async function merge(places: readonly string[], options: MergeOptions, io: Io): Promise<number> {
  const fleets = fleetFilesAt(places);
  if (fleets.length > 0) {
    requireParts(places, options);
    return mergeFleet(fleets, options, io);
  }
  const { operation } = await givenDocument(options);
  const wishes = await wholeRunWishes(options, operation);
  const plan = planReports(
    options,
    io,
    places.map((path) => ({ path, within: RESULTS_WITHIN })),
  );
  const { results, faults } = await readResults(places, io);
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

/** Joins the parts of a fleet, and writes its reports and those of each provider from the `result.json` in its part. */
async function mergeFleet(files: readonly string[], options: MergeOptions, io: Io): Promise<number> {
  const { out } = options;
  if (out === undefined) {
    throw new UsageError("The parts of a fleet are merged into a folder of reports; give it with --out");
  }
  const { parts, faults } = readParts(files);
  const ofParts = [...faults, ...fleetFaults(parts)];
  const [first, ...others] = parts;
  if (ofParts.length > 0 || first === undefined) return notMerged("The parts of the fleet", ofParts, io);
  const folders = memberFolders(first.result.shard.planned.map(({ name }) => name));
  const sources = placesOf([first, ...others], folders);
  const ofResults = sources.flatMap(sourceFault);
  if (ofResults.length > 0) return notMerged("The parts of the fleet", ofResults, io);
  const read = [...files, ...sources.map(({ file }) => file)].map((path) => ({ path }));
  const missing = missingWords(parts.map((part) => part.result));
  const onWritten = (): void => {
    if (missing !== null) io.err(`${missing}\n`);
  };
  return reportFleet({ ...options, out, known: folders, folders, read, onWritten }, io, async () => {
    const members = new Map<string, FleetMember>();
    for (const source of sources) members.set(source.member.name, await writtenMember(source, out, io));
    return joinedFleet([first.result, ...others.map((part) => part.result)], members);
  });
}

function readParts(files: readonly string[]): {
  readonly parts: ReadonlyArray<NamedResult<FleetPart>>;
  readonly faults: readonly string[];
} {
  const read = files.map((file) =>
    orFault((): NamedResult<FleetPart> | string => {
      const fleet = fleetIn(readUtf8(file), file);
      if (fleet === null) return `The file ${JSON.stringify(file)} is not the result of a fleet.`;
      return isPart(fleet)
        ? { name: file, result: fleet }
        : `${file} is the result of a whole fleet, and not of a shard.`;
    }),
  );
  return {
    parts: read.filter((one) => typeof one !== "string"),
    faults: read.filter((one) => typeof one === "string"),
  };
}

/** What some work returns, or the sentence of a fault of the input. */
function orFault<T>(work: () => T): T | string {
  try {
    return work();
  } catch (error) {
    if (error instanceof UsageError) return `${error.message}.`;
    throw error;
  }
}

function isPart(fleet: FleetResult): fleet is FleetPart {
  return fleet.shard !== undefined;
}

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

/** Why the result of a provider is not the one in its part, in a sentence. Nothing is read for one without a run. */
function sourceFault({ member, file }: MemberSource): readonly string[] {
  if (member.files === undefined) return [];
  const read = orFault(() => readResultFile(file).result);
  if (typeof read === "string") return [read];
  const isSame = read.startedAt === member.startedAt && read.verdict === member.verdict;
  return isSame ? [] : [`The file ${JSON.stringify(file)} is of another run than the one that fleet.json tells of.`];
}

/** Writes the files of a provider. One that was not judged has no result. */
async function writtenMember({ member, folder, file }: MemberSource, out: string, io: Io): Promise<FleetMember> {
  if (member.files === undefined) return member;
  const { result } = readResultFile(file);
  const { name, labels, mayFail, baseUrl } = member;
  const named = { name, labels, baseUrl, ...defined({ mayFail }) };
  return judgedMember(named, result, await writeMember(result, { out, folder }, io));
}
