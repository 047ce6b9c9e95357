/**
 * Wrong values that are nearly correct: a provider accepts them if it checks only a part of a value, or converts it
 * first.
 */
import type { Shape } from "../../spec/shape.ts";
import { brokenByText } from "./constraints.ts";
import { placesIn } from "./places.ts";

/** One way in which a value is nearly correct. */
export interface NearMiss<T> {
  readonly slug: string;
  /** What the value is, after a colon. */
  readonly title: string;
  /** Nearly correct values, made from a correct one. */
  readonly of: (right: T) => readonly T[];
}

const strangers = ["#", "~", "0", "a", "A", " ", "\u00e9"];

/**
 * A pattern is an ECMA-262 regular expression (OpenAPI 3.1, Schema Object): it matches anywhere unless it is anchored,
 * and `$` is the very end.
 */
export const ofPatterns: readonly NearMiss<string>[] = [
  {
    slug: "with-text-before",
    title: "a matching text with a character before it",
    of: (text) => strangers.map((stranger) => stranger + text),
  },
  {
    slug: "with-text-after",
    title: "a matching text with a character behind it",
    of: (text) => strangers.map((stranger) => text + stranger),
  },
  {
    slug: "with-line-break",
    title: "a matching text with a line break behind it",
    of: (text) => [`${text}\n`],
  },
  {
    slug: "in-other-case",
    title: "a matching text in different letter case",
    of: (text) => [text.toUpperCase(), text.toLowerCase()],
  },
  {
    slug: "with-a-letter-in-other-case",
    title: "a matching text with one letter in different case",
    of: (text) => [swapped(text)],
  },
  {
    slug: "with-another-start",
    title: "a matching text whose first character is another",
    of: (text) => ["9", "_", "-", "a", "A"].map((start) => start + Array.from(text).slice(1).join("")),
  },
  {
    slug: "with-another-character",
    title: "a matching text with another character of the same kind",
    of: (text) => ofSameKind(text),
  },
  {
    slug: "with-another-last-character",
    title: "a matching text with another character of the same kind, the last one that matters",
    of: (text) => ofSameKind(text).toReversed(),
  },
  {
    slug: "without-a-character",
    title: "a matching text without one of its characters",
    of: (text) => {
      const points = Array.from(text);
      return placesIn(points).map((place) => points.toSpliced(place, 1).join(""));
    },
  },
  {
    slug: "shorter",
    title: "a matching text without characters at its end",
    of: shorterTexts,
  },
  {
    slug: "longer",
    title: "a matching text with its last character again",
    of: longerTexts,
  },
  {
    slug: "longer-at-its-start",
    title: "a matching text with its first character again",
    of: (text) => longerTexts(reversed(text)).map(reversed),
  },
  {
    slug: "letters-for-digits",
    title: "a matching text with letters in place of its digits",
    // A letter of the text itself breaks only lookaheads.
    of: (text) => [...ownOf(text, /[A-Za-z]/u), "a", "A"].map((letter) => text.replaceAll(/\d/gu, letter)),
  },
  {
    slug: "digits-for-letters",
    title: "a matching text with digits in place of its letters",
    of: (text) => [...ownOf(text, /\d/u), "7"].map((digit) => text.replaceAll(/[A-Za-z]/gu, digit)),
  },
  { slug: "empty", title: "an empty text", of: () => [""] },
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
export function missedPattern(shape: Shape, { of }: NearMiss<string>, text: string): string | undefined {
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
