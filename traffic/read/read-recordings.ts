/** Reads a recording as a stream of exchanges: HAR 1.2 or newline-delimited JSON, as its first bytes show. */
import { bytesInUtf8 } from "../../result/text-encoding.ts";
import { isLost, type TrafficItem } from "../recorded-traffic.ts";
import { exchangeOfEntry, exchangeOfLine, memberOf, objectOf } from "./read-exchange.ts";

// Finds JSON objects in a stream of bytes, one after the other or in lists, however they are broken into lines, and in
// their place the entries of each HAR. It keeps at most one of them in memory.

/** The depths of `log.entries` and of one of its entries, and the most bytes of a name that are read. */
const [IN_ENTRIES, IN_ENTRY, MOST_NAME] = [3, 4, 64];

const [QUOTE, BACKSLASH, COLON, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = Array.from('"\\:{}[]', (sign) =>
  sign.charCodeAt(0),
);

/** The state of a scan. */
interface Scan {
  readonly mostBytes: number;
  /** Lists outside of objects. */
  lists: number;
  /** Objects and lists around the current byte, from an object on that is in no other. */
  depth: number;
  isInString: boolean;
  isEscaped: boolean;
  /** The last string outside of entries, and the names of the current members, by depth. */
  last: number[];
  names: string[];
  isInEntries: boolean;
  hasEntries: boolean;
  /** The current object: its parts before this chunk, their size, and its start in this chunk, negative if there is none. */
  parts: Uint8Array[];
  size: number;
  from: number;
}

/** @param mostBytes the most bytes of one object; a longer one is skipped */
function openScan(mostBytes: number): Scan {
  const place = { lists: 0, depth: 0, isInString: false, isEscaped: false, isInEntries: false, hasEntries: false };
  return { mostBytes, ...place, last: [], names: [], parts: [], size: 0, from: -1 };
}

/** The objects that end in the next bytes. */
function scanned(scan: Scan, chunk: Uint8Array): readonly TrafficItem[] {
  const found: TrafficItem[] = [];
  if (scan.from >= 0) scan.from = 0;
  for (let at = 0; at < chunk.length; at += 1) {
    const byte = chunk[at] ?? 0;
    if (scan.isInString) inString(scan, byte);
    else if (byte === QUOTE) {
      scan.isInString = scan.depth + scan.lists > 0;
      scan.last = [];
    } else if (byte === COLON && scan.depth < IN_ENTRIES) scan.names[scan.depth] = Buffer.from(scan.last).toString();
    else if (byte === OPEN || byte === OPEN_LIST) opened(scan, byte === OPEN, at);
    else if ((byte === CLOSE || byte === CLOSE_LIST) && isEnd(scan))
      found.push(itemOf(scan, chunk.subarray(0, at + 1)));
  }
  if (scan.from >= 0) keep(scan, chunk);
  return found;
}

function inString(scan: Scan, byte: number): void {
  if (scan.isEscaped) scan.isEscaped = false;
  else if (byte === BACKSLASH) scan.isEscaped = true;
  else if (byte === QUOTE) scan.isInString = false;
  else if (scan.depth < IN_ENTRIES && scan.last.length < MOST_NAME) scan.last.push(byte);
}

function opened(scan: Scan, isObject: boolean, at: number): void {
  if (scan.depth === 0 && !isObject) {
    scan.lists += 1;
    return;
  }
  scan.depth += 1;
  if (scan.depth === IN_ENTRIES && !isObject && scan.names.slice(1).join(".") === "log.entries") {
    [scan.isInEntries, scan.hasEntries] = [true, true];
    // Of a HAR, the entries are kept, and not the whole.
    [scan.from, scan.parts, scan.size] = [-1, [], 0];
  } else if (scan.depth === 1 || (scan.depth === IN_ENTRY && scan.isInEntries && isObject)) scan.from = at;
}

/** Whether an object or a list that closes is the end of what is kept. */
function isEnd(scan: Scan): boolean {
  if (scan.depth === 0) {
    scan.lists = Math.max(0, scan.lists - 1);
    return false;
  }
  scan.depth -= 1;
  if (scan.depth < IN_ENTRIES) scan.isInEntries = false;
  return scan.from >= 0 && scan.depth === (scan.isInEntries ? IN_ENTRIES : 0);
}

function itemOf(scan: Scan, chunk: Uint8Array): TrafficItem {
  keep(scan, chunk);
  const { parts, size, mostBytes } = scan;
  [scan.from, scan.parts, scan.size] = [-1, [], 0];
  const what = scan.isInEntries ? "entry" : "object";
  if (size > mostBytes) return { lost: `the ${what} has more than ${mostBytes} bytes, the limit` };
  return parsed(Buffer.concat(parts).toString(), what, scan.isInEntries ? exchangeOfEntry : recordedItem);
}

/** Bytes beyond the limit are counted but not kept. */
function keep(scan: Scan, chunk: Uint8Array): void {
  const part = chunk.subarray(scan.from);
  scan.size += part.length;
  if (scan.size > scan.mostBytes) scan.parts = [];
  else scan.parts.push(Uint8Array.from(part));
}

/** The formats of recordings. */
export type RecordingFormat = "har" | "ndjson";

/** A recording that cannot be read. The message continues a sentence that begins with its name. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
}

/** The most bytes of one entry or line. A longer one is skipped. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The most bytes, and the most lines or entries, in a row of which none is an exchange: they may have no end. */
const MOST_UNREAD: Unread = { bytes: 4 * MOST_BYTES, items: 1_000_000 };

type Unread = Readonly<Record<"bytes" | "items", number>>;

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
 * @throws {RecordingError} when it is empty; its items throw one when it is cut off, contains nothing readable, or goes
 *   on without an exchange
 */
export async function openRecording(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number = MOST_BYTES,
  mostUnread: Unread = MOST_UNREAD,
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
  // No text has a NUL, and a device has no end.
  if (first.includes(0)) throw new RecordingError(NEITHER);
  if (isResult(first)) {
    throw new RecordingError(
      "is a result of this suite, and no recording; give a HAR or lines of JSON, such as render makes of a run (--report har=FILE)",
    );
  }
  const format = formatOf(first);
  const read = format === "har" || isBroken(first) ? objectItems : lineItems;
  return { format, items: ending((all) => read(all, mostBytes, format), resumed(first, iterator), mostUnread) };
}

/** Reads until more follows without an exchange than the limit. */
async function* ending(
  read: (chunks: AsyncIterable<Uint8Array>) => RecordedItems,
  chunks: AsyncIterable<Uint8Array>,
  most: Unread,
): RecordedItems {
  let unread = { bytes: 0, items: 0 };
  const count = (what: keyof Unread, more: number): void => {
    unread[what] += more;
    if (unread[what] <= most[what]) return;
    const whose = what === "bytes" ? "bytes" : "lines or objects";
    throw new RecordingError(
      `has more than ${most[what]} ${whose} in a row without an exchange, and that is the limit; give exchanges alone, such as ${READABLE_LINE}`,
    );
  };
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      count("bytes", chunk.length);
      yield chunk;
    }
  };
  for await (const items of read(counted())) {
    if (items.every(isLost)) count("items", items.length);
    else unread = { bytes: 0, items: 0 };
    yield items;
  }
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

async function* objectItems(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
  format: RecordingFormat,
): RecordedItems {
  const scan = openScan(mostBytes);
  let count = 0;
  for await (const chunk of chunks) {
    const items = scanned(scan, chunk);
    count += items.length;
    yield items;
  }
  if (scan.depth + scan.lists > 0) throw new RecordingError("is cut off: its JSON ends in the middle");
  if (scan.hasEntries) return;
  if (format === "har") throw new RecordingError("is not a HAR: it has no log.entries");
  if (count === 0) throw new RecordingError(NEITHER);
}

/** An entry of a HAR may stand alone. */
function recordedItem(value: unknown): TrafficItem {
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
  return line.trim() === "" ? [] : [parsed(line, "line", recordedItem)];
}

const NOT_JSON = "the line is not JSON";

/** The item of a text. */
function parsed(text: string, what: "entry" | "object" | "line", read: (value: unknown) => TrafficItem): TrafficItem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { lost: `the ${what} is not JSON` };
  }
  return read(value);
}
