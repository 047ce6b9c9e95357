/** Valid values unlike ordinary ones: on a bound, null, of another type, at the ends of a pattern, several items. */
import { defined, ifAny } from "../../spec/defined.ts";
import { isFreeText } from "../../spec/member-roles.ts";
import { allows, everyType, impliedType, type Member, type Shape } from "../../spec/schema.ts";
import { isAllowedNumber, isOfValues, timesStep } from "./constraints.ts";
import { type Draft, textOf, withMember, withoutMember } from "./body-drafts.ts";
import { textFormatsOf, variedTexts } from "./formatted-texts.ts";
import { othersOf, slugOf } from "./invalid-bodies.ts";
import {
  arrayOf,
  arrayWith,
  besideOthers,
  hasItems,
  isDecimal,
  ordinaryDraft,
  ordinaryLiteral,
  textOfLength,
} from "./ordinary-values.ts";
import { lastMatching, longerTexts, shorterTexts, textWithSigns } from "./pattern-texts.ts";
import { a } from "./wrong-values.ts";

/** A valid body with one value on a bound, or of a kind that ordinary values do not have. */
export interface Boundary {
  readonly slug: string;
  readonly title: string;
  /** Why the body is valid. */
  readonly basis: string;
  /** The top member that holds the value. */
  readonly member: string;
  /** The number, if only one value is possible: it cannot be replaced by a fresh one. */
  readonly only?: number;
  /** The bound of a text whose length others count otherwise, so that it has every writing. */
  readonly counted?: LengthKeyword;
  readonly apply: (draft: Draft, n: number, writing?: Writing) => Draft;
}

/**
 * How a text on a bound is written: plainly, with a character that others count otherwise, or with that character and so
 * far from the bound that every way to count allows it.
 */
export type Writing = "plain" | "odd" | "odd-within";

type LengthKeyword = "minLength" | "maxLength";

/** The most optional members of a document that are left out one by one. */
const MOST_LEFT_OUT = 8;

/** Every bound of every member, from inside, and bodies without one of several optional members. */
export function boundaries(shape: Shape): readonly Boundary[] {
  return [...bounds(shape), ...oneLeftOut(shape).slice(0, MOST_LEFT_OUT)];
}

function bounds(shape: Shape): readonly Boundary[] {
  const others = othersOf(shape);
  return [...others.map(present), ...[...shape.members, ...others].flatMap(ofMember)];
}

/** Bodies that each lack one of several optional members. A single one is covered by the body without all of them. */
function oneLeftOut(shape: Shape): readonly Boundary[] {
  const optional = shape.members.filter(({ required }) => !required);
  const own = optional.map(({ name, shape: { path } }): Boundary => ({
    slug: `without-${slugOf(name)}`,
    title: `An object without \`${name}\` and with every other member`,
    basis: `the schema does not require \`${name}\` (${path})`,
    member: name,
    apply: (draft) => withoutMember(draft, name),
  }));
  return [...(own.length < 2 ? [] : own), ...shape.members.flatMap((member) => within(member, oneLeftOut))];
}

function ofMember(member: Member): readonly Boundary[] {
  const { name, shape } = member;
  const own = [...texts(member), ...numbers(member), ...arrays(member), ...unlikeOrdinary(member)];
  return [
    ...own.map(({ slug, title, bound, only, counted, literal }): Boundary => ({
      slug: `${slugOf(name)}-${slug}`,
      title: `An object whose \`${name}\` ${title}`,
      basis: `${bound === undefined ? "" : `${bound} in `}the schema of \`${name}\` allows it (${shape.path})`,
      member: name,
      ...defined({ only, counted }),
      apply: (draft, n, writing) => withMember(draft, name, literal(n, writing)),
    })),
    ...within(member, (inner) => [...requiredAlone(inner), ...bounds(inner)]),
  ];
}

function present(member: Member): Boundary {
  const { name, shape } = member;
  return {
    slug: slugOf(name),
    title: "An object with a member that the schema does not name, of the kind that it allows",
    basis: `the schema of other members allows it (${shape.path})`,
    member: name,
    apply: (draft, n) => withMember(draft, name, ordinaryLiteral(shape, member, n)),
  };
}

/** The name of the member that holds an array's item, in the boundaries of an object that holds only this item. */
const ITEM = "item";

/** What is found in a member that is an object, or in the items of an array, each beside ordinary items. */
function within({ name, shape }: Member, found: (inner: Shape) => readonly Boundary[]): readonly Boundary[] {
  const { types, items } = shape;
  const inMember = (
    all: readonly Boundary[],
    literal: (apply: Boundary["apply"], n: number, writing?: Writing) => string,
  ): readonly Boundary[] =>
    all.map(({ only: _only, ...one }) => ({
      ...one,
      slug: `${slugOf(name)}-${one.slug}`,
      title: `${one.title}, in \`${name}\``,
      member: name,
      apply: (draft, n, writing) => withMember(draft, name, literal(one.apply, n, writing)),
    }));
  const isRoom = !shape.uniqueItems || hasItems(shape, besideOthers(shape) + 1);
  return [
    ...inMember(types.includes("object") ? found(shape) : [], (apply, n, writing) =>
      textOf(apply(ordinaryDraft(shape, n), n, writing)),
    ),
    ...ifAny(types.includes("array") && isRoom ? items : null, ({ others: _others, ...alone }) =>
      inMember(
        found({ ...alone, members: [{ name: ITEM, required: true, shape: items ?? shape }] }),
        (apply, n, writing) => {
          const item = apply([], n, writing).find(([member]) => member === ITEM);
          return arrayWith(shape, n, item?.[1] ?? "null");
        },
      ),
    ),
  ];
}

/** Without the optional members: an object within a body is otherwise sent with every member. */
function requiredAlone(shape: Shape): readonly Boundary[] {
  const optional = shape.members.find(({ required }) => !required);
  if (optional === undefined) return [];
  return [
    {
      slug: "required-members",
      title: "An object with the required members alone",
      basis: `the schema does not require \`${optional.name}\` (${shape.path})`,
      member: optional.name,
      apply: (_draft, n) => ordinaryDraft(shape, n, "required"),
    },
  ];
}

/** A valid value unlike ordinary ones. */
interface UnlikeValue {
  readonly slug: string;
  /** What it is, after the member's name. */
  readonly title: string;
  /** The keyword and its bound, if it lies on one. */
  readonly bound?: string;
  readonly only?: number;
  readonly counted?: LengthKeyword;
  readonly literal: (n: number, writing?: Writing) => string;
}

/** The parts of a value on a bound, without the value itself. */
function onBound(slug: string, keyword: string, value: number): Omit<UnlikeValue, "literal"> {
  const bound = `${keyword} ${value}`;
  return { slug, title: `is just within ${bound}`, bound };
}

function texts(member: Member): readonly UnlikeValue[] {
  const { shape } = member;
  const sized = (slug: string, keyword: LengthKeyword): readonly UnlikeValue[] => {
    const bound = shape[keyword];
    if (bound === undefined || !shape.types.includes("string") || isOfValues(shape)) return [];
    // A pattern may allow no text of this length, or a text may not be found for each number.
    const sure = textOfLength(shape, member, 0, bound);
    if (sure === undefined) return [];
    const plain = (n: number, length = bound): string => textOfLength(shape, member, n, length) ?? sure;
    const allowing = withinEveryCount(member, keyword);
    if (allowing === undefined) return [{ ...onBound(slug, keyword, bound), literal: (n) => JSON.stringify(plain(n)) }];
    const literal: UnlikeValue["literal"] = (n, writing = "plain") =>
      JSON.stringify(writing === "plain" ? plain(n) : withOdd(plain(n, writing === "odd" ? bound : allowing), keyword));
    return [{ ...onBound(slug, keyword, bound), counted: keyword, literal }];
  };
  return [...sized("at-max-length", "maxLength"), ...sized("at-min-length", "minLength")];
}

/** The least bound of which a text still has enough letters to be unique beside the odd character. */
const LEAST_COUNTED = 5;

/**
 * A length that the bound allows however a text with an odd character is counted; undefined if the member is no free
 * text, or there is none. The other bound may come first.
 */
function withinEveryCount({ shape, role }: Member, keyword: LengthKeyword): number | undefined {
  const { minLength = 0, maxLength = Infinity, [keyword]: bound = 0 } = shape;
  const isOpen = isFreeText(shape) && !isDecimal(shape) && role !== "identity";
  if (!isOpen || bound < LEAST_COUNTED || minLength === maxLength) return undefined;
  return keyword === "maxLength" ? Math.max(minLength, bound - 3) : bound + 1;
}

/**
 * The text with a character beyond the Basic Multilingual Plane, which is two UTF-16 code units and four bytes, or with a
 * combining mark, which is no grapheme of its own. `maxLength` and `minLength` count each as one (Validation section
 * 6.3.1, RFC 8259 section 1).
 */
function withOdd(text: string, keyword: LengthKeyword): string {
  const points = Array.from(text);
  return (keyword === "maxLength" ? points.with(0, "\u{1f331}") : points.with(1, "\u0332")).join("");
}

function numbers({ shape }: Member): readonly UnlikeValue[] {
  const step = shape.multipleOf ?? 1;
  const at = (
    slug: string,
    keyword: Keyword,
    candidates: (bound: number) => readonly number[],
  ): readonly UnlikeValue[] => {
    const bound = shape[keyword];
    if (bound === undefined || !allows(shape.types, "integer") || isOfValues(shape)) return [];
    const value = candidates(bound).find((one) => isAllowedNumber(shape, one));
    return value === undefined ? [] : [{ ...onBound(slug, keyword, bound), only: value, literal: () => String(value) }];
  };
  const down = (bound: number): readonly number[] => [bound, timesStep(Math.floor(bound / step), step), bound - step];
  const up = (bound: number): readonly number[] => [bound, timesStep(Math.ceil(bound / step), step), bound + step];
  return [
    ...at("at-maximum", "maximum", down),
    ...at("at-minimum", "minimum", up),
    ...at("below-exclusive-maximum", "exclusiveMaximum", (bound) => [
      timesStep(Math.ceil(bound / step - 1), step),
      bound - 1e-9,
    ]),
    ...at("above-exclusive-minimum", "exclusiveMinimum", (bound) => [
      timesStep(Math.floor(bound / step + 1), step),
      bound + 1e-9,
    ]),
  ];
}

type Keyword = "maximum" | "minimum" | "exclusiveMaximum" | "exclusiveMinimum";

function arrays({ shape }: Member): readonly UnlikeValue[] {
  const sized = (slug: string, keyword: "minItems" | "maxItems"): readonly UnlikeValue[] => {
    const bound = shape[keyword];
    if (bound === undefined || !shape.types.includes("array") || !hasItems(shape, bound)) return [];
    return [{ ...onBound(slug, keyword, bound), literal: (n) => arrayOf(shape, n, bound) }];
  };
  return [...sized("at-max-items", "maxItems"), ...sized("at-min-items", "minItems")];
}

// Values that lie on no bound.

/** Null: an ordinary value is null only if nothing else is allowed. */
function nulls({ types, values, nullIsOpen }: Shape): readonly UnlikeValue[] {
  if (nullIsOpen === true) return [];
  const isNullable = types.includes("null") && types.length > 1 && (values === undefined || values.includes(null));
  return isNullable ? [{ slug: "null", title: "is null", literal: () => "null" }] : [];
}

/** Values of the other types: an ordinary value has the first type that is allowed. */
function otherKinds(shape: Shape): readonly UnlikeValue[] {
  if (isOfValues(shape)) return [];
  const [, ...others] = shape.types.filter((type) => type !== "null");
  return others.map((type) => ({
    slug: `is-${type}`,
    title: `is ${a(type)}`,
    literal: (n) => ordinaryLiteral({ ...shape, types: [type, ...shape.types.filter((one) => one !== type)] }, {}, n),
  }));
}

/** Fractions: an ordinary number is whole if the schema allows that. */
function fractions(shape: Shape): readonly UnlikeValue[] {
  const { types, multipleOf = 0.5, minimum = -(2 ** 31), exclusiveMinimum = minimum } = shape;
  if (!types.includes("number") || isOfValues(shape)) return [];
  const least = Math.ceil(Math.max(minimum, exclusiveMinimum));
  const fits = (value: number): boolean => !Number.isInteger(value) && isAllowedNumber(shape, value);
  // 0.99 for steps of 0.01, as prices end, and 0.5 if there are no steps.
  const more = Math.max(1, Math.ceil(1 / multipleOf) - 1);
  // Below zero where the schema says so: a negative fraction is written in another way than a negative integer.
  const isBelowZero = least < 0 && least > -(2 ** 31);
  const fractionOf = (n: number): number | undefined =>
    [...(isBelowZero ? [least + (n % -least)] : []), n % 1_000, least + (n % 1_000), least]
      .flatMap((whole) => [more, 1].map((steps) => timesStep(Math.ceil(whole / multipleOf) + steps, multipleOf)))
      .find(fits);
  return fractionOf(0) === undefined
    ? []
    : [{ slug: "fraction", title: "has a fraction", literal: (n) => String(fractionOf(n) ?? fractionOf(0)) }];
}

/** The longest and the shortest text of a pattern, which most often bounds the length, as in `{2,19}`. */
function endsOfPattern(member: Member): readonly UnlikeValue[] {
  const { shape } = member;
  if (!isOfPatternAlone(member)) return [];
  const matching = (n: number): string | undefined => textOfLength(shape, member, n);
  const first = matching(0);
  const of = (slug: string, title: string, change: (text: string) => string | undefined): readonly UnlikeValue[] => {
    const sure = first === undefined ? undefined : change(first);
    const found = (n: number): string | undefined => change(matching(n) ?? "");
    return sure === undefined ? [] : [{ slug, title, literal: (n) => JSON.stringify(found(n) ?? sure) }];
  };
  return [
    ...of("longest-of-pattern", "is as long as its pattern allows", (text) => lastMatching(shape, text, longerTexts)),
    ...of("shortest-of-pattern", "is as short as its pattern allows", (text) =>
      lastMatching(shape, text, shorterTexts),
    ),
  ];
}

/** Other varieties of a format. Skipped if an identity would be the same in each run, because it is soon taken. */
function formatVarieties({ shape, role }: Member): readonly UnlikeValue[] {
  return variedTexts(shape)
    .filter(({ text }) => role !== "identity" || text(1) !== text(2))
    .map(({ slug, title, text }) => ({ slug, title, literal: (n) => JSON.stringify(text(n)) }));
}

/** Signs that a pattern allows but does not require: the ordinary text is the plainest, and has none of them. */
function signsOfPattern(member: Member): readonly UnlikeValue[] {
  const { shape } = member;
  const sure = isOfPatternAlone(member) ? textWithSigns(shape, 0) : undefined;
  if (sure === undefined) return [];
  const literal = (n: number): string => JSON.stringify(textWithSigns(shape, n) ?? sure);
  return [{ slug: "with-signs-of-pattern", title: "has characters that its pattern allows", literal }];
}

/** Whether only a pattern decides on a text. A short identity is soon taken, and formats and decimals have their own. */
function isOfPatternAlone({ shape, role }: Member): boolean {
  const isOpen = shape.patterns.length > 0 && shape.types.includes("string") && !isOfValues(shape);
  return isOpen && role !== "identity" && textFormatsOf(shape).length === 0 && !isDecimal(shape);
}

/** The values of a member that ordinary ones do not resemble. */
export function unlikeOrdinary(member: Member): readonly UnlikeValue[] {
  const { shape } = member;
  // A schema whose keywords speak of objects, and that names no type, may mean only objects.
  const ofOtherTypes = impliedType(shape) === undefined;
  return [
    ...(ofOtherTypes ? [...nulls(shape), ...otherKinds(shape), ...fractions(shape)] : []),
    ...endsOfPattern(member),
    ...signsOfPattern(member),
    ...formatVarieties(member),
    ...severalItems(shape),
    ...filled(shape),
  ];
}

/** Two items: an ordinary array has one item, unless `minItems` requires more. */
function severalItems(shape: Shape): readonly UnlikeValue[] {
  const { types, items, minItems = 0, maxItems, values } = shape;
  const isAsked =
    types.includes("array") && items !== undefined && values === undefined && minItems < 2 && maxItems === undefined;
  if (!isAsked || !hasItems(shape, 2)) return [];
  return [{ slug: "two-items", title: "has two items", literal: (n) => arrayOf(shape, n, 2) }];
}

/** A member in an object that may hold anything: the ordinary one is empty. */
function filled({ types, members, others, values }: Shape): readonly UnlikeValue[] {
  const isFree = types.includes("object") && types.length < everyType.length && members.length === 0;
  if (!isFree || values !== undefined || (others !== undefined && others !== true)) return [];
  return [{ slug: "filled", title: "has a member", literal: () => JSON.stringify({ note: "anything" }) }];
}
