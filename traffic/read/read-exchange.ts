/**
 * Reads one exchange: an entry of a HAR 1.2, or a line of a log. Parts that browsers, proxies and sanitizers leave out or
 * change are lost, not guessed.
 */
import { header, type HeaderFields } from "../../http/message.ts";
import {
  isLost,
  type Lost,
  type Span,
  type TrafficItem,
  type TrafficRequest,
  type TrafficResponse,
} from "../recorded-traffic.ts";

/** Reads one entry of `log.entries`. */
export function exchangeOfEntry(entry: unknown): TrafficItem {
  const [request, response] = [memberOf(entry, "request", objectOf), memberOf(entry, "response", objectOf)];
  if (request === undefined) return { lost: "the entry has no request" };
  const read = entryRequest(request);
  if (isLost(read)) return read;
  const { startedDateTime, time } = objectOf(entry) ?? {};
  const span = spanOf(startedDateTime, time);
  const unanswered = notOfProvider(objectOf(entry) ?? {}, response ?? {});
  if (unanswered !== undefined) return { request: read, response: null, unanswered, span };
  return { request: read, response: response === undefined ? null : entryResponse(response), span };
}

/** Names and values of private members, and what they mean: of Playwright, Chromium, Safari, Charles and others. */
const MEANINGS: ReadonlyArray<readonly [word: RegExp, why: string]> = [
  [/fulfilled|mock|stub|overrid|intercepted$/i, "a test gave the answer in the place of the provider"],
  [/service[_ ]?worker$/i, "a service worker gave the answer"],
  [/from.*cache|cached$| cache$/i, "the answer came from a cache"],
  [/error|fail|abort|exception|blocked$/i, "the recorder says that the exchange failed"],
];

/** The most characters of a name or value that are searched for these words. */
const MOST_WORD = 200;

/** Members whose value has the meaning, and not their name. */
const STATES: ReadonlySet<string> = new Set(["_fetchType", "_charlesStatus"]);

/** Why an answer does not come from the provider. */
function notOfProvider(entry: JsonObject, response: JsonObject): string | undefined {
  const members = [...Object.entries(entry), ...Object.entries(response)].filter(([name]) => name.startsWith("_"));
  for (const [name, value] of members) {
    const word = (STATES.has(name) && typeof value === "string" ? value : name).slice(0, MOST_WORD);
    const [, why] = MEANINGS.find(([pattern]) => pattern.test(word)) ?? [];
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

function entryRequest(request: JsonObject): TrafficRequest | Lost {
  const { method, url } = request;
  if (typeof method !== "string" || typeof url !== "string") return { lost: "its request has no method or no URL" };
  const given = fieldsOf(request["headers"]);
  const mimeType = memberOf(request["postData"], "mimeType", String);
  const headers = isLost(given) ? given : withoutContradiction(given, mimeType, "request");
  const body = isLost(headers) ? lostWithHeaders : requestBody(request, headers);
  return { method, url, headers, body, isText: !isBase64(objectOf(request["postData"])) };
}

const lostWithHeaders: Lost = { lost: "the header fields that describe the body are missing" };

/** The header fields without the pseudo-header fields of HTTP/2. An empty list means that the fields were removed. */
function fieldsOf(list: unknown): HeaderFields | Lost {
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
function entryResponse(response: JsonObject): TrafficResponse | null {
  const { status } = response;
  if (!isFinalStatus(status)) return null;
  const given = fieldsOf(response["headers"]);
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

// The bytes of a body that was recorded as text. They are known only if nothing indicates other bytes.

/** The replacement for bytes that a decoder cannot decode. */
const REPLACED = "\u{fffd}";

/**
 * The bytes of a body, from its text.
 * @param sizes the possible sizes of the body in bytes, as counted by the recorder; one of them must match if there are
 * any
 */
export function bytesOfText(text: string, headers: HeaderFields, sizes: readonly number[]): Uint8Array | Lost {
  const bytes = Buffer.from(text);
  const other = (size: unknown): Lost => {
    return {
      lost: `the recorded text has another length than the body had (${bytes.length} bytes, not ${String(size)})`,
    };
  };
  if (sizes.length > 0 && !sizes.includes(bytes.length)) return other(sizes[0]);
  // If the Content-Length of the message matches, nothing was changed.
  if (contentLength(headers) !== bytes.length && wasChanged(text)) {
    return { lost: "the recorder may have cut the body off, or masked values in it" };
  }
  // A recorder that lost a compressed body may write an empty text.
  const length = text === "" ? contentLength(headers) : decodedLength(headers);
  if (length !== null && length !== bytes.length) return other(length);
  if (text.includes(REPLACED)) return { lost: "the recorder may have replaced bytes that are not UTF-8" };
  // The text was decoded with another charset, so its bytes were different.
  const isAscii = bytes.length === text.length;
  const charset = charsetOf(headers);
  const isUtf8 = charset === null || charset === "utf-8" || charset === "utf8";
  if (!isUtf8 && (!isAscii || charset.startsWith("utf-16") || charset.startsWith("utf-32"))) {
    return { lost: "the recorder wrote the body down in another charset" };
  }
  if (sizes.length === 0 && !isAscii) return { lost: "the recording does not say how many bytes the body had" };
  return bytes;
}

/** The marks of a text that was cut off, and of a masked value. */
const CUT = /(?:…|\.\.\.|truncated\W{0,5})$/i;
const MASKED = /"(?:[[<({*]+[^"]{0,40}(?:redact|mask|hidden|removed|filter|scrub|sanitiz|obfuscat)[^"]{0,40}|\*{3,})"/i;

function wasChanged(text: string): boolean {
  return CUT.test(text) || MASKED.test(text);
}

/** The charset that a message states, in lower case; null if there is none. */
export function charsetOf(headers: HeaderFields): string | null {
  const found = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(header(headers, "content-type") ?? "");
  return found?.[1]?.toLowerCase() ?? null;
}

/**
 * The bytes of base64; null if the text is not base64.
 * @param length the Content-Length of these bytes, if it is known
 * @param sizes as in `bytesOfText`
 */
export function bytesOfBase64(text: string, length: number | null, sizes: readonly number[]): Uint8Array | Lost | null {
  // One character alone is less than a byte.
  if (text.length % 4 === 1 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64");
  const isWhole = (length ?? bytes.length) === bytes.length && (sizes.length === 0 || sizes.includes(bytes.length));
  return isWhole ? bytes : { lost: "only a part of the body was recorded" };
}

/** Content-Length as a number; null if it is missing or not a number. */
export function contentLength(headers: HeaderFields): number | null {
  const value = header(headers, "content-length") ?? "";
  return /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** The bytes of a body without its content coding, as Content-Length says them; null if it says none, or counts coded ones. */
export function decodedLength(headers: HeaderFields): number | null {
  const isCoded = !/^(?:identity)?$/i.test(header(headers, "content-encoding") ?? "");
  return isCoded ? null : contentLength(headers);
}

/** Whether the body of a message is in chunks. */
export function isChunked(headers: HeaderFields): boolean {
  return /\bchunked\b/i.test(header(headers, "transfer-encoding") ?? "");
}

/** Whether an answer has no content, whatever its header fields say (RFC 9110 sections 15.3.5 and 15.4.5). */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}

/** Whether a number is the status of a final answer (RFC 9110 section 15). */
export function isFinalStatus(status: unknown): status is number {
  return typeof status === "number" && Number.isInteger(status) && status >= 200 && status <= 599;
}

/** A date with its time of day and its zone. */
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/i;

/**
 * When an exchange began and ended.
 * @param started a date as of RFC 3339
 * @param took milliseconds; without them the end is unknown, and later than everything
 */
export function spanOf(started: unknown, took: unknown): Span | undefined {
  const [date = "", fraction] = (typeof started === "string" ? DATE.exec(started) : null) ?? [];
  const start = Date.parse(date);
  if (Number.isNaN(start)) return undefined;
  const rounded = fraction === undefined ? 1000 : 1;
  return { start, end: typeof took === "number" && took >= 0 ? start + took + rounded : Infinity };
}

// Reads members of JSON that others wrote. A member of the wrong type counts as missing.

export type JsonObject = Readonly<Record<string, unknown>>;

/** A value as an object; undefined if it is not an object. */
export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** A member of an object, converted by `read`; undefined if there is none. */
export function memberOf<T>(value: unknown, name: string, read: (member: unknown) => T): T | undefined {
  const member = objectOf(value)?.[name];
  return member === undefined || member === null ? undefined : read(member);
}
