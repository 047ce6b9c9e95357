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
