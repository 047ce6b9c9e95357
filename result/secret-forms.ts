/** The forms of a secret that was encoded as a whole: in base64, in base64 twice, in hexadecimal. */
import { type Reading, asWritten, hasEscapes, isHex, lowerCase, roomFor } from "./text-reading.ts";
import { unescaped } from "./decode-escapes.ts";

/** A secret shorter than this can appear in unrelated text by chance. */
export const TELLING_LENGTH = 8;

/** Something to look for. */
interface SecretForm {
  /** Characters in lower case. */
  readonly codes: Uint16Array;
  /** Where to search: in the text as written, in the unescaped text, in both, or in its hexadecimal digits. */
  readonly among: "written" | "read" | "both" | "digits";
  /** Found only if there is no letter or digit next to it. */
  readonly isWord: boolean;
}

/** The forms of a secret. A short secret has only its plain form. */
export function formsOf(secret: string): readonly SecretForm[] {
  const bytes = Buffer.from(secret);
  const isShort = secret.length < TELLING_LENGTH;
  // Outside ASCII, an escape may stand for a character or for a byte of UTF-8.
  const spellings = [...new Set([secret, bytes.toString("latin1")])];
  const plain = spellings.flatMap((text): readonly SecretForm[] => {
    const readings = (["c", "css"] as const).map((dialect): SecretForm => {
      const { codes } = unescaped(text, { dialect, ending: "early" });
      return { codes, among: "read", isWord: codes.length < TELLING_LENGTH };
    });
    const [first, second] = readings.map(({ codes }) => codes.join());
    return [
      { codes: asWritten(text).codes, among: "written", isWord: isShort },
      ...(first === second ? readings.slice(1) : readings),
    ];
  });
  const encoded = isShort ? [] : encodedForms(bytes, Buffer.from(secret, "utf16le"));
  return [...plain, ...encoded].filter(({ codes }) => codes.length > 0);
}

function encodedForms(bytes: Buffer, wide: Buffer): readonly SecretForm[] {
  const once = base64Forms(bytes);
  const wideFirst = Buffer.from(wide).swap16();
  const texts = new Set([
    ...once,
    ...base64Forms(wide),
    ...base64Forms(wideFirst),
    ...once.flatMap((text) => base64Forms(Buffer.from(text))),
  ]);
  const forms = Array.from(texts, (text): SecretForm => ({
    codes: asWritten(text).codes,
    among: "both",
    isWord: false,
  }));
  const digits = [bytes, wide, wideFirst].map((all): SecretForm => {
    return { codes: asWritten(all.toString("hex")).codes, among: "digits", isWord: false };
  });
  return [...forms, ...digits];
}

/**
 * The base64 forms of bytes within longer data: the characters that depend only on these bytes, at each offset, in both
 * alphabets.
 */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor(((offset + bytes.length) * 8) / 6);
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .slice(first, last);
    const inUrls = text.replaceAll("+", "-").replaceAll("/", "_");
    return inUrls === text ? [text] : [text, inUrls];
  });
}

// Finds forms of secrets in a text. The time depends on the length of the text, not on its content.

/** A part of a text that holds a secret. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** A form, and a description that is returned with each place where the form was found. */
export interface Sought<T> {
  readonly form: SecretForm;
  readonly of: T;
}

/** Finds the forms that it was created for. */
export type Find<T> = (text: string) => ReadonlyArray<TextSpan & { readonly of: T }>;

/** The number of characters of a form that are searched for first. */
const GRAM = 4;

/**
 * The forms for one way of reading: forms that are indexed by four characters, and forms that are too short for that.
 */
interface Index<T> {
  readonly marked: Uint8Array;
  readonly byGram: ReadonlyMap<number, readonly Sought<T>[]>;
  readonly short: readonly Sought<T>[];
}

/** Prepares a search for forms. */
export function finder<T>(sought: readonly Sought<T>[]): Find<T> {
  const indexOf = (...among: readonly SecretForm["among"][]): Index<T> =>
    indexed(sought.filter(({ form }) => among.includes(form.among)));
  const [written, read, digits] = [indexOf("written", "both"), indexOf("read", "both"), indexOf("digits")];
  const plain = indexOf("written", "both", "digits");
  let rooms: readonly [Reading, Reading, Reading] | null = null;
  const roomsFor = (length: number): readonly [Reading, Reading, Reading] => {
    if (rooms === null || rooms[0].codes.length < length) {
      const size = Math.max(4096, 2 * length);
      rooms = [roomFor(size), roomFor(size), roomFor(size)];
    }
    return rooms;
  };
  const search: Find<T> = (text) => {
    const isEscaped = hasEscapes(text);
    const isApart = separated.test(text);
    if (!isEscaped && !isApart && !mayHold(text, plain)) return [];
    const [first, second, third] = roomsFor(text.length);
    const asIs = asWritten(text, first);
    const found = [...inReading(asIs, written)];
    if (!isEscaped) found.push(...inReading(digitsOf(asIs, third), digits));
    for (const way of isEscaped ? waysToRead(text) : []) {
      const asRead = unescaped(text, way, second);
      found.push(...inReading(asRead, read), ...inReading(digitsOf(asRead, third), digits));
    }
    return found;
  };
  return inWindows(search, Math.max(0, ...sought.map(({ form }) => form.codes.length)));
}

/** Characters that are searched at once: a reading takes thirty times as many bytes. */
const WINDOW = 64 * 1024;

/** The most characters that one character of a secret is written in, including invisible characters. */
const LONGEST_CHARACTER = 12;

/** Searches a long text part by part. The parts overlap, so that every place lies within one. */
function inWindows<T>(search: Find<T>, longest: number): Find<T> {
  const overlap = LONGEST_CHARACTER * longest + 2;
  const size = Math.max(WINDOW, 2 * overlap);
  return (text) => {
    if (text.length <= size) return search(text);
    const places: (TextSpan & { readonly of: T })[] = [];
    for (let start = 0; start < text.length; start += size - overlap) {
      const end = Math.min(start + size, text.length);
      for (const { from, to, of } of search(text.slice(start, end))) {
        // A match at an edge may be part of a longer word. The next or the previous part contains it as a whole.
        const isCut = (from === 0 && start > 0) || (start + to === end && end < text.length);
        if (!isCut) places.push({ from: start + from, to: start + to, of });
      }
      if (end === text.length) break;
    }
    return places;
  };
}

const separated = /(?:[0-9a-f]{2}[^\n0-9a-z]{1,4}(?:0x)?){7}/i;

/** A backslash, or the end of an escape of one. */
const backslash = /\\|5c|92|134|bsol/i;

/** An escape without an end of its own and, some characters later, the beginning of another. */
const openThenEscape = /(?:\\|5c|92|134|bsol|#|23|35|43|num)[^]{0,24}[%&\\]/i;

type WayToRead = Parameters<typeof unescaped>[1];

/** The ways to read the escapes of a text that can differ. */
function waysToRead(text: string): readonly WayToRead[] {
  const dialects = backslash.test(text) ? (["c", "css"] as const) : (["c"] as const);
  const endings = openThenEscape.test(text) ? (["early", "late"] as const) : (["early"] as const);
  return dialects.flatMap((dialect) => endings.map((ending) => ({ dialect, ending })));
}

function indexed<T>(all: readonly Sought<T>[]): Index<T> {
  const marked = new Uint8Array(0x1_0000);
  const byGram = new Map<number, Sought<T>[]>();
  for (const one of all) {
    const { codes } = one.form;
    if (codes.length < GRAM) continue;
    // Secrets often share the same start, so the middle is indexed.
    const middle = Math.floor((codes.length - GRAM) / 2);
    const gram = codes.subarray(middle, middle + GRAM).reduce(withNext, 0);
    marked[placeOf(gram)] = 1;
    byGram.set(gram, [...(byGram.get(gram) ?? []), one]);
  }
  return { marked, byGram, short: all.filter(({ form }) => form.codes.length < GRAM) };
}

/** The last four characters as one number, from the previous number and the next character. */
function withNext(gram: number, code: number): number {
  return (gram << 8) ^ code;
}

function placeOf(gram: number): number {
  return Math.imul(gram, 0x9e37_79b1) >>> 16;
}

/** Whether a text without escapes can contain any of the forms. Nearly every answer is ruled out here. */
function mayHold<T>(text: string, { marked, byGram, short }: Index<T>): boolean {
  if (short.length > 0) return true;
  let gram = 0;
  for (let at = 0; at < text.length; at += 1) {
    gram = withNext(gram, lowerCase(text.charCodeAt(at)));
    if (marked[placeOf(gram)] === 1 && byGram.has(gram)) return true;
  }
  return false;
}

function inReading<T>(reading: Reading, { marked, byGram, short }: Index<T>): ReadonlyArray<TextSpan & { of: T }> {
  const candidates = new Set<Sought<T>>(short);
  let gram = 0;
  for (const code of reading.codes) {
    gram = withNext(gram, code);
    if (marked[placeOf(gram)] === 0) continue;
    for (const one of byGram.get(gram) ?? []) candidates.add(one);
  }
  return Array.from(candidates).flatMap(({ form, of }) =>
    placesOf(reading.codes, form).map((at) => ({
      from: reading.from[at] ?? 0,
      to: reading.to[at + form.codes.length - 1] ?? 0,
      of,
    })),
  );
}

/** The places of a form, by the algorithm of Knuth, Morris and Pratt: at most two steps per character of the text. */
function placesOf(codes: Uint16Array, { codes: form, isWord }: SecretForm): readonly number[] {
  const back = fallbacks(form);
  const places: number[] = [];
  let matched = 0;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at];
    while (matched > 0 && form[matched] !== code) matched = back[matched - 1] ?? 0;
    if (form[matched] === code) matched += 1;
    if (matched < form.length) continue;
    const start = at + 1 - form.length;
    if (!isWord || (!isWordPart(codes[start - 1]) && !isWordPart(codes[at + 1]))) places.push(start);
    matched = back[matched - 1] ?? 0;
  }
  return places;
}

/** For each prefix of a form, the length of the longest shorter prefix that is also its suffix. */
function fallbacks(form: Uint16Array): Int32Array {
  const back = new Int32Array(form.length);
  let length = 0;
  for (let at = 1; at < form.length; at += 1) {
    while (length > 0 && form[length] !== form[at]) length = back[length - 1] ?? 0;
    if (form[length] === form[at]) length += 1;
    back[at] = length;
  }
  return back;
}

/** A letter, a digit, an underscore, or anything beyond ASCII. */
function isWordPart(code: number | undefined): boolean {
  if (code === undefined) return false;
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || code === 0x5f || code > 0x7f;
}

/**
 * The hexadecimal digits of a reading, without the separators between bytes. Anything else becomes a 0, which no form
 * has.
 */
function digitsOf({ codes, from, to }: Reading, { codes: digits, from: starts, to: ends }: Reading): Reading {
  let size = 0;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (isSeparator(code)) continue;
    if (code === 0x78 && digits[size - 1] === 0x30 && codes[at - 1] === 0x30) {
      size -= 1;
      continue;
    }
    digits[size] = isHex(code) ? code : 0;
    starts[size] = from[at] ?? 0;
    ends[size] = to[at] ?? 0;
    size += 1;
  }
  return { codes: digits.subarray(0, size), from: starts, to: ends };
}

function isSeparator(code: number): boolean {
  return code < 0x80 && !(code >= 0x30 && code <= 0x39) && !(code >= 0x61 && code <= 0x7a);
}
