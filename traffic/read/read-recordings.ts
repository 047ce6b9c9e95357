/** Reads a recording as a stream of exchanges: HAR 1.2 or newline-delimited JSON, as its first bytes show. */
import type { HeaderFields } from "../../http/message.ts";
import { bytesInUtf8 } from "../../result/text-encoding.ts";
import { isLost, type Lost, type TrafficItem, type TrafficResponse } from "../recorded-traffic.ts";
import { exchangeOfEntry, harScanner } from "./har-entry.ts";
import {
  type JsonObject,
  bytesOfBase64,
  bytesOfText,
  contentLength,
  isBodiless,
  isChunked,
  isFinalStatus,
  memberOf,
  objectOf,
  spanOf,
} from "./read-recorded-text.ts";

// Converts one line of newline-delimited JSON, as described by `exchange.schema.json`, to an exchange.

/** Reads one parsed line. An exchange of a `result.json` is also accepted. */
export function exchangeOfLine(line: unknown): TrafficItem {
  const request = memberOf(line, "request", objectOf);
  const [method, url] = [request?.["method"], request?.["url"]];
  if (request === undefined) return { lost: "the line has no request" };
  if (typeof method !== "string" || typeof url !== "string") return { lost: "its request has no method or no URL" };
  const headers = headersOf(request["headers"]);
  const body = bodyOf(request, headers);
  const answer = memberOf(line, "response", objectOf);
  const status = answer?.["status"];
  if (status !== undefined && typeof status !== "number") return { lost: "its answer's status is not a number" };
  const isCut = memberOf(line, "truncated", Boolean) === true;
  const { startedDateTime, time } = objectOf(line) ?? {};
  return {
    request: { method, url, headers, body: body.bytes, isText: body.isText },
    response: responseOf(answer, isCut),
    span: spanOf(startedDateTime, time),
  };
}

/**
 * Header fields as pairs in the order on the wire, or as an object by name, in which a list contains several fields of
 * one name. Other forms are not guessed, and an empty list means that the fields were not recorded.
 */
function headersOf(given: unknown): HeaderFields | Lost {
  const pairs: readonly unknown[] = Array.isArray(given)
    ? given
    : Object.entries(objectOf(given) ?? {}).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  if (pairs.length === 0) return { lost: "the header fields are missing" };
  return pairs.every(isPair) ? pairs : { lost: "the header fields are not pairs of a name and a value" };
}

function isPair(pair: unknown): pair is readonly [string, string] {
  return Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string");
}

function responseOf(answer: JsonObject | undefined, isCut: boolean): TrafficResponse | null {
  const status = answer?.["status"];
  if (answer === undefined || !isFinalStatus(status)) return null;
  const headers = headersOf(answer["headers"]);
  const { bytes, isText } = bodyOf(answer, isBodiless(status) ? [] : headers);
  const body = isCut ? { lost: "only the first part of the body was recorded" } : (bytes ?? new Uint8Array());
  return { status, headers, body, isDecoded: isText };
}

interface LineBody {
  readonly bytes: Uint8Array | null | Lost;
  /** The body is text, so Content-Encoding was already decoded. */
  readonly isText: boolean;
}

/**
 * The body of a message. If the member is missing, the body is unknown; null means that there is none, unless the
 * message itself says that there is one. The program that writes a log has the bytes, so its text counts unless the
 * message states another length.
 */
function bodyOf(message: JsonObject, headers: HeaderFields | Lost): LineBody {
  const lost = (why: string): LineBody => ({ bytes: { lost: why }, isText: false });
  const given = message["body"];
  const fields = isLost(headers) ? [] : headers;
  const length = contentLength(fields);
  const isMissing = given === null && ((length ?? 0) > 0 || isChunked(fields));
  if (given === undefined || isMissing) return lost("the body is missing");
  if (given === null) return { bytes: null, isText: false };
  const body = typeof given === "string" ? { encoding: "utf-8", content: given } : objectOf(given);
  const { encoding, content, size } = body ?? {};
  if (typeof content !== "string") return lost("the recorder parsed the body and wrote it anew");
  if (body?.["sha256"] !== undefined) return lost("only the first part of the body was recorded");
  const counted = typeof size === "number" ? [size] : [];
  if (encoding === "utf-8") {
    const sizes = counted.length > 0 ? counted : [Buffer.byteLength(content)];
    return { bytes: bytesOfText(content, fields, sizes), isText: true };
  }
  const bytes = encoding === "base64" ? bytesOfBase64(content, length, counted) : null;
  return bytes === null ? lost("the body has an encoding that is neither utf-8 nor base64") : { bytes, isText: false };
}

// Finds JSON objects in a stream of bytes, one after the other or in lists, however they are broken into lines. It keeps
// at most one of them in memory. Pure: bytes in, texts out.

/** Scans bytes and returns the texts of objects, in order. */
interface ObjectScanner {
  readonly push: (chunk: Uint8Array) => ReadonlyArray<string | Lost>;
  /** Whether the bytes end in the middle of a list or an object. */
  readonly isCutOff: () => boolean;
}

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = Array.from('"\\{}[]', (sign) => sign.charCodeAt(0));

/** Where a scan is. */
interface Place {
  /** Lists outside of objects. */
  lists: number;
  /** Objects and lists around the current byte, within an object. */
  depth: number;
  isInString: boolean;
  isEscaped: boolean;
}

/** @param mostBytes the most bytes of one object; a longer one is skipped */
function objectScanner(mostBytes: number): ObjectScanner {
  const place: Place = { lists: 0, depth: 0, isInString: false, isEscaped: false };
  let [parts, size]: [Uint8Array[], number] = [[], 0];
  const keep = (part: Uint8Array): void => {
    size += part.length;
    parts = size > mostBytes ? [] : [...parts, Uint8Array.from(part)];
  };
  const taken = (): string | Lost => {
    const found = size > mostBytes ? { lost: `the object has more than ${mostBytes} bytes, the limit` } : parts;
    [parts, size] = [[], 0];
    return Array.isArray(found) ? Buffer.concat(found).toString("utf8") : found;
  };
  return {
    push: (chunk) => {
      const found: Array<string | Lost> = [];
      let from = 0;
      for (const [at, byte] of chunk.entries()) {
        const before = place.depth;
        step(place, byte);
        if (before === 0) from = at;
        if (before === 0 || place.depth > 0) continue;
        keep(chunk.subarray(from, at + 1));
        found.push(taken());
      }
      if (place.depth > 0) keep(chunk.subarray(from));
      return found;
    },
    isCutOff: () => place.depth > 0 || place.lists > 0,
  };
}

function step(place: Place, byte: number): void {
  if (place.isEscaped) place.isEscaped = false;
  else if (place.isInString && byte === BACKSLASH) place.isEscaped = true;
  else if (byte === QUOTE) place.isInString = !place.isInString && place.depth + place.lists > 0;
  else if (!place.isInString) structure(place, byte);
}

function structure(place: Place, byte: number): void {
  const change = byte === OPEN || byte === OPEN_LIST ? 1 : byte === CLOSE || byte === CLOSE_LIST ? -1 : 0;
  if (place.depth > 0 || byte === OPEN) place.depth = Math.max(0, place.depth + change);
  else place.lists = Math.max(0, place.lists + change);
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
  const read = format === "har" ? harItems : isBroken(first) ? objectItems : lineItems;
  return { format, items: ending((all) => read(all, mostBytes), resumed(first, iterator), mostUnread) };
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
    if (unread[what] > most[what]) throw new RecordingError(noExchangeIn(what, most[what]));
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

function noExchangeIn(what: keyof Unread, most: number): string {
  const whose = what === "bytes" ? "bytes" : "lines or objects";
  return `has more than ${most} ${whose} in a row without an exchange, and that is the limit; give exchanges alone, such as ${READABLE_LINE}`;
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
  return Array.isArray(entries) ? entries.map(exchangeOfEntry) : [recordedItem(value)];
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
