/**
 * A text as a reader may decode it: percent-escapes, backslash escapes and HTML entities, also nested ones, are undone
 * character by character, and invisible characters are removed. Each character keeps its place in the text.
 */
import {
  LONGEST_LEGACY_NAME,
  LONGEST_NAME,
  lastOfLegacy,
  legacy,
  named,
  BEYOND,
  digitOf,
  hexValue,
  isHex,
  lowerCase,
  type Reading,
  roomFor,
  unseen,
} from "./text-reading.ts";

const [PERCENT, AMPERSAND, SEMICOLON, BACKSLASH, OPEN, CLOSE] = [0x25, 0x26, 0x3b, 0x5c, 0x7b, 0x7d];
const [CAPITAL_U, SMALL_U, SMALL_X, HASH, BLANK, DELETE] = [0x55, 0x75, 0x78, 0x23, 0x20, 0x7f];
const [LINE_FEED, RETURN] = [0x0a, 0x0d];

/** Whose backslashes: in C and its kin, `\101` is octal and `\n` a line break; in CSS, `\41` is hexadecimal and `\n` a letter. */
export type Dialect = "c" | "css";

/**
 * When an escape without an end of its own ends: before any other escape, or only before one that does not stand for a
 * digit of it, as in `&#6%39;`.
 */
export type Ending = "early" | "late";

/** An escape without an end of its own: it ends before the first character that is no digit of it. */
interface OpenEscape {
  readonly start: number;
  /** The size at which it waits for the character of another escape; -1 if it does not wait. */
  waitsAt: number;
  /** The escape that waits for the character of this one. */
  readonly outer: OpenEscape | null;
  readonly base: number;
  readonly most: number;
  digits: number;
  value: number;
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
  readonly dialect: Dialect;
  readonly ending: Ending;
  /** Whether the character that is put begins an escape of another kind: a backslash before it waits for what that gives. */
  isEscapeNext: boolean;
  /** The size after the last line break, as written or as an escape: a continued line is indented. */
  sizeAfterBreak: number;
  open: OpenEscape | null;
  /** The size after an entity was undone whose semicolon is optional. */
  sizeAfterName: number;
  /** As `sizeAfterName`, of the entity before, whose semicolon may be written as an entity itself. */
  sizeAfterNameBefore: number;
}

/**
 * A text with every escape undone, repeatedly if nested, in the given buffers. The time is proportional to the length.
 */
export function unescaped(
  text: string,
  { dialect, ending }: { readonly dialect: Dialect; readonly ending: Ending },
  { codes, from, to }: Reading = roomFor(text.length),
): Reading {
  const pile: Pile = {
    codes,
    from,
    to,
    size: 0,
    ampersand: -1,
    dialect,
    ending,
    open: null,
    sizeAfterName: -1,
    sizeAfterNameBefore: -1,
    isEscapeNext: false,
    sizeAfterBreak: -1,
  };
  for (let at = 0; at < text.length; at += 1) {
    const written = text.charCodeAt(at);
    // `\U` begins another escape than `\u`.
    const code = written === CAPITAL_U && codes[pile.size - 1] === BACKSLASH ? written : lowerCase(written);
    // UTF-16 has a NUL beside each character of ASCII. Another NUL ends an escape, as any control character does.
    if (code === 0 && text.charCodeAt(at - 2) === 0) continue;
    read(pile, { code, from: at, to: at + 1 }, beginsEscape(text, at, code));
  }
  while (pile.open !== null) {
    if (outermost(pile.open).waitsAt === -1) undoOpen(pile, BEYOND, text.length);
    else endWait(pile);
  }
  return { codes: codes.subarray(0, pile.size), from, to };
}

function beginsEscape(text: string, at: number, code: number): boolean {
  if (code === PERCENT) return isHex(lowerCase(text.charCodeAt(at + 1)));
  return code === AMPERSAND && text.charCodeAt(at + 1) === HASH;
}

interface Character {
  readonly code: number;
  readonly from: number;
  readonly to: number;
}

/** Takes the next character as a digit or the end of an open escape, or puts it on the pile. */
function read(pile: Pile, { code, from, to }: Character, isEscapeNext = false): void {
  const { open } = pile;
  if (open !== null && open.waitsAt === -1) {
    if (mayWait(pile, open, code)) open.waitsAt = pile.size;
    else if (endsEscape(pile, code, to)) return;
  }
  pile.from[pile.size] = from;
  pile.isEscapeNext = isEscapeNext;
  put(pile, code, to);
  if (pile.open === null || pile.ending === "early") return;
  const { waitsAt } = outermost(pile.open);
  const behind = waitsAt === -1 ? 0 : pile.size - waitsAt;
  // No escape has a second sign within it, so that a text of signs is not read again and again.
  if (behind > LONGEST_WAIT || (behind > 1 && isSign(pile.codes[pile.size - 1]))) endWait(pile);
}

/** The characters that may stand behind an escape that waits: the longest escape, its sign included. */
const LONGEST_WAIT = 12;

/**
 * Whether an open escape waits for what another one stands for. One whose own sign is as written does not wait for
 * another of its kind: whoever escapes an escape also escapes its sign.
 */
function mayWait({ ending, codes, from, to }: Pile, { start, digits, most }: OpenEscape, code: number): boolean {
  if (ending === "early" || digits === most) return false;
  if (!isSign(code)) return false;
  return code !== codes[start] || !isWritten({ from, to }, start);
}

function isSign(code: number | undefined): boolean {
  return code === PERCENT || code === AMPERSAND || code === BACKSLASH;
}

/** Whether a character of the pile is as written, and not what an escape stands for. */
function isWritten({ from, to }: Pick<Pile, "from" | "to">, at: number): boolean {
  return (to[at] ?? 0) - (from[at] ?? 0) <= 1;
}

function outermost(open: OpenEscape): OpenEscape {
  let one = open;
  while (one.outer !== null) one = one.outer;
  return one;
}

/** Ends the wait of the outermost escape: it ends where it waited, and what stands behind it is read again. */
function endWait(pile: Pile): void {
  if (pile.open === null) return;
  const { codes, from, to, size } = pile;
  const open = outermost(pile.open);
  const behind = Array.from({ length: Math.max(0, size - open.waitsAt) }, (_, at): Character => {
    const place = open.waitsAt + at;
    return { code: codes[place] ?? 0, from: from[place] ?? 0, to: to[place] ?? 0 };
  });
  pile.size = open.waitsAt;
  pile.open = open;
  if (pile.ampersand >= pile.size) pile.ampersand = lastAmpersand(pile);
  undoOpen(pile, BEYOND, 0);
  const afterName = pile.sizeAfterName - open.waitsAt;
  if (afterName > 0) pile.sizeAfterName = pile.size + afterName;
  for (const one of behind) read(pile, one);
}

/** Puts a character on the pile; its `from` is there already. */
function put(pile: Pile, code: number, end: number): void {
  let next: number | null = code;
  while (next !== null) {
    const high: number = next > 0xffff ? String.fromCodePoint(next).charCodeAt(0) : 0;
    if (high > 0) {
      push(pile, high, end);
      pile.from[pile.size] = pile.from[pile.size - 1] ?? 0;
    }
    const low: number = high > 0 ? 0xdc00 | (next & 0x3ff) : next;
    if (low === BLANK && pile.size === pile.sizeAfterBreak) break;
    if (isBreak(low)) pile.sizeAfterBreak = pile.size;
    if (isUnseen(pile, low)) break;
    if (low === SEMICOLON && pile.size === pile.sizeAfterName) {
      pile.sizeAfterName = pile.sizeAfterNameBefore;
      pile.sizeAfterNameBefore = -1;
      if (pile.size > 0) pile.to[pile.size - 1] = end;
      break;
    }
    push(pile, low, end);
    next = takeEscape(pile, low);
    if (next !== null && isAwaited(pile, next, end)) break;
  }
}

/** Gives the character of an escape, whose `from` is on the pile, to the escape that waits for it, if there is one. */
function isAwaited(pile: Pile, code: number, end: number): boolean {
  const { open, size, from } = pile;
  if (open?.waitsAt !== size) return false;
  open.waitsAt = -1;
  read(pile, { code, from: from[size] ?? 0, to: end });
  return true;
}

/** The last `&` that may begin an entity with a name; -1 if there is none. */
function lastAmpersand({ codes, size }: Pile): number {
  for (let at = size - 1; at >= Math.max(0, size - LONGEST_NAME); at -= 1) if (codes[at] === AMPERSAND) return at;
  return -1;
}

function push(pile: Pile, code: number, end: number): void {
  const { size } = pile;
  pile.codes[size] = code;
  pile.to[size] = end;
  if (pile.ampersand >= size) pile.ampersand = lastAmpersand(pile);
  if (code === AMPERSAND) pile.ampersand = size;
  pile.size += 1;
  if ((pile.open === null || pile.open.waitsAt !== -1) && isHex(code)) {
    pile.open = openEscape(pile, digitOf(code)) ?? pile.open;
  }
}

/** The escape without an end that this digit, the last character of the pile, begins. */
function openEscape({ codes, size, dialect, open }: Pile, digit: number): OpenEscape | null {
  const before = codes[size - 2];
  const first = { digits: 1, value: digit, waitsAt: -1, outer: open };
  if (before === BACKSLASH && size > 1) {
    if (dialect === "css") return { start: size - 2, base: 16, most: 6, ...first };
    return digit < 8 ? { start: size - 2, base: 8, most: digit < 4 ? 3 : 2, ...first } : null;
  }
  const sign = before === SMALL_X ? size - 3 : size - 2;
  if (sign < 1 || codes[sign] !== HASH || codes[sign - 1] !== AMPERSAND) return null;
  const base = before === SMALL_X ? 16 : 10;
  return digit < base ? { start: sign - 1, base, most: BEYOND, ...first } : null;
}

/** Undoes the open escape that this character does not continue. @returns whether the character is its end */
function endsEscape(pile: Pile, code: number, end: number): boolean {
  const { open } = pile;
  if (open === null) return false;
  const digit = isHex(code) ? digitOf(code) : BEYOND;
  if (digit >= open.base || open.digits === open.most) return undoOpen(pile, code, end);
  open.value = Math.min(open.value * open.base + digit, BEYOND);
  open.digits += 1;
  return false;
}

function undoOpen(pile: Pile, code: number, end: number): boolean {
  const { open } = pile;
  pile.open = open?.outer ?? null;
  if (open === null || open.value === BEYOND) return false;
  const isEntity = pile.codes[open.start] === AMPERSAND;
  const isEnd = isEntity ? code === SEMICOLON : pile.dialect === "css" && code <= BLANK;
  const last = pile.to[pile.size - 1] ?? 0;
  pile.size = open.start;
  const value = lowerCase(open.value);
  const to = isEnd ? end : last;
  if (!isAwaited(pile, value, to)) put(pile, value, to);
  if (isEnd && isBreak(code)) pile.sizeAfterBreak = pile.size;
  return isEnd;
}

function isBreak(code: number): boolean {
  return code === LINE_FEED || code === RETURN;
}

/**
 * Removes an escape from the end of the pile, but keeps its `from`, and returns the decoded character; null if there is
 * no escape.
 */
function takeEscape(pile: Pile, last: number): number | null {
  if (pile.ampersand !== -1 && (last === SEMICOLON || lastOfLegacy.has(last))) {
    const entity = takeEntity(pile, last);
    if (entity !== null) return entity;
  }
  if (isHex(last)) {
    const escape = takeHex(pile);
    if (escape !== null) return escape;
  }
  if (last === CLOSE) return takeBraces(pile);
  return takeBackslash(pile, last);
}

/** `%41`, `\x41`, `\u0041`, `%u0041`, `\U00000041`. */
function takeHex(pile: Pile): number | null {
  const { codes, size } = pile;
  if (size >= 3 && codes[size - 3] === PERCENT) return takeDigits(pile, 2, 3);
  if (size >= 4 && codes[size - 3] === SMALL_X && codes[size - 4] === BACKSLASH) return takeDigits(pile, 2, 4);
  if (size >= 10 && codes[size - 9] === CAPITAL_U && codes[size - 10] === BACKSLASH) return takeDigits(pile, 8, 10);
  const isFour = size >= 6 && codes[size - 5] === SMALL_U;
  if (isFour && (codes[size - 6] === BACKSLASH || codes[size - 6] === PERCENT)) return takeDigits(pile, 4, 6);
  return null;
}

function takeDigits(pile: Pile, digits: number, length: number): number | null {
  const value = hexValue(pile.codes, pile.size - digits, pile.size);
  if (value !== null) pile.size -= length;
  return value === null ? null : lowerCase(value);
}

/** `\u{41}` and `\x{41}`, with up to eight digits. */
function takeBraces(pile: Pile): number | null {
  const { codes, size } = pile;
  const least = Math.max(2, size - 10);
  for (let at = size - 2; at >= least; at -= 1) {
    if (codes[at] !== OPEN) continue;
    const isEscape = (codes[at - 1] === SMALL_U || codes[at - 1] === SMALL_X) && codes[at - 2] === BACKSLASH;
    if (!isEscape) return null;
    const value = hexValue(codes, at + 1, size - 1);
    if (value !== null) pile.size = at - 2;
    return value === null ? null : lowerCase(value);
  }
  return null;
}

/** `\/`, `\"`, `\\` and a backslash before any other mark; `\n` and similar escapes stand for invisible characters. */
function takeBackslash(pile: Pile, last: number): number | null {
  if (pile.size < 2 || pile.codes[pile.size - 2] !== BACKSLASH || pile.isEscapeNext) return null;
  // Of `\\\u0075`, whoever escaped an escape reads `\` and `u`.
  const isLate = pile.ending === "late";
  const isOfWritten = isWritten(pile, pile.size - 2);
  if (isLate && !isOfWritten && last === BACKSLASH && isWritten(pile, pile.size - 1)) return null;
  if (pile.dialect === "css" && isLate && last === SMALL_U) return null;
  if (pile.dialect === "css" ? isHex(last) : !controls.has(last) && (!isMark(last) || last === CAPITAL_U)) return null;
  pile.size -= 2;
  // Of CSS in a JSON string, only the backslashes that the string doubles are those of CSS.
  if (pile.dialect === "css" && !(isLate && isOfWritten)) return lowerCase(last);
  return controls.get(last) ?? last;
}

/** The letters of the escapes of control characters, each with its character. */
const controls: ReadonlyMap<number, number> = new Map(
  Array.from("abefnrtv", (letter, at) => [letter.charCodeAt(0), "\x07\b\x1b\f\n\r\t\v".charCodeAt(at)]),
);

/** `&plus;`, and `&amp`, whose semicolon is optional. */
function takeEntity(pile: Pile, last: number): number | null {
  const { codes, ampersand, size } = pile;
  const isClosed = last === SEMICOLON;
  const end = isClosed ? size - 1 : size;
  if (isClosed || end - ampersand > LONGEST_NAME) pile.ampersand = -1;
  if (end - ampersand > (isClosed ? LONGEST_NAME + 1 : LONGEST_LEGACY_NAME + 1)) return null;
  const name = String.fromCharCode(...codes.subarray(ampersand + 1, end));
  const value = isClosed || legacy.has(name) ? named.get(name) : undefined;
  if (value === undefined) return null;
  pile.size = ampersand;
  pile.ampersand = lastAmpersand(pile);
  if (isClosed) return value;
  if (pile.sizeAfterName === ampersand) pile.sizeAfterNameBefore = ampersand;
  pile.sizeAfterName = isUnseen(pile, value) ? ampersand : ampersand + 1;
  return value;
}

/** ASCII that is neither a letter nor a digit. */
function isMark(code: number): boolean {
  return (code > 0x20 && code < 0x30) || (code > 0x39 && code < 0x61) || (code > 0x7a && code < 0x7f);
}

/** Whether a character, or the bytes of UTF-8 or halves of a pair that it ends, cannot be seen. What is on the pile of it is removed. */
function isUnseen(pile: Pile, code: number): boolean {
  if (code < 0x80) return code < BLANK || code === DELETE;
  const { codes, size } = pile;
  const last = size === 0 ? 0 : (codes[size - 1] ?? 0);
  if (code >= 0xdc00 && code <= 0xdfff) {
    if (!unseen.test(String.fromCharCode(last, code))) return false;
    pile.size -= 1;
    return true;
  }
  if (code > 0xbf || last < 0x80 || last > 0xf4) return unseen.test(String.fromCharCode(code));
  let value = code & 0x3f;
  for (let back = 1; back <= Math.min(3, size); back += 1) {
    const byte = codes[size - back] ?? 0;
    if (byte >= 0x80 && byte <= 0xbf) value |= (byte & 0x3f) << (6 * back);
    else {
      value |= (byte & (0x3f >> back)) << (6 * back);
      const isWhole = back === (byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3) && byte >= 0xc2;
      if (!isWhole || value >= BEYOND || !unseen.test(String.fromCodePoint(value))) return false;
      pile.size -= back;
      return true;
    }
  }
  return false;
}
