/** Reads results from files, folders, standard input and URLs, within limits, because others wrote them. */
import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { messageOf, noTextWords, requestText } from "../../contracts/request-text.ts";
import { readAll } from "../../http/streams.ts";
import type { NamedResult } from "../../result/over/shards.ts";
import type { RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { MOST_SHARDS } from "../../result/shard-result.ts";
import { type Io, UsageError } from "../io.ts";
import type { FilesWithin } from "./input-files.ts";
import { STANDARD_OUTPUT as STANDARD_INPUT } from "./write-reports.ts";
import { resultIn } from "./result-file.ts";
import { readBytes } from "./read-file.ts";

/** Limits for one merge. */
const MOST = {
  results: MOST_SHARDS,
  /** The bytes of one result from a URL. */
  bytes: 64 * 1024 * 1024,
  /** The bytes of all results together, and of standard input. */
  all: 512 * 1024 * 1024,
  /** Levels of subfolders. */
  depth: 4,
  urlMs: 60_000,
} as const;

/** The names of results in a folder: as in reports, or by shard. */
const RESULT_NAME = /^(?:result|shard).*\.json$/;

/** Selects the files that are read from a folder. */
export const RESULTS_WITHIN: FilesWithin = { names: RESULT_NAME, depth: MOST.depth };

/** The results that could be read, and a sentence for each that could not. */
export interface ReadSources {
  readonly results: ReadonlyArray<NamedResult<RunResult>>;
  readonly faults: readonly string[];
}

/** Bytes that may be a result, and their name in messages. */
interface Raw {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads results.
 * @param places files, folders, `-` for standard input, and http or https URLs
 * @throws {UsageError} for a URL with credentials or another scheme
 */
export async function readResults(places: readonly string[], io: Pick<Io, "input">): Promise<ReadSources> {
  for (const place of places) if (hasScheme(place)) nameOf(place);
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
    return [() => Promise.reject(new UsageError(error instanceof Error ? error.message : String(error)))];
  }
}

/** The place itself if it is a file, or the results in a folder. */
function filesAt(place: string, depth: number): readonly string[] {
  if (depth === 0 && !isFolder(place)) return [place];
  const files = entriesOf(place).flatMap((entry): readonly string[] => {
    const path = join(place, entry.name);
    if (entry.isDirectory()) return depth < MOST.depth ? filesAt(path, depth + 1) : [];
    return entry.isFile() && RESULT_NAME.test(entry.name) ? [path] : [];
  });
  if (depth === 0 && files.length === 0) {
    throw new Error(`The folder ${JSON.stringify(place)} holds no result*.json and no shard*.json`);
  }
  if (files.length > MOST.results) {
    throw new Error(`The folder ${JSON.stringify(place)} holds more than ${MOST.results} results`);
  }
  return files;
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
}

function entriesOf(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).toSorted((one, other) => (one.name < other.name ? -1 : 1));
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

function hasScheme(place: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(place);
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
