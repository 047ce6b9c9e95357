/**
 * Converts an entry of HAR 1.2 to an exchange. Parts that browsers, proxies and sanitizers leave out or change are
 * lost, not guessed.
 */
import { header } from "../../http/headers.ts";
import type { HeaderFields } from "../../http/message.ts";
import { isLost, type Lost, type TrafficItem, type TrafficRequest, type TrafficResponse } from "../recorded-traffic.ts";
import {
  type JsonObject,
  bytesOfBase64,
  bytesOfText,
  contentLength,
  decodedLength,
  isBodiless,
  isChunked,
  isFinalStatus,
  memberOf,
  objectOf,
  spanOf,
} from "./read-recorded-text.ts";

// Finds the entries of a HAR in a stream of bytes, and keeps at most one of them in memory. Pure: bytes in, entries
// out.

/** The most bytes of a member's name that are read. */
const MOST_NAME = 64;

/** The depths of `log.entries` and of one of its entries. */
const [IN_ENTRIES, IN_ENTRY] = [3, 4];

/** Scans bytes and returns the texts of entries, in order. */
interface HarScanner {
  readonly push: (chunk: Uint8Array) => ReadonlyArray<string | Lost>;
  /** Why the file is not a HAR, after its end; null if it is one. */
  readonly end: () => string | null;
}

interface Scan {
  readonly mostBytes: number;
  depth: number;
  isInString: boolean;
  isEscaped: boolean;
  /** Names at the depths 1 and 2, and the last string there. */
  names: string[];
  last: number[];
  isInEntries: boolean;
  hasEntries: boolean;
  /** Whether the current value has had entries. */
  hasOwnEntries: boolean;
  /** Whether the current value is at a place where only a HAR or an entry may be, but is neither. */
  isStray: boolean;
  /** The current entry: its parts before this chunk, and its start in this chunk. */
  parts: Uint8Array[];
  size: number;
  from: number;
}

const [QUOTE, BACKSLASH, COLON, COMMA, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, LINE_FEED] = Array.from(
  '"\\:,{}[]\n',
  (sign) => sign.charCodeAt(0),
) as [number, number, number, number, number, number, number, number, number];

/** Opens a scanner of one file. @param mostBytes the most bytes of one entry; a longer one is skipped */
export function harScanner(mostBytes: number): HarScanner {
  const scan: Scan = {
    mostBytes,
    depth: 0,
    isInString: false,
    isEscaped: false,
    names: [],
    last: [],
    isInEntries: false,
    hasEntries: false,
    hasOwnEntries: false,
    isStray: false,
    parts: [],
    size: 0,
    from: -1,
  };
  return {
    push: (chunk) => pushed(scan, chunk),
    end: () => {
      if (!scan.hasEntries && !scan.isInEntries) return "is not a HAR: it has no log.entries";
      return scan.depth > 0 || scan.isInString ? "is cut off: its JSON ends in the middle" : null;
    },
  };
}

function pushed(scan: Scan, chunk: Uint8Array): ReadonlyArray<string | Lost> {
  const found: Array<string | Lost> = [];
  if (scan.from >= 0) scan.from = 0;
  for (let at = 0; at < chunk.length; at += 1) {
    const byte = chunk[at] ?? 0;
    const lost = strayBefore(scan, byte);
    if (lost !== null) found.push(lost);
    if (scan.isInString) inString(scan, byte);
    else if (byte === QUOTE) {
      scan.isInString = true;
      scan.last = [];
    } else if (byte === COLON && scan.depth < IN_ENTRIES) {
      scan.names[scan.depth] = Buffer.from(scan.last).toString();
    } else if (byte === OPEN || byte === OPEN_LIST) opened(scan, byte, at);
    else if (byte === CLOSE || byte === CLOSE_LIST) {
      const entry = closed(scan, chunk, at);
      if (entry !== null) found.push(entry);
    }
  }
  if (scan.from >= 0) keep(scan, chunk.subarray(scan.from));
  return found;
}

/** Blanks, and the three bytes of a byte order mark. */
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/**
 * Reports a value that is neither a HAR nor an entry at a place where only one of them may be. It is lost, and counted
 * once, at its end.
 */
function strayBefore(scan: Scan, byte: number): Lost | null {
  const isBetween = scan.depth === 0 || (scan.depth === IN_ENTRIES && scan.isInEntries);
  if (!isBetween || scan.isInString) return null;
  // An object or a list that begins is counted at its own end.
  const isStart = byte === OPEN || byte === OPEN_LIST;
  const isEnd = isStart || byte === COMMA || byte === (scan.depth === 0 ? LINE_FEED : CLOSE_LIST);
  if (!isEnd) {
    if (!BLANK.has(byte)) scan.isStray = true;
    return null;
  }
  if (!scan.isStray) return null;
  scan.isStray = false;
  return strayAt(scan);
}

function strayAt({ depth }: Pick<Scan, "depth">): Lost {
  return { lost: depth === 0 ? "it is beside the HAR, and no HAR" : "the entry is not an object" };
}

function inString(scan: Scan, byte: number): void {
  if (scan.isEscaped) scan.isEscaped = false;
  else if (byte === BACKSLASH) scan.isEscaped = true;
  else if (byte === QUOTE) scan.isInString = false;
  else if (scan.depth < IN_ENTRIES && scan.last.length < MOST_NAME) scan.last.push(byte);
}

function opened(scan: Scan, byte: number, at: number): void {
  scan.depth += 1;
  if (scan.depth === IN_ENTRIES && byte === OPEN_LIST) {
    scan.isInEntries = scan.names[1] === "log" && scan.names[2] === "entries";
  }
  if (scan.depth !== IN_ENTRY || !scan.isInEntries) return;
  scan.from = at;
  scan.parts = [];
  scan.size = 0;
}

function closed(scan: Scan, chunk: Uint8Array, at: number): string | Lost | null {
  if (scan.depth === 0) return null;
  scan.depth -= 1;
  if (scan.depth === 0) {
    const isHar = scan.hasOwnEntries;
    scan.hasOwnEntries = false;
    // The next value has its own names.
    scan.names = [];
    return isHar ? null : strayAt(scan);
  }
  if (scan.depth === IN_ENTRIES - 1 && scan.isInEntries) {
    scan.isInEntries = false;
    scan.hasEntries = true;
    scan.hasOwnEntries = true;
  }
  if (scan.depth !== IN_ENTRY - 1 || scan.from < 0) return null;
  keep(scan, chunk.subarray(scan.from, at + 1));
  scan.from = -1;
  const { parts, size, mostBytes } = scan;
  scan.parts = [];
  if (size > mostBytes) return { lost: `the entry has more than ${mostBytes} bytes, the limit` };
  return Buffer.concat(parts).toString("utf8");
}

/** Bytes beyond the limit are counted but not kept. */
function keep(scan: Scan, part: Uint8Array): void {
  scan.size += part.length;
  if (scan.size > scan.mostBytes) scan.parts = [];
  else scan.parts.push(Uint8Array.from(part));
}

/** Reads one entry of `log.entries`. */
export function exchangeOfEntry(entry: unknown): TrafficItem {
  const [request, response] = [memberOf(entry, "request", objectOf), memberOf(entry, "response", objectOf)];
  if (request === undefined) return { lost: "the entry has no request" };
  const read = requestOf(request);
  if (isLost(read)) return read;
  const { startedDateTime, time } = objectOf(entry) ?? {};
  const span = spanOf(startedDateTime, time);
  const unanswered = notOfProvider(objectOf(entry) ?? {}, response ?? {});
  if (unanswered !== undefined) return { request: read, response: null, unanswered, span };
  return { request: read, response: response === undefined ? null : responseOf(response), span };
}

/** Names and values of private members, and what they tell: of Playwright, Chromium, Safari, Charles and others. */
const TOLD: ReadonlyArray<readonly [word: RegExp, why: string]> = [
  [/fulfilled|mock|stub|overrid|intercepted$/i, "a test gave the answer in the place of the provider"],
  [/service[_ ]?worker$/i, "a service worker gave the answer"],
  [/from.*cache|cached$| cache$/i, "the answer came from a cache"],
  [/error|fail|abort|exception|blocked$/i, "the recorder says that the exchange failed"],
];

/** The most characters of a name or value that are searched for these words. */
const MOST_WORD = 200;

/** Members whose value tells it, and not their name. */
const STATES: ReadonlySet<string> = new Set(["_fetchType", "_charlesStatus"]);

/** Why an answer does not come from the provider. */
function notOfProvider(entry: JsonObject, response: JsonObject): string | undefined {
  const members = [...Object.entries(entry), ...Object.entries(response)].filter(([name]) => name.startsWith("_"));
  for (const [name, value] of members) {
    const word = (STATES.has(name) && typeof value === "string" ? value : name).slice(0, MOST_WORD);
    const [, why] = TOLD.find(([told]) => told.test(word)) ?? [];
    if (why !== undefined && isSaid(value)) return why;
  }
  return isOfCache(objectOf(entry["cache"])) ? "the answer came from a cache" : undefined;
}

function isSaid(value: unknown): boolean {
  return !/^(?:|0|no|none|false|null)$/i.test(String(value));
}

/** Firefox states only the entry after the request, and null if it does not know it. Others state the one before it. */
function isOfCache(cache: JsonObject = {}): boolean {
  return "beforeRequest" in cache ? objectOf(cache["beforeRequest"]) !== undefined : "afterRequest" in cache;
}

function requestOf(request: JsonObject): TrafficRequest | Lost {
  const { method, url } = request;
  if (typeof method !== "string" || typeof url !== "string") return { lost: "its request has no method or no URL" };
  const given = headersOf(request["headers"]);
  const mimeType = memberOf(request["postData"], "mimeType", String);
  const headers = isLost(given) ? given : withoutContradiction(given, mimeType, "request");
  const body = isLost(headers) ? lostWithHeaders : requestBody(request, headers);
  return { method, url, headers, body, isText: !isBase64(objectOf(request["postData"])) };
}

const lostWithHeaders: Lost = { lost: "the header fields that describe the body are missing" };

/** The header fields without the pseudo-header fields of HTTP/2. An empty list means that the fields were removed. */
function headersOf(list: unknown): HeaderFields | Lost {
  if (!Array.isArray(list) || list.length === 0) return { lost: "the header fields are missing" };
  const fields = list.map((one: unknown) => [memberOf(one, "name", String), memberOf(one, "value", String)] as const);
  return fields.flatMap(([name, value]) =>
    name === undefined || name.startsWith(":") ? [] : [[name, value ?? ""] as const],
  );
}

function requestBody(request: JsonObject, headers: HeaderFields): TrafficRequest["body"] {
  const data = memberOf(request, "postData", objectOf);
  const text = data?.["text"];
  const length = contentLength(headers);
  if (typeof text !== "string" || text === "") {
    // A recorder that lost a body does not mention it either, so only the client's Content-Length counts.
    return length === 0 ? null : { lost: "the body of the request is missing" };
  }
  if (header(headers, "content-encoding") !== null) return { lost: "the body of the request is compressed" };
  if (data?.["_sha256"] !== undefined) return { lost: "only the first part of the body was recorded" };
  if (isBase64(data)) return bytesOfBase64(text, length, []) ?? { lost: "the base64 of the body is none" };
  const counted = length ?? sizeOf(request["bodySize"]);
  return bytesOfText(text, headers, counted === null ? [] : [counted]);
}

function isBase64(data: JsonObject | undefined): boolean {
  return data?.["encoding"] === "base64" || data?.["_encoding"] === "base64";
}

/** A size from a HAR, where -1 means unknown. */
function sizeOf(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : null;
}

/** The answer of an entry. A status of 0 means that there was none. */
function responseOf(response: JsonObject): TrafficResponse | null {
  const { status } = response;
  if (!isFinalStatus(status)) return null;
  const given = headersOf(response["headers"]);
  const content = memberOf(response, "content", objectOf) ?? {};
  const mimeType = memberOf(content, "mimeType", String);
  const headers = isLost(given) ? given : withoutContradiction(given, mimeType, "answer");
  const body = isBodiless(status)
    ? new Uint8Array()
    : responseBody(content, isLost(given) ? [] : given, response["bodySize"]);
  return { status, headers, body, isDecoded: true };
}

/** If a recorder names a media type, but no header field does, the recorder lost the field. */
function withoutContradiction(
  headers: HeaderFields,
  mimeType: string | undefined,
  message: "request" | "answer",
): HeaderFields | Lost {
  const isMissing = header(headers, "content-type") === null;
  const isNamed = /json/i.test(mimeType ?? "");
  return isMissing && isNamed ? { lost: `the field Content-Type of the ${message} is missing` } : headers;
}

/** @param transferred the bytes of the body on the wire, as the recorder counted them */
function responseBody(content: JsonObject, headers: HeaderFields, transferred: unknown): Uint8Array | Lost {
  const { text, encoding, size, compression } = content;
  const counted = sizeOf(size);
  if (content["_sha256"] !== undefined) return { lost: "only the first part of the body was recorded" };
  if (typeof text !== "string" || text === "") {
    // A recorder that did not get the body leaves out the text, and counts 0 bytes.
    const length = contentLength(headers) ?? (text === "" ? 0 : null);
    const isKnown = counted === 0 && length === 0 && (sizeOf(transferred) ?? 0) === 0;
    return isKnown && !isChunked(headers) ? new Uint8Array() : { lost: "the body of the answer is missing" };
  }
  // Some recorders count the transferred bytes, and also state how many bytes compression saved.
  const saved = typeof compression === "number" ? compression : 0;
  const sizes = counted === null ? [] : [counted, counted + saved];
  if (encoding === undefined || encoding === "") return bytesOfText(text, headers, sizes);
  const bytes = encoding === "base64" ? bytesOfBase64(text, decodedLength(headers), sizes) : null;
  return bytes ?? { lost: "the body of the answer has an encoding that is not base64" };
}
