/**
 * Values that a shape does not allow, each because of only one keyword: of other types, beyond a bound, not in the
 * list.
 */
import type { JsonType } from "../../spec/schema.ts";
import { type Shape, allows } from "../../spec/shape.ts";
import { type TextKeyword, brokenByNumber, brokenByText, isListed, lengthOf, typeOf } from "./constraints.ts";
import {
  type TextPlace,
  arrayOf,
  arrayWith,
  hasItems,
  itemsOf,
  ordinaryLiteral,
  ordinaryText,
  textOfLength,
} from "./ordinary-values.ts";
import { drawnFrom } from "./drawn-from.ts";
import { resized } from "./matching-texts.ts";
import { placesIn } from "./places.ts";
import { type Wrong, a, wrong } from "./wrong.ts";
import { wrongNumbers } from "./wrong-numbers.ts";
import { missedPattern, ofPatterns } from "./near-misses.ts";
import { nearlyListed } from "./nearly-listed.ts";

const typeValues: Readonly<Record<JsonType, (ordinary: string) => string>> = {
  null: () => "null",
  boolean: () => "true",
  integer: () => "7",
  number: () => "1.5",
  // The ordinary value as a string, which a converting provider accepts most readily.
  string: (ordinary) => JSON.stringify(ordinary),
  // The ordinary value in an array, for the same reason.
  array: (ordinary) => `[${ordinary}]`,
  object: () => "{}",
};

/** A value of each JSON type that is not allowed. */
export function otherTypes(shape: Shape): readonly Wrong[] {
  const others = (Object.keys(typeValues) as JsonType[]).filter((type) => !allows(shape.types, type));
  return others.map((type) => ({
    slug: `is-${type}`,
    title: `is ${a(type)}`,
    basis: (name) => `${name} is ${shape.types.map(a).join(" or ")} in the schema (${shape.path})`,
    keyword: "type",
    literal: (place, n) => typeValues[type](ordinaryLiteral(shape, place, n)),
  }));
}

/** A value of an allowed type that one other keyword does not allow. */
export function wrongInside(shape: Shape): readonly Wrong[] {
  return [
    ...(shape.types.includes("string") ? wrongTexts(shape) : []),
    ...(allows(shape.types, "integer") ? wrongNumbers(shape) : []),
    ...unlisted(shape),
    ...nearListed(shape),
    ...(shape.types.includes("array") ? wrongArrays(shape) : []),
  ];
}

function wrongTexts(shape: Shape): readonly Wrong[] {
  const { minLength = 0, maxLength, patterns } = shape;
  const resizedTo = (length: number): readonly string[] => [
    "x".repeat(length),
    ...resized(ordinaryText(shape, {}, 0), length),
  ];
  const sized = (slug: string, keyword: TextKeyword, candidates: readonly string[]): readonly Wrong[] => {
    const text = first(shape, keyword, candidates);
    // A pattern may allow no text beyond a bound: the text that does not match it covers that case.
    return text === undefined ? [] : [{ ...wrong(shape, slug, keyword), literal: () => JSON.stringify(text) }];
  };
  return [
    ...(maxLength === undefined ? [] : sized("above-max-length", "maxLength", resizedTo(maxLength + 1))),
    ...(minLength === 0 ? [] : sized("below-min-length", "minLength", resizedTo(minLength - 1))),
    // Long enough for providers that count UTF-16 units or bytes: a length is counted in code points (Validation
    // section 6.3).
    ...(minLength < 2
      ? []
      : sized("below-min-length-in-code-points", "minLength", ["\u{1f331}".repeat(minLength - 1)])),
    ...(patterns.length === 0 ? [] : [notMatching(shape), ...nearlyMatching(shape)]),
  ];
}

/** A text that breaks this keyword and nothing else. */
function first(shape: Shape, keyword: TextKeyword, candidates: readonly string[]): string | undefined {
  return candidates.find((text) => brokenByText(shape, text).join() === keyword);
}

const strangers = ["#", "!", "~", " ", "0", "a", "A", "-", "\n", "\u00e9", "\u{1f331}"];

/** An ordinary text with one character replaced, so that only the pattern is broken. */
function notMatching(shape: Shape): Wrong {
  const candidates = (of: TextPlace, n: number): readonly string[] => {
    const points = Array.from(ordinaryText(shape, of, n));
    // The signs of the pattern itself: the only texts that `[^<>]` forbids contain them.
    const own = shape.patterns.flatMap((pattern) => Array.from(pattern));
    const replaced = [...new Set([...strangers, ...own])].flatMap((stranger) => [
      ...placesIn(points).map((place) => points.with(place, stranger).join("")),
      points.map(() => stranger).join(""),
      stranger.repeat(shape.minLength ?? 1),
      [...points, stranger].join(""),
    ]);
    return [...replaced, ""];
  };
  const found = (place: TextPlace, n: number): string => {
    const text = first(shape, "pattern", candidates(place, n));
    if (text === undefined) {
      throw new Error(
        `The keyword pattern at ${shape.path} cannot be turned into checks: no text was found that breaks it`,
      );
    }
    return text;
  };
  // Found once at the start, so that a pattern that cannot be broken is reported before anything is sent.
  found({}, 0);
  return {
    ...wrong(shape, "not-matching-pattern", "pattern", shape.patterns.join(" and ")),
    literal: (place, n) => JSON.stringify(found(place, n)),
  };
}

/** Further numbers to draw texts by: one text of `[A-Z0-9]` may have no letter whose case could change. */
const OTHER_TEXTS = [1, 2, 3, 4, 5, 6];

function firstOf<T, Found>(values: readonly T[], find: (value: T) => Found | undefined): Found | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Texts that match the pattern in part, or would if the case of a letter did not matter. */
function nearlyMatching(shape: Shape): readonly Wrong[] {
  // A text of the greatest length leaves no room for another character.
  const { maxLength = Infinity } = shape;
  const ordinary = ordinaryText(shape, {}, 0);
  const right = lengthOf(ordinary) < maxLength ? ordinary : (textOfLength(shape, {}, 0, maxLength - 1) ?? ordinary);
  const others = OTHER_TEXTS.map((n) => (): string => textOfLength(shape, {}, n) ?? right);
  const texts = new Map(
    ofPatterns
      .map((miss) => [firstOf([() => right, ...others], (one) => missedPattern(shape, miss, one())), miss] as const)
      // If two near misses give the same text, the first one is kept.
      .toReversed(),
  );
  return [...texts].toReversed().flatMap(([text, miss]) => {
    if (text === undefined) return [];
    const more = wrong(shape, `not-matching-pattern-${miss.slug}`, "pattern", shape.patterns.join(" and "));
    // Finding a text for a pattern takes time, so each request has the same one.
    return [{ ...more, title: `${more.title}: ${miss.title}`, literal: () => JSON.stringify(text) }];
  });
}

/** Values that are nearly in the list. */
function nearListed(shape: Shape): readonly Wrong[] {
  return nearlyListed(shape).map(([miss, values]) => {
    const more = wrong(shape, `outside-enumeration-${miss.slug}`, "enum", JSON.stringify(shape.values));
    const title = `${more.title}: ${miss.title}`;
    return { ...more, title, literal: (_place, n) => JSON.stringify(drawnFrom(values, n)) };
  });
}

/** A value of an allowed type that is not listed. */
function unlisted(shape: Shape): readonly Wrong[] {
  if (shape.values === undefined) return [];
  const isWrong = (value: unknown): boolean => {
    if (isListed(shape, value) || !allows(shape.types, typeOf(value))) return false;
    if (typeof value === "string") return brokenByText(shape, value).join() === "enum";
    return typeof value !== "number" || brokenByNumber(shape, value).join() === "enum";
  };
  const { values: _values, ...open } = shape;
  const candidates: readonly unknown[] = [
    "notOneOfThem",
    ...(shape.types.includes("string") ? [textOfLength(open, {}, 0)] : []),
    987_654_321,
    0,
    1,
    0.5,
    true,
    false,
    null,
    [],
    {},
  ];
  const value = candidates.find(isWrong);
  if (value === undefined) return [];
  return [
    {
      ...wrong(shape, "outside-enumeration", "enum", JSON.stringify(shape.values)),
      literal: () => JSON.stringify(value),
    },
  ];
}

function wrongArrays(shape: Shape): readonly Wrong[] {
  const { items, minItems = 0, maxItems, uniqueItems } = shape;
  const sized = (slug: string, keyword: "minItems" | "maxItems", size: number): Wrong => ({
    ...wrong(shape, slug, keyword),
    literal: (_place, n) => arrayOf(shape, n, size),
  });
  const twice = (_place: TextPlace, n: number): string => {
    const [item = "0", ...others] = itemsOf(shape, n, Math.max(1, minItems - 1));
    return `[${[item, item, ...others].join(",")}]`;
  };
  const ofItems = items === undefined ? [] : [...otherTypes(items), ...wrongInside(items)];
  return [
    // If there are not enough different items, no array breaks only this keyword.
    ...(maxItems === undefined || !hasItems(shape, maxItems + 1)
      ? []
      : [sized("above-max-items", "maxItems", maxItems + 1)]),
    ...(minItems === 0 ? [] : [sized("below-min-items", "minItems", minItems - 1)]),
    ...(uniqueItems && (maxItems ?? 2) >= 2
      ? [{ ...wrong(shape, "with-equal-items", "uniqueItems"), literal: twice }]
      : []),
    ...ofItems.map((inner) => ({
      ...inner,
      slug: `item-${inner.slug}`,
      title: `has an item that ${inner.title}`,
      basis: (name: string) => inner.basis(`an item of ${name}`),
      literal: (_place: TextPlace, n: number): string => arrayWith(shape, n, inner.literal({}, n)),
    })),
  ];
}
