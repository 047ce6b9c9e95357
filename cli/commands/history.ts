/** `history`: keeps the outcomes of runs, and shows the changes over time. */
import { type Dirent, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { historyRenderers } from "../../reports/index.ts";
import { count, listed } from "../../result/counts.ts";
import { meantBy } from "../../result/near-name.ts";
import {
  entriesOfFleet,
  entryOfResult,
  type HistoryEntry,
  historyOf,
  type ProviderHistory,
} from "../../result/over/history.ts";
import { excerpt, safeJson } from "../../result/safe-text.ts";
import { packageFile } from "../../spec/package-file.ts";
import { fleetIn } from "../files/fleet-files.ts";
import { digestOf, plainName } from "../files/folder-name.ts";
import { readLimited, readUtf8 } from "../files/read-file.ts";
import { readResultFile } from "../files/result-file.ts";
import { makeFolder, writeFile } from "../files/write-file.ts";
import { EXIT, type Io, OutputError, UsageError } from "../io.ts";
import type { OptionsOf } from "../options/table.ts";
import { rendererOf } from "../options/typed-options.ts";
import { systemWords } from "../process/faults.ts";

// A history: a folder per provider, with one small file per run. A file gets its name when it is complete, and the name
// is derived from its content. So writers need no coordination: none replaces another's file, and a run that is added
// twice is stored once.

/** The most bytes of an entry: twenty times the usual size. */
const MOST_BYTES = 128 * 1024;

/** The most runs of a provider to read, the newest ones: three years of nightly runs. */
const MOST_RUNS = 1000;

/** The most providers to read. */
const MOST_PROVIDERS = 5000;

/** The runs of one provider, and the faults of unreadable ones. */
interface ReadHistory {
  readonly entries: readonly HistoryEntry[];
  /** Each in a sentence. */
  readonly faults: readonly string[];
}

/**
 * Adds a run.
 * @returns whether it is new
 * @throws {OutputError} when it cannot be written
 */
async function addEntry(folder: string, entry: HistoryEntry, io: Io): Promise<boolean> {
  const text = `${safeJson(JSON.stringify(entry))}\n`;
  const time = entry.startedAt.replaceAll(/[^0-9TZ]/g, "");
  const own = join(folder, providerFolder(entry.provider));
  const path = join(own, `${time}-${digestOf(text, 16)}.json`);
  if (existsSync(path)) return false;
  try {
    makeFolder(own);
  } catch (error) {
    throw new OutputError(`The history ${JSON.stringify(folder)} cannot be written: ${systemWords(error)}`);
  }
  await writeFile(path, [text], "The history", io);
  return true;
}

/** A readable part and a digest, because two names may have the same letters. */
function providerFolder(provider: string): string {
  return `${plainName(provider) || "provider"}-${digestOf(provider, 8)}`;
}

/**
 * The runs of each provider.
 * @param provider only this one
 * @throws {UsageError} when there is no such folder
 */
export function readHistory(folder: string, provider?: string): ReadonlyMap<string, ReadHistory> {
  const names = provider === undefined ? foldersIn(folder).slice(0, MOST_PROVIDERS) : [providerFolder(provider)];
  const isEntry = new Ajv2020({ strict: false }).compile<HistoryEntry>(
    JSON.parse(packageFile("result/history-entry.schema.json")) as object,
  );
  const found = new Map<string, ReadHistory>();
  for (const name of names) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    const files = entriesIn(path)
      .map((file) => file.name)
      .filter((file) => /^\d{8}T\d+Z-[0-9a-f]{16}\.json$/.test(file));
    const read = files
      .toSorted()
      .slice(-MOST_RUNS)
      .map((file) => readEntry(join(path, file), isEntry));
    const entries = read.filter((one) => typeof one !== "string");
    const faults = read.filter((one) => typeof one === "string");
    const [first] = entries;
    if (first !== undefined || faults.length > 0) found.set(first?.provider ?? name, { entries, faults });
  }
  return found;
}

/** The folders of the providers. Ignores everything else, such as files of the repository that contains the history. */
function foldersIn(folder: string): readonly string[] {
  const folders = entriesIn(folder).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name);
}

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw new UsageError(
      `The history ${JSON.stringify(folder)} cannot be read (${systemWords(error)}); add a run first, with history add`,
    );
  }
}

function readEntry(path: string, isEntry: (value: unknown) => value is HistoryEntry): HistoryEntry | string {
  const quoted = JSON.stringify(path);
  try {
    const value: unknown = JSON.parse(readLimited(path, MOST_BYTES).toString());
    return isEntry(value) ? value : `${quoted} is not a run of a history; it is left out`;
  } catch (error) {
    // The message of the JavaScript engine quotes the file, so it is not used.
    const why = error instanceof SyntaxError ? "it is not JSON, or cut off" : systemWords(error);
    return `${quoted} cannot be read (${why}); it is left out`;
  }
}

/**
 * Runs `history add`. Every file is read before anything is written.
 * @throws {UsageError} when a file does not contain a run
 */
export async function historyAdd(files: readonly string[], options: OptionsOf<"history add">, io: Io): Promise<number> {
  const { history, provider } = options;
  const entries = files.flatMap((file) => readRuns(file, provider));
  let added = 0;
  try {
    for (const entry of entries) if (await addEntry(history, entry, io)) added += 1;
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    io.err(`${error.message}\n`);
    return EXIT.inconclusive;
  }
  const known = entries.length - added;
  const note = known === 0 ? "" : `; ${known} ${known === 1 ? "was" : "were"} there already`;
  io.out(`${count(added, "run")} added to ${JSON.stringify(history)}${note}\n`);
  return EXIT.conformant;
}

/**
 * Runs `history show`.
 * @throws {UsageError} when there is no history, or no such provider
 */
export async function historyShow(
  provider: string | undefined,
  options: OptionsOf<"history show">,
  io: Io,
): Promise<number> {
  const { history: folder, format } = options;
  const render = rendererOf(historyRenderers, format);
  const read = readHistory(folder, provider);
  for (const { faults } of read.values()) for (const fault of faults) io.err(`${fault}\n`);
  const histories = [...read.values()].flatMap(({ entries }) => historyOf(entries) ?? []);
  const [first] = histories;
  if (first === undefined) throw nothingThere(provider, folder);
  io.out(await render(provider === undefined ? sorted(histories) : first));
  return EXIT.conformant;
}

function sorted(histories: readonly ProviderHistory[]): readonly ProviderHistory[] {
  return histories.toSorted((one, other) => (one.provider < other.provider ? -1 : 1));
}

function nothingThere(provider: string | undefined, folder: string): UsageError {
  if (provider === undefined) return new UsageError(`The history ${JSON.stringify(folder)} holds no run`);
  const known = [...readHistory(folder).keys()];
  const names = `it has ${listed(known.map((one) => JSON.stringify(excerpt(one, 200))))}`;
  const other = known.length === 0 ? "it holds no run" : names;
  const hint = meantBy(provider, known, other, (name) => JSON.stringify(excerpt(name, 200)));
  return new UsageError(`The history ${JSON.stringify(folder)} has no provider ${JSON.stringify(provider)}; ${hint}`);
}

/** The most UTF-16 code units of a name. The schema of an entry has the same limit. */
const LONGEST_NAME = 2_000;

/**
 * Reads the file.
 * @param provider the name of the provider in the history, for a single result; by default its base URL
 * @throws {UsageError} if the file contains no run, or the name cannot be used
 */
function readRuns(path: string, provider?: string): readonly HistoryEntry[] {
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
