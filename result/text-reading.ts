/** A text as the codes of its characters, each with its place in the text. */

/** Characters in lower case, and the range of the text that each was written in. */
export interface Reading {
  readonly codes: Uint16Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** What cannot be seen. */
export const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** A text without any of these characters needs no decoding. */
const escapes = new RegExp(`[%\\\\&]|${unseen.source}`, "u");

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

/** The first number that no character has. */
export const BEYOND = 0x11_0000;

/** The value of hexadecimal digits, in lower case; null if they are none, or no character has it. */
export function hexValue(codes: Uint16Array, start: number, end: number): number | null {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const code = codes[at] ?? 0;
    if (!isHex(code)) return null;
    value = Math.min(value * 16 + digitOf(code), BEYOND);
  }
  return end <= start || value === BEYOND ? null : value;
}

/** A digit or one of the letters `a` to `f`. */
export function isHex(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66);
}

/** The value of a digit, or of one of the letters `a` to `f`. */
export function digitOf(code: number): number {
  return code <= 0x39 ? code - 0x30 : code - 0x57;
}

// The HTML entities that may hide a part of a secret.

/** The entities that HTML reads without a semicolon. */
export const legacy: ReadonlySet<string> = new Set(["amp", "lt", "gt", "quot", "shy"]);
/** The length of the longest of them. */
export const LONGEST_LEGACY_NAME = 4;
/** The characters with which they end. */
export const lastOfLegacy: ReadonlySet<number> = new Set(
  Array.from(legacy, (name) => name.charCodeAt(name.length - 1)),
);

/** The HTML entities of ASCII punctuation and of invisible characters, in lower case. */
export const named: ReadonlyMap<string, number> = new Map(
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
    lrm: "\u200e",
    rlm: "\u200f",
    af: "\u2061",
    applyfunction: "\u2061",
    it: "\u2062",
    invisibletimes: "\u2062",
    ic: "\u2063",
    invisiblecomma: "\u2063",
  }).map(([name, character]) => [name, character.charCodeAt(0)]),
);

/** The length of the longest name. */
export const LONGEST_NAME = 16;
