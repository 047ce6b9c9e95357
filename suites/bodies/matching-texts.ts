/** Texts that match a pattern, as plain as possible. */
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
export function matchingTexts(shape: Shape, n: number): readonly string[] {
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
