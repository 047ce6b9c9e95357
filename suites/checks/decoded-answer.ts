/** An answer for the judges: decoded strictly, from a live or a recorded exchange. */
import { isLosslessNumber, parse as parseLossless } from "lossless-json";
import { type BodyLimit, decompress } from "../../http/decompress.ts";
import { header, type HeaderFields, type PartialResponse, type WireResponse } from "../../http/message.ts";
import type { Finding, Json } from "../../result/result.ts";

const colonNext = /[ \t\r\n]*:/y;

/**
 * The names that occur twice in one object of a JSON text, each once, in any escaping. `JSON.parse` keeps the last.
 * @param text a text that `JSON.parse` accepts
 */
export function repeatedNames(text: string): readonly string[] {
  const repeated = new Set<string>();
  // The names of each open object, the innermost last. An array has none.
  const open: Array<Set<string>> = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === "{" || char === "[") open.push(new Set());
    if (char === "}" || char === "]") open.pop();
    if (char !== '"') continue;
    const end = endOfString(text, at);
    colonNext.lastIndex = end;
    if (colonNext.test(text)) {
      const name = String(JSON.parse(text.slice(at, end)));
      if (open.at(-1)?.has(name) === true) repeated.add(name);
      open.at(-1)?.add(name);
    }
    at = end - 1;
  }
  return [...repeated];
}

/** The offset after the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote + 1;
}

/** Whether an odd number of backslashes comes before the quote. */
function isEscaped(text: string, quote: number): boolean {
  let from = quote;
  while (text[from - 1] === "\\") from -= 1;
  return (quote - from) % 2 === 1;
}

/** The body of an answer, read as JSON text in UTF-8; `unread` if a limit of the suite was reached. */
type Reading =
  | {
      readonly as: "json";
      readonly value: Json;
      readonly byteOrderMark: boolean;
      readonly rounded: readonly Rounded[];
      /** The names that occur twice in one object. */
      readonly repeated: readonly string[];
    }
  | { readonly as: "nothing"; readonly why: string }
  | { readonly as: "unread"; readonly why: string };

/** A JSON body that the checks looked at when it arrived, and that was not kept. */
interface LookedAt {
  readonly as: "looked-at";
  readonly why: string;
  readonly found: FoundOnArrival;
}

/** What the checks found in an answer when it arrived, by check; absent if there was no occasion for its question. */
export type FoundOnArrival = ReadonlyMap<string, readonly Finding[]>;

/** A number that a double does not hold exactly, with its text. */
export interface Rounded {
  /** JSON Pointer. */
  readonly where: string;
  readonly text: string;
  /** Whether the written number is an integer, whatever its size. */
  readonly isInteger: boolean;
}

export interface Answer {
  readonly status: number;
  /** How far it was read. What lies beyond is not judged. */
  readonly readTo: ReadTo;
  /** Empty if the header was not read. */
  readonly headers: HeaderFields;
  /** The media type in lower case without its parameters; null if the answer has none. */
  readonly mediaType: string | null;
  /** The size of the body in bytes, after Content-Encoding was undone. */
  readonly size: number;
  readonly reading: Reading | LookedAt;
}

/** How far an answer was read: in full (a body up to its limit), to the end of its header, or only its status line. */
export type ReadTo = "end" | "header" | "status";

/**
 * An answer that was not read in full: its body, or even its header, is unread.
 * @param detail why, as a clause
 */
export function partOf(
  { status, headers, size }: Pick<PartialResponse, "status" | "headers"> & { readonly size: number },
  detail: string,
): Answer {
  if (headers === null) {
    const reading: Reading = { as: "unread", why: `a header that was not read (${detail})` };
    return { status, readTo: "status", headers: [], mediaType: null, size: 0, reading };
  }
  const why = `a body that was cut off after ${progressOf(size, headers)} (${detail})`;
  const reading: Reading = { as: "unread", why };
  return { status, readTo: "header", headers, mediaType: mediaTypeOf(headers), size, reading };
}

/** How much of a body was read: `12 of 500 bytes`. */
function progressOf(size: number, headers: HeaderFields): string {
  const length = header(headers, "content-length") ?? "";
  return /^\d{1,15}$/.test(length) ? `${size} of ${length} bytes` : `${size} bytes`;
}

function mediaTypeOf(headers: HeaderFields): string | null {
  return header(headers, "content-type")?.split(";")[0]?.trim().toLowerCase() ?? null;
}

/** Reads an answer. Faults of the body become a `Reading`, never an exception. */
export function readAnswer(
  { status, headers, body: raw }: Pick<WireResponse, "status" | "headers" | "body">,
  limit: BodyLimit,
): Answer {
  const head = { status, readTo: "end", headers, mediaType: mediaTypeOf(headers) } as const;
  if (limit.wasCut === true) {
    const why = `a body longer than ${limit.bytes} bytes, the limit, of which the rest was not read`;
    return { ...head, size: raw.length, reading: { as: "unread", why } };
  }
  const body = decompress(raw, header(headers, "content-encoding"), limit);
  if (body instanceof Uint8Array) return { ...head, size: body.length, reading: readJson(body) };
  const reading: Reading = { as: body.unread === true ? "unread" : "nothing", why: body.fault };
  return { ...head, size: raw.length, reading };
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads a body that has no content coding. */
export function readJson(body: Uint8Array): Reading {
  if (body.length === 0) return { as: "nothing", why: "an empty body" };
  const byteOrderMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    return { as: "nothing", why: "bytes that are not UTF-8" };
  }
  if (hasMoreMarks(body, MOST_VALUES))
    return { as: "unread", why: `JSON of more than ${MOST_VALUES} values, the limit` };
  try {
    // JSON.parse returns a Json by its definition.
    const value = JSON.parse(text) as Json;
    return { as: "json", value, byteOrderMark, rounded: roundedNumbers(text), repeated: repeatedNames(text) };
  } catch {
    return { as: "nothing", why: "text that is not JSON" };
  }
}

/** The most values of a kept answer: as values, 1 MiB of brackets takes 100 MiB, and a run has hundreds of answers. */
const MOST_VALUES = 10_000;

/** Commas and opening brackets: at least as many as there are values, except for the first. */
const MARKS = [0x2c, 0x5b, 0x7b];

/** Whether a body has more marks than `most`. Searching for one byte at a time is many times faster than a loop. */
function hasMoreMarks(body: Uint8Array, most: number): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  let count = 0;
  for (const mark of MARKS) {
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) {
      count += 1;
      if (count > most) return true;
    }
  }
  return false;
}

/** More digits than a double can surely hold, or a fraction or an exponent that rounding could turn into an integer. */
const mayBeRounded = /\d{16}|\d[.eE]/;

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
    return isExact(text) ? [] : [{ where, text, isInteger: isWhole(text) }];
  }
  return Object.entries(tree).flatMap(([name, value]) =>
    collect(value, `${where}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}

/** Whether a number, if its double is whole, is exactly the number that was written. */
function isExact(text: string): boolean {
  const value = Number(text);
  if (!Number.isInteger(value)) return true;
  return Number.isSafeInteger(value) && isWhole(text);
}

function isWhole(text: string): boolean {
  const parts = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (parts === null) return false;
  const digits = (parts[1] ?? "") + (parts[2] ?? "");
  const scale = (parts[2] ?? "").length - Number(parts[3] ?? 0);
  return scale <= 0 || /^0*$/.test(digits.slice(Math.max(0, digits.length - scale)));
}
