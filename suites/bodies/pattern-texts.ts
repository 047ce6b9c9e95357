/** Texts that match a pattern, as plain as possible or with its signs, and texts that nearly match it. */
import { createRequire } from "node:module";
import type * as FastCheck from "fast-check";
import { expressionOf, leastOf } from "../../spec/pattern/run-pattern.ts";
import { isDrawable } from "../../spec/pattern/pattern-syntax.ts";
import type { Shape } from "../../spec/schema.ts";
import { brokenByText, lengthOf } from "./constraints.ts";

/** How many texts are drawn: a few are enough for most patterns, and each takes time. */
const DRAWN = { early: 10, some: 60, late: 200 } as const;

const MOST_DRAWN = 20_000;

const MOST_PATTERNS = 200;

type Drawing = Pick<typeof FastCheck, "stringMatching" | "string" | "constantFrom" | "tuple" | "oneof">;

interface Source {
  /** Draws this many texts. The same seed gives the same texts. */
  readonly draw: (seed: number, count: number) => readonly string[];
  /** Whether any of many texts is plain. If none is, no more are drawn in search of one. */
  readonly hasPlain: boolean;
}

/** Parsing a pattern and preparing to draw takes longer than drawing some texts. */
const sources = new Map<string, Source>();

/** A text that matches the shape, as plain as possible, of this length if one is given; undefined if none was found. */
export function matchingText(shape: Shape, n: number, length?: number): string | undefined {
  const [pattern] = shape.patterns;
  if (pattern === undefined) return undefined;
  const { draw, hasPlain } = sourceOf(pattern);
  const wanted = (text: string): boolean =>
    brokenByText(shape, text).length === 0 && (length === undefined || lengthOf(text) === length);
  const lengths = length === undefined ? [shape.minLength, shape.maxLength] : [length];
  const enough = hasPlain ? PLAIN : PRINTABLE;
  const found = (count: number): string | undefined => plainest(candidatesOf(draw(n, count), lengths), wanted, enough);
  const early = found(DRAWN.early);
  return early !== undefined && enough.test(early) ? early : found(DRAWN.late);
}

/** Texts that match the shape, drawn by a number. The same number gives the same texts. */
function matchingTexts(shape: Shape, n: number): readonly string[] {
  const [pattern] = shape.patterns;
  if (pattern === undefined) return [];
  const lengths = [shape.minLength, shape.maxLength];
  const fitting = (drawn: string): readonly string[] => {
    for (const text of candidatesOf([drawn], lengths)) if (brokenByText(shape, text).length === 0) return [text];
    return [];
  };
  return sourceOf(pattern).draw(n, DRAWN.some).flatMap(fitting);
}

function sourceOf(pattern: string): Source {
  const known = sources.get(pattern);
  if (known !== undefined) return known;
  // Loaded only for a schema with a pattern: loading takes longer than a run's requests.
  const fc = createRequire(import.meta.url)("fast-check") as typeof FastCheck;
  // Without bias: fast-check prefers a few words such as `key`, which would be repeated often.
  const texts = fc.noBias(matching(fc, pattern));
  // A text of a great length takes as long as many short ones.
  const most = Math.max(1, Math.floor(MOST_DRAWN / Math.max(1, leastOf(pattern))));
  const draw = (n: number, count: number): readonly string[] =>
    fc.sample(texts, { seed: n % 2 ** 31, numRuns: Math.min(count, most) });
  const expression = expressionOf(pattern);
  const hasPlain = draw(0, DRAWN.late).some((text) => PLAIN.test(text) && expression.test(text));
  const source = { draw, hasPlain };
  if (sources.size >= MOST_PATTERNS) sources.clear();
  sources.set(pattern, source);
  return source;
}

/** An assertion such as `(?=.*[0-9])`, with the groups within it. */
const LOOKAROUND = /\(\?<?[=!](?:[^()\\[]|\\.|\[(?:[^\]\\]|\\.)*\]|\((?:[^()\\]|\\.)*\))*\)/gu;

/** A word boundary, or a part that it must not be confused with: an escape of another sign, or a class. */
const EDGE_OF_WORD = /(\\[^bB]|\[(?:[^\]\\]|\\.)*\])|\\[bB]/gu;

/** One sign of each kind that passwords must often have. */
const KINDS = "Aa1!";

const LETTERS = Array.from("abcdefghkmnprstuvwxyzABCDEFGHKMNPRSTUVWXYZ23456789");

/**
 * Texts that match a pattern. If the pattern has lookaheads, lookbehinds or word boundaries, or parts for which no text
 * can be drawn, some of the texts are plain ones that may match: the caller drops those that do not.
 */
export function matching(fc: Drawing, pattern: string): FastCheck.Arbitrary<string> {
  const rest = pattern.replaceAll(LOOKAROUND, "").replaceAll(EDGE_OF_WORD, "$1");
  const drawn = drawnFrom(fc, rest);
  if (drawn !== null && rest === pattern) return drawn;
  const letters = fc.string({ unit: fc.constantFrom(...LETTERS) });
  const plain = fc.tuple(letters, fc.constantFrom("", "1", KINDS)).map((parts) => parts.join(""));
  return drawn === null ? plain : fc.oneof(drawn, plain);
}

function drawnFrom(fc: Drawing, pattern: string): FastCheck.Arbitrary<string> | null {
  try {
    const { syntax, tree } = expressionOf(pattern);
    return tree === null || !isDrawable(tree) ? null : fc.stringMatching(syntax);
  } catch {
    return null;
  }
}

/** The texts unchanged, then at each length. Each is made only when it is needed. */
function* candidatesOf(found: readonly string[], lengths: readonly (number | undefined)[]): Generator<string> {
  yield* found;
  for (const text of found) for (const wish of lengths) yield* resized(text, wish);
}

const PLAIN = /^[A-Za-z0-9 ]+$/;

const PRINTABLE = /^[ -~]*$/;

/** The first wanted text that is plain enough, otherwise one of printable ASCII, otherwise any. */
function plainest(texts: Iterable<string>, wanted: (text: string) => boolean, enough: RegExp): string | undefined {
  let [printable, any]: (string | undefined)[] = [];
  for (const text of texts) {
    if (!wanted(text)) continue;
    if (enough.test(text)) return text;
    if (PRINTABLE.test(text)) printable ??= text;
    any ??= text;
  }
  return printable ?? any;
}

/**
 * The text at another length: one of its characters repeated, or some left out, at every possible place. Each is made
 * only when it is needed: a pattern of nested repeats with a great length has thousands.
 */
export function* resized(text: string, length: number | undefined): Generator<string> {
  const points = Array.from(text);
  if (length === undefined) return;
  const more = length - points.length;
  for (const place of placesIn(points)) {
    const point = points[place] ?? "";
    const before = points.slice(0, place).join("");
    if (more < 0) yield before + points.slice(place - more).join("");
    // If two neighbours are the same, it makes no difference which is repeated.
    else if (point !== points[place - 1]) yield before + point.repeat(more) + points.slice(place).join("");
  }
}

/** The most places of a text that are all changed one by one, and how many at each end are in a longer text. */
const MOST_PLACES = 100;
const AT_END = 10;

/** The places of a text that are changed one by one: all of a short one, and those at the ends of a long one. */
export function placesIn(points: readonly string[]): readonly number[] {
  const places = [...points.keys()];
  return places.length <= MOST_PLACES ? places : [...places.slice(0, AT_END), ...places.slice(-AT_END)];
}

// The signs that a pattern names, such as the `+` of `^\+?[0-9 ]{5,20}$`, and texts that contain them.

/** Syntax before a class, a quantifier or a group that is not text, and escapes of more than one sign. */
const SYNTAX =
  /\\(?:x[0-9a-f]{2}|u\{[0-9a-f]+\}|u[0-9a-f]{4}|c[a-z]|k<[^>]*>|p\{[^}]*\})|\(\?(?:<?[=!]|:|<[^>]*>)|\[\^(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}/giu;

/** A class of characters, an escaped sign, or a sign that stands for itself outside a class. */
const PARTS = /\[((?:\\.|[^\]\\])*)\]|\\(.)|([^\\^$.*+?()[\]{}|])/gsu;

/** Within a class: a range, whose ends are mostly letters and digits, or one sign. */
const IN_CLASS = /(?:\\[^wsd]|[^\\])-(?:\\.|[^\\])|\\(.)|([^\\])/gsu;

/** Escapes that stand for a set, with the sign of the set that people write. */
const SETS: Readonly<Record<string, string>> = { w: "_", s: " " };

/** The signs of printable ASCII that patterns name, without letters and digits. */
export function signsOf(patterns: readonly string[]): ReadonlySet<string> {
  const named = patterns.flatMap((pattern) =>
    [...pattern.replaceAll(SYNTAX, "").matchAll(PARTS)].flatMap(([, inClass, escaped, itself]) =>
      inClass === undefined
        ? [meant(escaped) ?? itself]
        : [...inClass.matchAll(IN_CLASS)].map(([, within, other]) => meant(within) ?? other),
    ),
  );
  return new Set(
    named.filter((sign) => sign !== undefined && /^[ -~]$/.test(sign) && !/[A-Za-z0-9]/.test(sign)),
  ) as ReadonlySet<string>;
}

function meant(escaped: string | undefined): string | undefined {
  return escaped === undefined ? undefined : (SETS[escaped] ?? escaped);
}

/**
 * Of the texts drawn for a number, the one with the most signs that the shape's patterns name. It has only letters,
 * digits and these signs, and no spaces at its ends. Undefined if no text has more signs than another.
 */
export function textWithSigns(shape: Shape, n: number): string | undefined {
  const signs = signsOf(shape.patterns);
  const isOrdinary = (text: string): boolean =>
    text === text.trim() && Array.from(text).every((sign) => signs.has(sign) || /[A-Za-z0-9]/.test(sign));
  const found = matchingTexts(shape, n)
    .filter(isOrdinary)
    .map((text) => ({ text, count: Array.from(signs).filter((sign) => text.includes(sign)).length }));
  const counts = found.map(({ count }) => count);
  const most = Math.max(...counts);
  return Math.min(...counts) < most ? found.find(({ count }) => count === most)?.text : undefined;
}

// Wrong values that a provider accepts if it checks only a part of a value, or converts it first.

/** One way in which a value is nearly correct: what it is, after a colon, and the values, made from a correct one. */
export type NearMiss<T> = readonly [slug: string, title: string, of: (right: T) => readonly T[]];

const strangers = ["#", "~", "0", "a", "A", " ", "\u00e9"];

/**
 * A pattern is an ECMA-262 regular expression (OpenAPI 3.1, Schema Object): it matches anywhere unless it is anchored,
 * and `$` is the very end.
 */
export const ofPatterns: readonly NearMiss<string>[] = [
  [
    "with-text-before",
    "a matching text with a character before it",
    (text) => strangers.map((stranger) => stranger + text),
  ],
  ["with-text-after", "a matching text with a character behind it", (text) => strangers.map((other) => text + other)],
  ["with-line-break", "a matching text with a line break behind it", (text) => [`${text}\n`]],
  ["in-other-case", "a matching text in different letter case", (text) => [text.toUpperCase(), text.toLowerCase()]],
  ["with-a-letter-in-other-case", "a matching text with one letter in different case", (text) => [swapped(text)]],
  [
    "with-another-start",
    "a matching text whose first character is another",
    (text) => ["9", "_", "-", "a", "A"].map((start) => start + Array.from(text).slice(1).join("")),
  ],
  ["with-another-character", "a matching text with another character of the same kind", ofSameKind],
  [
    "with-another-last-character",
    "a matching text with another character of the same kind, the last one that matters",
    (text) => ofSameKind(text).toReversed(),
  ],
  ["without-a-character", "a matching text without one of its characters", withoutOne],
  ["shorter", "a matching text without characters at its end", shorterTexts],
  ["longer", "a matching text with its last character again", longerTexts],
  [
    "longer-at-its-start",
    "a matching text with its first character again",
    (text) => longerTexts(reversed(text)).map(reversed),
  ],
  // A letter of the text itself breaks only lookaheads.
  [
    "letters-for-digits",
    "a matching text with letters in place of its digits",
    (text) => [...ownOf(text, /[A-Za-z]/u), "a", "A"].map((letter) => text.replaceAll(/\d/gu, letter)),
  ],
  [
    "digits-for-letters",
    "a matching text with digits in place of its letters",
    (text) => [...ownOf(text, /\d/u), "7"].map((digit) => text.replaceAll(/[A-Za-z]/gu, digit)),
  ],
  ["empty", "an empty text", () => [""]],
];

/** How often a last character is repeated at most: patterns seldom allow longer texts. */
const MOST_AGAIN = 70;

const kinds: readonly (readonly string[])[] = [
  "0123456789",
  "abcdefghijklmnopqrstuvwxyz",
  "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
].map((kind) => Array.from(kind));

/** The text with one digit or letter replaced by another, at each place from the start. */
function ofSameKind(text: string): readonly string[] {
  const points = Array.from(text);
  return placesIn(points).flatMap((place) => {
    const point = points[place] ?? "";
    const others = kinds.find((kind) => kind.includes(point)) ?? [];
    return others.filter((other) => other !== point).map((other) => points.with(place, other).join(""));
  });
}

function withoutOne(text: string): readonly string[] {
  const points = Array.from(text);
  return placesIn(points).map((place) => points.toSpliced(place, 1).join(""));
}

/** The text without its last character, without its last two, and so on, down to one character. */
export function shorterTexts(text: string): readonly string[] {
  const points = Array.from(text);
  return placesIn(points.slice(1)).map((place) => points.slice(0, points.length - 1 - place).join(""));
}

function ownOf(text: string, kind: RegExp): readonly string[] {
  return kind.exec(text) ?? [];
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join("");
}

/** The text with its last character once more, twice more, and so on. */
export function longerTexts(text: string): readonly string[] {
  const last = Array.from(text).at(-1) ?? "";
  return Array.from({ length: MOST_AGAIN }, (_, place) => text + last.repeat(place + 1));
}

/** The last of these texts that the shape allows, if the next one breaks only the pattern; otherwise undefined. */
export function lastMatching(
  shape: Shape,
  text: string,
  next: (text: string) => readonly string[],
): string | undefined {
  const texts = next(text);
  const end = texts.findIndex((one) => brokenByText(shape, one).length > 0);
  const out = texts[end];
  return out !== undefined && brokenByText(shape, out).join() === "pattern" ? texts[end - 1] : undefined;
}

/** The first value of a near miss that breaks only the pattern. */
export function missedPattern(shape: Shape, [, , of]: NearMiss<string>, text: string): string | undefined {
  return of(text).find((value) => brokenByText(shape, value).join() === "pattern");
}

/** The text with the case of its first cased letter swapped. */
export function swapped(text: string): string {
  const points = Array.from(text);
  const place = points.findIndex((point) => point.toLowerCase() !== point.toUpperCase());
  const letter = points[place];
  if (letter === undefined) return text;
  return points.with(place, otherCase(letter)).join("");
}

/** A letter in the other case. */
export function otherCase(letter: string): string {
  return letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
}
