/**
 * A text as a reader may decode it: percent-escapes, backslash escapes and HTML entities, also nested ones, are undone
 * character by character, and invisible characters are removed. Each character keeps its place in the text.
 */

/** Characters in lower case, and the range of the text that each was written in. */
export interface Reading {
  readonly codes: Uint16Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

const [PERCENT, AMPERSAND, SEMICOLON, BACKSLASH, OPEN, CLOSE] = [0x25, 0x26, 0x3b, 0x5c, 0x7b, 0x7d];
const [SMALL_U, SMALL_X, HASH, BLANK] = [0x75, 0x78, 0x23, 0x20];

/** A text without any of these characters needs no decoding. */
const escapes = /[%\\&\p{Cc}\u00ad\u200b-\u200f\u2028\u2029\u2060\ufeff]/u;

/** Whether decoding can change a text. */
export function hasEscapes(text: string): boolean {
  return escapes.test(text);
}

/** ASCII letters in lower case, everything else as it is. */
export function lowerCase(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 32 : code;
}

/**
 * Allocates buffers for the reading of a text of this length. They are reused for one text after another, because
 * garbage of this size is collected late, and took a hundred mebibytes with long answers.
 */
export function roomFor(length: number): Reading {
  return { codes: new Uint16Array(length), from: new Int32Array(length), to: new Int32Array(length) };
}

/**
 * A text as written, without decoding. The result uses the given buffers, which must have room for as many characters.
 */
export function asWritten(text: string, { codes, from, to }: Reading = roomFor(text.length)): Reading {
  for (let at = 0; at < text.length; at += 1) {
    codes[at] = lowerCase(text.charCodeAt(at));
    from[at] = at;
    to[at] = at + 1;
  }
  return { codes: codes.subarray(0, text.length), from, to };
}

/**
 * The characters read so far. The last character of an escape removes the whole escape from the end, so each character
 * is read only a few times.
 */
interface Pile {
  readonly codes: Uint16Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  size: number;
  /** The place of the last `&` that may begin an entity; -1 if there is none. */
  ampersand: number;
}

/**
 * A text with every escape undone, repeatedly if nested, in the given buffers. The time is proportional to the length.
 */
export function unescaped(text: string, { codes, from, to }: Reading = roomFor(text.length)): Reading {
  const pile: Pile = { codes, from, to, size: 0, ampersand: -1 };
  let isAfterBreak = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = lowerCase(text.charCodeAt(at));
    // A continued line is indented.
    if (isAfterBreak && code === BLANK) continue;
    isAfterBreak = code === 0x0a || code === 0x0d || (isAfterBreak && isUnseen(code));
    from[pile.size] = at;
    put(pile, code, at + 1);
  }
  return { codes: codes.subarray(0, pile.size), from, to };
}

/** Puts a character on the pile; its `from` is there already. */
function put(pile: Pile, code: number, end: number): void {
  let next: number | null = code;
  while (next !== null) {
    if (isUnseen(next)) break;
    pile.codes[pile.size] = next;
    pile.to[pile.size] = end;
    if (next === AMPERSAND) pile.ampersand = pile.size;
    pile.size += 1;
    next = takeEscape(pile, next);
  }
  if (pile.ampersand >= pile.size) pile.ampersand = -1;
}

/**
 * Removes an escape from the end of the pile, but keeps its `from`, and returns the decoded character; null if there is
 * no escape.
 */
function takeEscape(pile: Pile, last: number): number | null {
  if (last === SEMICOLON) return pile.ampersand === -1 ? null : takeEntity(pile);
  if (isHex(last)) {
    const escape = takeHex(pile);
    if (escape !== null) return escape;
  }
  if (last === CLOSE) return takeBraces(pile);
  return takeBackslash(pile, last);
}

/** `%41`, `\x41`, `\u0041`, `%u0041`. */
function takeHex(pile: Pile): number | null {
  const { codes, size } = pile;
  if (size >= 3 && codes[size - 3] === PERCENT) return takeDigits(pile, 2, 3);
  if (size >= 4 && codes[size - 3] === SMALL_X && codes[size - 4] === BACKSLASH) return takeDigits(pile, 2, 4);
  const isFour = size >= 6 && codes[size - 5] === SMALL_U;
  if (isFour && (codes[size - 6] === BACKSLASH || codes[size - 6] === PERCENT)) return takeDigits(pile, 4, 6);
  return null;
}

function takeDigits(pile: Pile, digits: number, length: number): number | null {
  const value = hexValue(pile.codes, pile.size - digits, pile.size);
  if (value !== null) pile.size -= length;
  return value === null ? null : lowerCase(value);
}

/** `\u{41}`, with up to eight digits. */
function takeBraces(pile: Pile): number | null {
  const { codes, size } = pile;
  const least = Math.max(2, size - 10);
  for (let at = size - 2; at >= least; at -= 1) {
    if (codes[at] !== OPEN) continue;
    if (codes[at - 1] !== SMALL_U || codes[at - 2] !== BACKSLASH) return null;
    const value = hexValue(codes, at + 1, size - 1);
    if (value !== null) pile.size = at - 2;
    return value === null ? null : lowerCase(value);
  }
  return null;
}

/** `\/`, `\"`, `\\` and a backslash before any other mark; `\n` and similar escapes stand for invisible characters. */
function takeBackslash(pile: Pile, last: number): number | null {
  if (pile.size < 2 || pile.codes[pile.size - 2] !== BACKSLASH) return null;
  const isControl = last === 0x6e || last === 0x72 || last === 0x74 || last === 0x62 || last === 0x66;
  if (!isControl && !isMark(last)) return null;
  pile.size -= 2;
  return isControl ? 0 : last;
}

/** `&amp;`, `&#38;`, `&#x26;`, with any number of leading zeros. */
function takeEntity(pile: Pile): number | null {
  const { codes, ampersand, size } = pile;
  pile.ampersand = -1;
  const value = entityValue(codes, ampersand + 1, size - 1);
  if (value === null) return null;
  pile.size = ampersand;
  return lowerCase(value);
}

function entityValue(codes: Uint16Array, start: number, end: number): number | null {
  if (codes[start] !== HASH) {
    if (end - start > LONGEST_NAME) return null;
    return named.get(String.fromCharCode(...codes.subarray(start, end))) ?? null;
  }
  if (codes[start + 1] === SMALL_X) return hexValue(codes, start + 2, end);
  let value = 0;
  for (let at = start + 1; at < end; at += 1) {
    const digit = (codes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return null;
    value = Math.min(value * 10 + digit, BEYOND);
  }
  return end === start + 1 || value === BEYOND ? null : value;
}

const BEYOND = 0x1_0000;

function hexValue(codes: Uint16Array, start: number, end: number): number | null {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const code = codes[at] ?? 0;
    if (!isHex(code)) return null;
    value = Math.min(value * 16 + (code <= 0x39 ? code - 0x30 : code - 0x57), BEYOND);
  }
  return end <= start || value === BEYOND ? null : value;
}

/** A digit or one of the letters `a` to `f`. */
export function isHex(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66);
}

/** ASCII that is neither a letter nor a digit. */
function isMark(code: number): boolean {
  return (code > 0x20 && code < 0x30) || (code > 0x39 && code < 0x61) || (code > 0x7a && code < 0x7f);
}

/** Controls (including the NUL bytes of UTF-16), soft hyphens, zero-width characters and byte order marks. */
function isUnseen(code: number): boolean {
  if (code < 0x20 || code === 0x7f || code === 0xad || code === 0xfeff || code === 0x2060) return true;
  return (code >= 0x200b && code <= 0x200f) || code === 0x2028 || code === 0x2029;
}

/** The HTML entities of ASCII punctuation and of invisible characters, in lower case. */
const named: ReadonlyMap<string, number> = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    excl: "!",
    num: "#",
    dollar: "$",
    percnt: "%",
    lpar: "(",
    rpar: ")",
    ast: "*",
    midast: "*",
    plus: "+",
    comma: ",",
    period: ".",
    sol: "/",
    colon: ":",
    semi: ";",
    equals: "=",
    quest: "?",
    commat: "@",
    lsqb: "[",
    lbrack: "[",
    bsol: "\\",
    rsqb: "]",
    rbrack: "]",
    hat: "^",
    lowbar: "_",
    underbar: "_",
    grave: "`",
    diacriticalgrave: "`",
    lcub: "{",
    lbrace: "{",
    verbar: "|",
    vert: "|",
    verticalline: "|",
    rcub: "}",
    rbrace: "}",
    tab: "\t",
    newline: "\n",
    shy: "\u00ad",
    zerowidthspace: "\u200b",
    zwnj: "\u200c",
    zwj: "\u200d",
    nobreak: "\u2060",
  }).map(([name, character]) => [name, character.charCodeAt(0)]),
);

const LONGEST_NAME = 16;
