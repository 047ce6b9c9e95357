/** Values that only one keyword of a shape does not allow: of other types, beyond a bound, not in the list. */
import { excerpt } from "../../result/safe-text.ts";
import { ifAny, present } from "../../spec/defined.ts";
import { type JsonType, type Shape, allows } from "../../spec/schema.ts";
import {
  type NumberKeyword,
  type TextKeyword,
  brokenByNumber,
  brokenByText,
  isListed,
  lengthOf,
  listedValues,
  typeOf,
} from "./constraints.ts";
import { pickInTurn } from "./body-drafts.ts";
import { type NearMiss, missedPattern, ofPatterns, placesIn, resized, swapped } from "./pattern-texts.ts";
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

// The parts that every wrong value has: its name, and why it is wrong.

/** A wrong value. */
export interface Wrong {
  readonly slug: string;
  /** What the value is, after the member's name. */
  readonly title: string;
  /** Why it is wrong, given the name of the value. */
  readonly basis: (name: string) => string;
  readonly keyword: string;
  /** The format that it breaks, if the keyword is `format`. */
  readonly format?: string;
  /** The text of the value, given its place and a fresh number. */
  readonly literal: (place: TextPlace, n: number) => string;
}

/** How much of a pattern or a list of values is shown, in characters. */
const MOST_OF_A_BOUND = 300;

/** The parts of a wrong value without the value itself. `of` is the bound in words, if it is not a number. */
function wrong(shape: Shape, slug: string, keyword: string, of = ""): Omit<Wrong, "literal"> {
  const bound = excerpt(of === "" ? JSON.stringify(Reflect.get(shape, keyword)) : of, MOST_OF_A_BOUND);
  return {
    slug,
    title: `is beyond ${keyword} ${bound}`,
    basis: (name) => `${keyword} ${bound} in the schema of ${name} (${shape.path})`,
    keyword,
  };
}

/** A type with its article. */
export function a(type: JsonType): string {
  return type === "null" ? "null" : `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

// Values that are nearly in the list of an `enum` or a `const`: spelled differently, next to a listed value, or of
// another type.

/** A text that is a number in its usual spelling: `1` but not `01`. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/;

/** The booleans, with values that are taken for them. */
const BOOLEANS: readonly (readonly [boolean, readonly unknown[]])[] = [
  [true, [1, "1", "true"]],
  [false, [0, "0", "false"]],
];

const ofTexts = (of: (text: string) => readonly unknown[]) => (value: unknown) =>
  typeof value === "string" ? of(value) : [];
const ofNumbers = (of: (number: number) => readonly unknown[]) => (value: unknown) =>
  typeof value === "number" ? of(value) : [];
const ofBooleans = (of: (boolean: boolean) => readonly unknown[]) => (value: unknown) =>
  typeof value === "boolean" ? of(value) : [];

const ofListed: readonly NearMiss<unknown>[] = [
  [
    "in-other-case",
    "a value in different letter case",
    ofTexts((text) => [text.toUpperCase(), text.toLowerCase(), swapped(text)]),
  ],
  ["with-blanks", "a value with a space at one end", ofTexts((text) => [` ${text}`, `${text} `])],
  ["shorter", "a value without its last character", ofTexts((text) => [text.slice(0, -1)])],
  ["longer", "a value with a character more", ofTexts((text) => [`${text}s`])],
  ["neighbour", "the other boolean", ofBooleans((boolean) => [!boolean])],
  ["neighbour-below", "the integer below a value", integersNear(-1)],
  ["neighbour-above", "the integer above a value", integersNear(1)],
  // A value of another type that reads like a listed one: providers that convert accept it as the listed value.
  ["number-as-string", "a number as a string", ofNumbers((number) => [String(number)])],
  ["boolean-as-string", "a boolean as a string", ofBooleans((boolean) => [String(boolean)])],
  ["null-as-string", "null as a string", (value) => (value === null ? ["null"] : [])],
  ["boolean-as-number", "a boolean as a number", ofBooleans((boolean) => [Number(boolean)])],
  ["string-as-number", "a string as a number", ofTexts((text) => (NUMBER.test(text) ? [Number(text)] : []))],
  [
    "as-boolean",
    "a value as a boolean",
    (value) => BOOLEANS.flatMap(([boolean, like]) => (like.includes(value) ? [boolean] : [])),
  ],
];

/** How many values of a list near misses are made of: a run sends far fewer. */
const MOST_LISTED = 1000;

/** Values of an allowed type that only the list forbids, and that are nearly listed, by the kind of near miss. */
function nearlyListed(shape: Shape): readonly (readonly [NearMiss<unknown>, readonly unknown[]])[] {
  const listed = listedValues(shape).slice(0, MOST_LISTED);
  return ofListed.flatMap((miss) => {
    const values = listed.flatMap(miss[2]).filter((value) => isShutOut(shape, value));
    return values.length === 0 ? [] : [[miss, values] as const];
  });
}

function isShutOut(shape: Shape, value: unknown): boolean {
  if (!allows(shape.types, typeOf(value))) return false;
  if (typeof value === "string") return brokenByText(shape, value).join() === "enum";
  if (typeof value === "number") return brokenByNumber(shape, value).join() === "enum";
  return !isListed(shape, value);
}

function integersNear(step: 1 | -1): (value: unknown) => readonly unknown[] {
  return ofNumbers((number) => (Number.isSafeInteger(number) ? [number + step] : []));
}

// Numbers that a shape does not allow, each because of only one keyword or format.

function wrongNumbers(shape: Shape): readonly Wrong[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = shape;
  const step = multipleOf ?? 1;
  const ordinary = Number(ordinaryLiteral(shape, {}, 0));
  const above = (bound: number): readonly number[] => [bound + 1, (Math.floor(bound / step) + 1) * step];
  const below = (bound: number): readonly number[] => [bound - 1, (Math.ceil(bound / step) - 1) * step];
  const beyond = (slug: string, keyword: NumberKeyword, candidates: readonly number[]): readonly Wrong[] => {
    const value = candidates.find((one) => brokenByNumber(shape, one).join() === keyword);
    const label = keyword === "type" ? "multipleOf" : keyword;
    return value === undefined ? [] : [{ ...wrong(shape, slug, label), literal: () => String(value) }];
  };
  return [
    ...ifAny(maximum, (bound) => beyond("above-maximum", "maximum", above(bound))),
    ...ifAny(minimum, (bound) => beyond("below-minimum", "minimum", below(bound))),
    ...ifAny(maximum, (bound) => beyond("just-above-maximum", "maximum", justBeyond(shape, bound, 1))),
    ...ifAny(minimum, (bound) => beyond("just-below-minimum", "minimum", justBeyond(shape, bound, -1))),
    ...ifAny(exclusiveMaximum, (bound) => beyond("at-exclusive-maximum", "exclusiveMaximum", [bound, ...above(bound)])),
    ...ifAny(exclusiveMinimum, (bound) => beyond("at-exclusive-minimum", "exclusiveMinimum", [bound, ...below(bound)])),
    ...ifAny(multipleOf, () =>
      beyond("not-a-multiple", "multipleOf", [ordinary + 1, ordinary - 1, ordinary + step / 2, ordinary - step / 2]),
    ),
    ...shape.formats.flatMap((format) => beyondFormat(shape, format)),
  ];
}

/**
 * A number with two or more decimal places that is just beyond a bound, as people write it: 0.49 for `minimum: 0.5`. It
 * is far enough away that single precision does not round it to the bound.
 */
function justBeyond({ types }: Shape, bound: number, direction: 1 | -1): readonly number[] {
  if (!types.includes("number")) return [];
  const places = [2, 3, 4, 5, 6].find((some) => Number(bound.toFixed(some)) === bound);
  if (places === undefined || 10 ** -places < Math.abs(bound) * LEAST_SHARE) return [];
  return [Number((bound + direction * 10 ** -places).toFixed(places))];
}

/** Single precision holds seven digits. */
const LEAST_SHARE = 1e-6;

/** As text, because a double does not hold the neighbours of the ends of int64. */
const ends: ReadonlyMap<string, readonly [below: string, above: string]> = new Map([
  ["int32", ["-2147483649", "2147483648"]],
  ["int64", ["-9223372036854775809", "9223372036854775808"]],
]);

function beyondFormat(shape: Shape, format: string): readonly Wrong[] {
  const [below = "", above = ""] = ends.get(format) ?? [];
  const { formats: _formats, ...bounds } = shape;
  const isAlone = (literal: string): boolean =>
    brokenByNumber({ ...bounds, formats: shape.formats.filter((other) => other !== format) }, Number(literal))
      .length === 0;
  return [
    ...(isAlone(above) ? [{ ...wrong(shape, `above-${format}`, "format", format), format, literal: () => above }] : []),
    ...(isAlone(below) ? [{ ...wrong(shape, `below-${format}`, "format", format), format, literal: () => below }] : []),
  ];
}

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

/** Why a value of another type is wrong. */
export function ofOtherType({ types, path }: Shape): Pick<Wrong, "basis" | "keyword"> {
  return { basis: (name) => `${name} is ${types.map(a).join(" or ")} in the schema (${path})`, keyword: "type" };
}

/** A value of each JSON type that is not allowed. */
export function otherTypes(shape: Shape): readonly Wrong[] {
  const others = (Object.keys(typeValues) as JsonType[]).filter((type) => !allows(shape.types, type));
  return others.map((type) => ({
    slug: `is-${type}`,
    title: `is ${a(type)}`,
    ...ofOtherType(shape),
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
    ...ifAny(maxLength, (bound) => sized("above-max-length", "maxLength", resizedTo(bound + 1))),
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
  const seen = new Set<string>();
  return ofPatterns.flatMap((miss) => {
    const [slug, title] = miss;
    const text = firstOf([() => right, ...others], (one) => missedPattern(shape, miss, one()));
    // If two near misses give the same text, the first one is kept.
    if (text === undefined || seen.has(text)) return [];
    seen.add(text);
    const more = wrong(shape, `not-matching-pattern-${slug}`, "pattern", shape.patterns.join(" and "));
    // Finding a text for a pattern takes time, so each request has the same one.
    return [{ ...more, title: `${more.title}: ${title}`, literal: () => JSON.stringify(text) }];
  });
}

function nearListed(shape: Shape): readonly Wrong[] {
  return nearlyListed(shape).map(([[slug, title], values]) => {
    const more = wrong(shape, `outside-enumeration-${slug}`, "enum", JSON.stringify(shape.values));
    return { ...more, title: `${more.title}: ${title}`, literal: (_place, n) => JSON.stringify(pickInTurn(values, n)) };
  });
}

function unlisted(shape: Shape): readonly Wrong[] {
  if (shape.values === undefined) return [];
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
  const value = candidates.find((one) => isShutOut(shape, one));
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
  return present([
    // If there are not enough different items, no array breaks only this keyword.
    maxItems !== undefined && hasItems(shape, maxItems + 1) && sized("above-max-items", "maxItems", maxItems + 1),
    minItems > 0 && sized("below-min-items", "minItems", minItems - 1),
    uniqueItems && (maxItems ?? 2) >= 2 && { ...wrong(shape, "with-equal-items", "uniqueItems"), literal: twice },
    ...ofItems.map((inner) => ({
      ...inner,
      slug: `item-${inner.slug}`,
      title: `has an item that ${inner.title}`,
      basis: (name: string) => inner.basis(`an item of ${name}`),
      literal: (_place: TextPlace, n: number): string => arrayWith(shape, n, inner.literal({}, n)),
    })),
  ]);
}
