/**
 * Ordinary values, which are the only ones that a MUST is based on, and the plants made of them. Constraints on name,
 * tag and id are "not shown", so an ordinary value is one that any reasonable provider accepts.
 */

/** The ordinary ids: 1,000,000 to 2^31-1. */
export const ORDINARY_IDS = { least: 1_000_000, count: 2 ** 31 - 1_000_000 } as const;

/** A JSON object that is still being edited: the names of its members and the JSON text of their values, in order. */
export type Draft = ReadonlyArray<readonly [name: string, literal: string]>;

const LONGEST_NAME = 40;

/** One name in this many has the most characters, and one has one less: faults at a limit are the most frequent. */
const AT_THE_END = 8;

/**
 * The ordinary name for a number: one to three words of ASCII letters, 8 to 40 characters. Its last seven letters
 * encode the number, so no two names are the same; the others are drawn from it. Names of 3 to 7 characters cannot all
 * differ, and have separate checks.
 */
export function nameOf(n: number): string {
  const drawn = drawnFrom(n);
  const words = 1 + drawn(3);
  const least = 8 + 4 * (words - 1);
  const end = drawn(AT_THE_END);
  const length = end < 2 ? LONGEST_NAME - end : least + drawn(LONGEST_NAME - least + 1);
  const text = `${lettersFrom(drawn, length - (words - 1) - 7)}${letters(n).toLowerCase()}`;
  return ordinaryWords(text, words, drawn)
    .map((word) => inCase(word, drawn(8)))
    .join(" ");
}

/** Short words that a filter may refuse in a name, which is open: of SQL, of accounts and of programs. */
const FILTERED = new Set(
  `add admin all alter and any asc case check cross desc drop else end exec false for from grant group int into join key
  left like limit new not null off old order out right root row set some table test then top true union use user using
  view when where with`.split(/\s+/u),
);

/** The words of a text, cut at other places if one of them is a word of a filter. */
function ordinaryWords(text: string, words: number, drawn: (below: number) => number): readonly string[] {
  const cut = wordsOf(text, words, drawn);
  return words > 1 && cut.some((word) => FILTERED.has(word)) ? ordinaryWords(text, words, drawn) : cut;
}

/** Half of the words begin with a capital; of these, one in four has more, as in McIntosh or ROSE. */
function inCase(word: string, kind: number): string {
  if (kind % 2 === 0) return word;
  if (kind < 7) return capitalised(word);
  return word.length % 2 === 0 ? word.toUpperCase() : `${capitalised(word.slice(0, 2))}${capitalised(word.slice(2))}`;
}

/** Endings of English words, which a provider may cut or replace to find the base form of a tag. */
const ENDINGS = ["s", "es", "ies", "ves", "ing", "ed", "er", "ly", "al", "us", "um", "y"] as const;

/** The ordinary tag for a number: one lower-case ASCII word of 7 to 12 letters. Half of them are inflected. */
export function tagOf(n: number): string {
  const drawn = drawnFrom(n + 0.5);
  const ending = drawn(2) === 0 ? "" : pick(ENDINGS, drawn(ENDINGS.length));
  const filler = lettersFrom(drawn, drawn(6 - ending.length));
  return [filler, ...Array.from(letters(n).toLowerCase()).toReversed(), ending].join("");
}

function lettersFrom(drawn: (below: number) => number, count: number): string {
  let text = "";
  for (let place = 0; place < count; place += 1) text += String.fromCodePoint(97 + drawn(26));
  return text;
}

function wordsOf(text: string, words: number, drawn: (below: number) => number): readonly string[] {
  if (words === 1) return [text];
  const first = 3 + drawn(text.length - 3 * words + 1);
  return [text.slice(0, first), ...wordsOf(text.slice(first), words - 1, drawn)];
}

/** A word with its first letter in upper case. */
export function capitalised(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

/** Draws whole numbers below a bound (mulberry32). A number gives the same draws in each run. */
export function drawnFrom(n: number): (below: number) => number {
  let state = Math.imul(Math.floor(n * 2) ^ Math.floor(n / 2 ** 31), 0x9e3779b1);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Every UTF-16 unit of a text as its `\u` escape, in lower case (RFC 8259 section 7). */
export function escaped(text: string): string {
  return Array.from({ length: text.length }, (_, k) => `\\u${text.charCodeAt(k).toString(16).padStart(4, "0")}`).join(
    "",
  );
}

/** The draft as JSON text, without white space. */
export function textOf(draft: Draft): string {
  return `{${draft.map(([name, literal]) => `${JSON.stringify(name)}:${literal}`).join(",")}}`;
}

/** The draft with one member's value replaced, or appended if the draft does not have the member. */
export function withMember(draft: Draft, name: string, literal: string): Draft {
  return draft.some(([member]) => member === name)
    ? draft.map(([member, value]) => (member === name ? [member, literal] : [member, value]))
    : [...draft, [name, literal]];
}

/** The draft without one member. */
export function withoutMember(draft: Draft, name: string): Draft {
  return draft.filter(([member]) => member !== name);
}

/** The string that a draft holds for a member, as a 200 returns it. */
export function stringOf(draft: Draft, name: string): string | undefined {
  const literal = draft.find(([member]) => member === name)?.[1];
  if (literal === undefined || !literal.startsWith('"')) return undefined;
  return JSON.parse(literal) as string;
}

/** Maps each number below 26^7 to another, so that numbers that are close get letters that are not. */
const LETTERS = { count: 26n ** 7n, stride: 668_964_391n };

/** Seven letters that encode a number below 26^7. The first is in upper case. */
export function letters(n: number): string {
  let rest = Number((BigInt(n) * LETTERS.stride) % LETTERS.count);
  let text = "";
  for (let place = 0; place < 7; place += 1) {
    text += String.fromCodePoint((place === 0 ? 65 : 97) + (rest % 26));
    rest = Math.floor(rest / 26);
  }
  return text;
}

/** The item of a list that a number selects. */
export function pick<T>(list: readonly T[], n: number): T {
  const item = list[n % list.length];
  if (item === undefined) throw new Error("There is nothing to pick from");
  return item;
}

/** The ids of one check are contiguous, so that neighbours in the list of checks draw neighbouring items. */
const IDS_OF_A_CHECK = 64;

/** The turn that the number of a check belongs to, to pick with. */
export function turnOf(n: number): number {
  return Math.floor(n / IDS_OF_A_CHECK);
}

/** The item of a list that the number of a check picks. Another seed draws another item. */
export function pickInTurn<T>(list: readonly T[], n: number): T {
  return pick(list, turnOf(n));
}
