/**
 * A history: a folder per provider, with one small file per run. A file gets its name when it is complete, and the name
 * is derived from its content. So writers need no coordination: none replaces another's file, and a run that is added
 * twice is stored once.
 */
import { type Dirent, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { HistoryEntry } from "../../result/over/history.ts";
import { safeJson } from "../../result/safe-text.ts";
import { packageFile } from "../../spec/package-file.ts";
import { asUsage, cannotBe, type Io, OutputError } from "../io.ts";
import { systemFault } from "../../result/system-fault.ts";
import { readLimited } from "./read-file.ts";
import { digestOf, makeFolder, plainName, writeFile } from "./write-file.ts";

/** The most bytes of an entry: twenty times the usual size. */
const MOST_BYTES = 128 * 1024;

/** The most runs of a provider to read, the newest ones: three years of nightly runs. */
const MOST_RUNS = 1000;

const MOST_PROVIDERS = 5000;

/** The runs of one provider, and the faults of unreadable ones. */
export interface ReadHistory {
  readonly entries: readonly HistoryEntry[];
  /** Each in a sentence. */
  readonly faults: readonly string[];
}

/** Adds a run. @returns whether it is new @throws {OutputError} when it cannot be written */
export async function addEntry(folder: string, entry: HistoryEntry, io: Io): Promise<boolean> {
  const text = `${safeJson(JSON.stringify(entry))}\n`;
  const time = entry.startedAt.replaceAll(/[^0-9TZ]/g, "");
  const own = join(folder, providerFolder(entry.provider));
  const path = join(own, `${time}-${digestOf(text, 16)}.json`);
  if (existsSync(path)) return false;
  try {
    makeFolder(own);
  } catch (error) {
    throw new OutputError(cannotBe("written", "The history", folder)(error));
  }
  await writeFile(path, [text], "The history", io);
  return true;
}

/** A readable part and a digest, because two names may have the same letters. */
function providerFolder(provider: string): string {
  return `${plainName(provider) || "provider"}-${digestOf(provider, 8)}`;
}

/** The runs of each provider, or only of one. @throws {UsageError} when there is no such folder */
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
  return asUsage(
    Error,
    () => readdirSync(folder, { withFileTypes: true }),
    (error) =>
      `The history ${JSON.stringify(folder)} cannot be read (${systemFault(error)}); add a run first, with history add`,
  );
}

function readEntry(path: string, isEntry: (value: unknown) => value is HistoryEntry): HistoryEntry | string {
  const quoted = JSON.stringify(path);
  try {
    const value: unknown = JSON.parse(readLimited(path, MOST_BYTES).toString());
    return isEntry(value) ? value : `${quoted} is not a run of a history; it is left out`;
  } catch (error) {
    // The message of the JavaScript engine quotes the file, so it is not used.
    const why = error instanceof SyntaxError ? "it is not JSON, or cut off" : systemFault(error);
    return `${quoted} cannot be read (${why}); it is left out`;
  }
}
