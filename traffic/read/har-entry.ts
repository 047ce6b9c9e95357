/**
 * Converts an entry of HAR 1.2 to an exchange. Parts that browsers, proxies and sanitizers leave out or change are
 * lost, not guessed.
 */
import { header } from "../../http/headers.ts";
import type { HeaderFields } from "../../http/message.ts";
import { type Lost, type TrafficItem, type TrafficRequest, type TrafficResponse, isLost } from "../recorded-traffic.ts";
import { type JsonObject, memberOf, objectOf } from "./json-members.ts";
import { bytesOfBase64, bytesOfText, contentLength, isFinalStatus, spanOf } from "./recorded-text.ts";

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

/** Members whose value tells it, and not their name. */
const STATES: ReadonlySet<string> = new Set(["_fetchType", "_charlesStatus"]);

/** Why an answer does not come from the provider. */
function notOfProvider(entry: JsonObject, response: JsonObject): string | undefined {
  const members = [...Object.entries(entry), ...Object.entries(response)].filter(([name]) => name.startsWith("_"));
  for (const [name, value] of members) {
    const word = STATES.has(name) && typeof value === "string" ? value : name;
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
  if (isBase64(data)) return bytesOfBase64(text) ?? { lost: "the base64 of the body is none" };
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
  // These have no content (RFC 9110 sections 15.3.5 and 15.4.5).
  const isBodiless = status === 204 || status === 304;
  const body = isBodiless ? new Uint8Array() : responseBody(content, isLost(given) ? [] : given, response["bodySize"]);
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
    const isEmpty = isKnown && !/\bchunked\b/i.test(transferOf(headers));
    return isEmpty ? new Uint8Array() : { lost: "the body of the answer is missing" };
  }
  // Some recorders count the transferred bytes, and also state how many bytes compression saved.
  const saved = typeof compression === "number" ? compression : 0;
  const sizes = counted === null ? [] : [counted, counted + saved];
  if (encoding === undefined || encoding === "") return bytesOfText(text, headers, sizes);
  const bytes = encoding === "base64" ? bytesOfBase64(text) : null;
  if (bytes === null) return { lost: "the body of the answer has an encoding that is not base64" };
  return sizes.length === 0 || sizes.includes(bytes.length) ? bytes : { lost: "only a part of the body was recorded" };
}

function transferOf(headers: HeaderFields): string {
  return header(headers, "transfer-encoding") ?? "";
}
