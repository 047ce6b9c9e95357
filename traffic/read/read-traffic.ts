/** Reads a recording as a stream of exchanges: HAR 1.2 or newline-delimited JSON, as its first bytes show. */
import { type Lost, type TrafficItem, isLost } from "../recorded-traffic.ts";
import { bytesInUtf8 } from "../../result/given-text.ts";
import { exchangeOfEntry } from "./har-entry.ts";
import { harScanner } from "./har-scanner.ts";
import { memberOf, objectOf } from "./json-members.ts";
import { exchangeOfLine } from "./log-line.ts";
import { objectScanner } from "./object-scanner.ts";

/** The formats of recordings. */
export type RecordingFormat = "har" | "ndjson";

/** A recording that cannot be read. The message continues a sentence that begins with its name. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
}

/** The most bytes of one entry or line. A longer one is skipped. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The number of bytes that are read to distinguish the formats. */
const SNIFFED = 4096;

/**
 * The number of lines that are parsed before they are judged. The garbage collector copies live objects, so more lines
 * cost more time.
 */
const AT_ONCE = 16;

/** Chunks of items, so that a reader of millions of them does not wait for each. */
export type RecordedItems = AsyncGenerator<readonly TrafficItem[], void, undefined>;

/** A recording that is being read. */
export interface ReadRecording {
  readonly format: RecordingFormat;
  readonly items: RecordedItems;
}

/**
 * Opens a recording.
 * @param mostBytes of one entry or one line; a longer one is lost
 * @throws {RecordingError} when it is empty; its items throw one when it is cut off, or contains nothing readable
 */
export async function openRecording(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number = MOST_BYTES,
): Promise<ReadRecording> {
  const iterator = bytesInUtf8(chunks)[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let size = 0;
  while (size < SNIFFED) {
    const next = await iterator.next();
    if (next.done === true) break;
    head.push(next.value);
    size += next.value.length;
  }
  const first = Buffer.concat(head);
  if (first.length === 0) throw new RecordingError("is empty");
  if (isResult(first)) {
    throw new RecordingError(
      "is a result of this suite, and no recording; give a HAR or lines of JSON, such as render makes of a run (--report har=FILE)",
    );
  }
  const format = formatOf(first);
  const all = resumed(first, iterator);
  if (format === "har") return { format, items: harItems(all, mostBytes) };
  return { format, items: isBroken(first) ? objectItems(all, mostBytes) : lineItems(all, mostBytes) };
}

/** Whether objects are in a list, or broken into lines: the first line begins with a list, or has only brackets. */
function isBroken(first: Buffer): boolean {
  const [line = ""] = /\S[^\n]*/.exec(first.toString("utf8")) ?? [];
  return line.startsWith("[") || /^[{[\s]+$/.test(line);
}

/** The form of a line that can be read, for those whose lines cannot. */
export const READABLE_LINE =
  '{"request":{"method":"POST","url":"https://host/plants","headers":{"Content-Type":"application/json"},"body":"{}"},"response":{"status":400,"headers":{"Content-Type":"application/json"},"body":"{}"}}';

/** Detects the format. A HAR is one object with the member `log`. */
function formatOf(first: Buffer): RecordingFormat {
  return /^\s*\{\s*"log"\s*:/.test(first.subarray(0, SNIFFED).toString("utf8")) ? "har" : "ndjson";
}

/** Whether a file is a result of the suite. Each result has its format as the first member. */
function isResult(first: Buffer): boolean {
  return /^\s*\{\s*"format"\s*:\s*"plant-store-conformance\//.test(first.toString("utf8"));
}

async function* resumed(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function* harItems(chunks: AsyncIterable<Uint8Array>, mostBytes: number): RecordedItems {
  const scanner = harScanner(mostBytes);
  const taken = (chunk: Uint8Array): readonly TrafficItem[] =>
    scanner.push(chunk).map((entry) => (isLost(entry) ? entry : parsed(entry, "entry", exchangeOfEntry)));
  for await (const chunk of chunks) {
    yield taken(chunk);
  }
  // A line feed also ends a stray value after the HAR.
  yield taken(Buffer.from("\n"));
  const fault = scanner.end();
  if (fault !== null) throw new RecordingError(fault);
}

async function* lineItems(chunks: AsyncIterable<Uint8Array>, mostBytes: number): RecordedItems {
  let [held, size, lines, unread]: [Uint8Array[], number, number, number] = [[], 0, 0, 0];
  const taken = (items: readonly TrafficItem[]): readonly TrafficItem[] => {
    lines += items.length;
    unread += items.filter((item) => isLost(item) && item.lost === NOT_JSON).length;
    return items;
  };
  for await (const chunk of chunks) {
    let items: TrafficItem[] = [];
    let from = 0;
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, from)) {
      items.push(...itemsOf([...held, chunk.subarray(from, at)], size + at - from, mostBytes));
      [held, size, from] = [[], 0, at + 1];
      if (items.length < AT_ONCE) continue;
      yield taken(items);
      items = [];
    }
    size += chunk.length - from;
    // Bytes beyond the limit are counted but not kept.
    held = size > mostBytes ? [] : [...held, Uint8Array.from(chunk.subarray(from))];
    yield taken(items);
  }
  yield taken(itemsOf(held, size, mostBytes));
  if (lines === unread) throw new RecordingError(NEITHER);
}

const NEITHER = `is neither HAR 1.2 nor lines of JSON, each an exchange such as ${READABLE_LINE}`;

async function* objectItems(chunks: AsyncIterable<Uint8Array>, mostBytes: number): RecordedItems {
  const scanner = objectScanner(mostBytes);
  let count = 0;
  for await (const chunk of chunks) {
    const items = scanner.push(chunk).flatMap((text) => (isLost(text) ? [text] : itemsIn(text)));
    count += items.length;
    yield items;
  }
  if (scanner.isCutOff()) throw new RecordingError("is cut off: its JSON ends in the middle");
  if (count === 0) throw new RecordingError(NEITHER);
}

/** The exchanges of an object: one, or those of a HAR. */
function itemsIn(text: string): readonly TrafficItem[] {
  const value = jsonOf(text);
  if (value === undefined) return [{ lost: NOT_JSON }];
  const entries = memberOf(memberOf(value, "log", objectOf), "entries", (list) => list);
  return Array.isArray(entries) ? entries.map(exchangeOfEntry) : [exchangeOf(value)];
}

/** An entry of a HAR may stand alone. */
function exchangeOf(value: unknown): TrafficItem {
  const isEntry = [
    memberOf(value, "request", objectOf)?.["postData"],
    memberOf(value, "response", objectOf)?.["content"],
  ];
  return isEntry.some((member) => objectOf(member) !== undefined) ? exchangeOfEntry(value) : exchangeOfLine(value);
}

function itemsOf(parts: readonly Uint8Array[], size: number, mostBytes: number): readonly TrafficItem[] {
  if (size > mostBytes) return [{ lost: `the line has more than ${mostBytes} bytes, the limit` }];
  const line = Buffer.concat(parts)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
  return line.trim() === "" ? [] : [parsed(line, "line", exchangeOf)];
}

const NOT_JSON = "the line is not JSON";

function parsed(text: string, what: "entry" | "line", read: (value: unknown) => TrafficItem): TrafficItem | Lost {
  const value = jsonOf(text);
  if (value === undefined) return { lost: what === "line" ? NOT_JSON : "the entry is not JSON" };
  return read(value);
}

/** The value of a text; undefined if it is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
