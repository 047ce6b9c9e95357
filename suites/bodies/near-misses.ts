/** Wrong values that a provider accepts if it checks only a part of a value, or converts it first. */
import type { Shape } from "../../spec/schema.ts";
import { brokenByText } from "./constraints.ts";
import { placesIn } from "./matching-texts.ts";

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
  return points.with(place, letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()).join("");
}
