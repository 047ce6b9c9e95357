/** Finds the bytes of a body that was recorded as text. They are known only if nothing indicates other bytes. */
import { header } from "../../http/headers.ts";
import type { HeaderFields } from "../../http/message.ts";
import type { Lost, Span } from "../recorded-traffic.ts";

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

function charsetOf(headers: HeaderFields): string | null {
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
