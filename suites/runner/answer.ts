/** An answer as the judges see it: decoded strictly, from a live exchange or from a recorded one. */
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { parse as parseLossless, isLosslessNumber } from "lossless-json";
import type { HeaderFields, Json } from "../../reports/result.ts";

/** An answer's body read as JSON text in UTF-8. */
export type Reading =
  | { readonly as: "json"; readonly value: Json; readonly byteOrderMark: boolean; readonly rounded: readonly Rounded[] }
  | { readonly as: "nothing"; readonly why: string };

/** A number that a double does not hold exactly, with its text. */
export interface Rounded {
  /** JSON Pointer. */
  readonly where: string;
  readonly text: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: HeaderFields;
  /** The media type in lower case without its parameters; null where the answer names none. */
  readonly mediaType: string | null;
  /** Bytes of the body, after Content-Encoding was undone. */
  readonly size: number;
  readonly reading: Reading;
}

/** Limit for a body, before and after decompression, in bytes. */
export interface BodyLimit {
  readonly bytes: number;
}

/** Reads an answer. Faults of the body become a `Reading`, never an exception. */
export function readAnswer(status: number, headers: HeaderFields, raw: Uint8Array, limit: BodyLimit): Answer {
  const body = decompress(raw, header(headers, "content-encoding"), limit);
  const mediaType = header(headers, "content-type")?.split(";")[0]?.trim().toLowerCase() ?? null;
  const reading: Reading = body instanceof Uint8Array ? readJson(body) : { as: "nothing", why: body.fault };
  return { status, headers, mediaType, size: body instanceof Uint8Array ? body.length : raw.length, reading };
}

/** The value of a header field, several fields of one name joined as RFC 9110 section 5.3 says. */
export function header(headers: HeaderFields, name: string): string | null {
  const values = headers.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value);
  return values.length === 0 ? null : values.join(", ");
}

const decoders: ReadonlyMap<string, (raw: Uint8Array, limit: number) => Uint8Array> = new Map([
  ["gzip", (raw, limit) => gunzipSync(raw, { maxOutputLength: limit })],
  ["x-gzip", (raw, limit) => gunzipSync(raw, { maxOutputLength: limit })],
  ["deflate", (raw, limit) => inflateSync(raw, { maxOutputLength: limit })],
  ["br", (raw, limit) => brotliDecompressSync(raw, { maxOutputLength: limit })],
]);

/**
 * Undoes one content coding. A request without Accept-Encoding leaves the coding to the server (RFC 9110 section
 * 12.5.3), so a compressed answer is read, within the limit.
 */
export function decompress(raw: Uint8Array, coding: string | null, limit: BodyLimit): Uint8Array | { fault: string } {
  if (coding === null || coding.toLowerCase() === "identity" || raw.length === 0) return raw;
  const decode = decoders.get(coding.toLowerCase());
  if (decode === undefined) return { fault: `a body with the unknown content coding ${coding.slice(0, 40)}` };
  try {
    return decode(raw, limit.bytes);
  } catch {
    return { fault: `a body that is not ${coding.slice(0, 40)} or is longer than the limit when decompressed` };
  }
}

function readJson(body: Uint8Array): Reading {
  if (body.length === 0) return { as: "nothing", why: "an empty body" };
  const byteOrderMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return { as: "nothing", why: "bytes that are not UTF-8" };
  }
  try {
    // What JSON.parse gives is a Json by its own definition.
    return { as: "json", value: JSON.parse(text) as Json, byteOrderMark, rounded: roundedNumbers(text) };
  } catch {
    return { as: "nothing", why: "text that is not JSON" };
  }
}

/** More digits than a double is sure to hold, or a fraction or an exponent that rounding could turn into an integer. */
const mayBeRounded = /\d{16}|\d[.eE]/;

/** The numbers of a JSON text that a double does not hold exactly. */
function roundedNumbers(text: string): readonly Rounded[] {
  if (!mayBeRounded.test(text)) return [];
  try {
    const tree = parseLossless(text, undefined, { onDuplicateKey: ({ newValue }) => newValue });
    return collect(tree, "");
  } catch {
    // Too deep for a recursive reader. Such a value is not a Plant or an Error by its types, so nothing is missed.
    return [];
  }
}

function collect(tree: unknown, where: string): readonly Rounded[] {
  if (typeof tree !== "object" || tree === null) return [];
  if (isLosslessNumber(tree)) {
    const text = tree.value;
    return isExact(text) ? [] : [{ where, text }];
  }
  return Object.entries(tree).flatMap(([name, value]) =>
    collect(value, `${where}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}

/** Whether a whole number in a double is the number that was written. */
function isExact(text: string): boolean {
  const value = Number(text);
  if (!Number.isInteger(value)) return true;
  return Number.isSafeInteger(value) && isWhole(text);
}

/** Whether a JSON number is whole, judged by its text. */
function isWhole(text: string): boolean {
  const parts = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (parts === null) return false;
  const digits = (parts[1] ?? "") + (parts[2] ?? "");
  const scale = (parts[2] ?? "").length - Number(parts[3] ?? 0);
  return scale <= 0 || /^0*$/.test(digits.slice(Math.max(0, digits.length - scale)));
}
