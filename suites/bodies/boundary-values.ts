/** Values that lie on a bound of the schema and are still allowed. */
import { defined } from "../../spec/defined.ts";
import { isFreeText } from "../../spec/member-roles.ts";
import { allows, type Member, type Shape } from "../../spec/schema.ts";
import { isAllowedNumber, isOfValues, timesStep } from "./constraints.ts";
import { type Draft, textOf, withMember, withoutMember } from "./body-drafts.ts";
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
import { unlikeOrdinary } from "./unusual-values.ts";

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
  return [
    ...(own.length < 2 ? [] : own),
    ...shape.members.flatMap((member) => [
      ...(member.shape.types.includes("object") ? inside(member, oneLeftOut(member.shape)) : []),
      ...(member.shape.types.includes("array") ? ofItems(member, oneLeftOut) : []),
    ]),
  ];
}

function ofMember(member: Member): readonly Boundary[] {
  return [
    ...[...texts(member), ...numbers(member), ...arrays(member)].map((found): Boundary => {
      const { slug, keyword, bound, only, counted, literal } = found;
      return {
        slug: `${slugOf(member.name)}-${slug}`,
        title: `An object whose \`${member.name}\` is just within ${keyword} ${bound}`,
        basis: `${keyword} ${bound} in the schema of \`${member.name}\` allows it (${member.shape.path})`,
        member: member.name,
        ...defined({ only, counted }),
        apply: (draft, n, writing) => withMember(draft, member.name, literal(n, writing)),
      };
    }),
    ...unlikeOrdinary(member).map((found): Boundary => ({
      slug: `${slugOf(member.name)}-${found.slug}`,
      title: `An object whose \`${member.name}\` ${found.title}`,
      basis: `the schema of \`${member.name}\` allows it (${member.shape.path})`,
      member: member.name,
      apply: (draft, n) => withMember(draft, member.name, found.literal(n)),
    })),
    ...(member.shape.types.includes("object")
      ? inside(member, [...requiredAlone(member.shape), ...bounds(member.shape)])
      : []),
    ...(member.shape.types.includes("array") ? ofItems(member, bounds) : []),
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

/** The same boundaries for the items of an array, each beside ordinary items. */
function ofItems(member: Member, of: (holder: Shape) => readonly Boundary[]): readonly Boundary[] {
  const { shape } = member;
  const { items } = shape;
  if (items === undefined) return [];
  const { others: _others, ...alone } = items;
  const holder: Shape = { ...alone, members: [{ name: ITEM, required: true, shape: items }] };
  const itemIn = (draft: Draft): string => draft.find(([name]) => name === ITEM)?.[1] ?? "null";
  return of(holder)
    .filter(() => !shape.uniqueItems || hasItems(shape, besideOthers(shape) + 1))
    .map((one) => inMember(member, one, (n, writing) => arrayWith(shape, n, itemIn(one.apply([], n, writing)))));
}

function inside(member: Member, found: readonly Boundary[]): readonly Boundary[] {
  const { shape } = member;
  return found.map((one) =>
    inMember(member, one, (n, writing) => textOf(one.apply(ordinaryDraft(shape, n), n, writing))),
  );
}

function inMember({ name }: Member, boundary: Boundary, literal: Found["literal"]): Boundary {
  const { only: _, ...found } = boundary;
  return {
    ...found,
    slug: `${slugOf(name)}-${found.slug}`,
    title: `${found.title}, in \`${name}\``,
    member: name,
    apply: (draft, n, writing) => withMember(draft, name, literal(n, writing)),
  };
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

interface Found {
  readonly slug: string;
  readonly keyword: string;
  readonly bound: number;
  readonly only?: number;
  readonly counted?: LengthKeyword;
  readonly literal: (n: number, writing?: Writing) => string;
}

function texts(member: Member): readonly Found[] {
  const { shape } = member;
  const sized = (slug: string, keyword: LengthKeyword): readonly Found[] => {
    const bound = shape[keyword];
    if (bound === undefined || !shape.types.includes("string") || isOfValues(shape)) return [];
    // A pattern may allow no text of this length, or a text may not be found for each number.
    const sure = textOfLength(shape, member, 0, bound);
    if (sure === undefined) return [];
    const plain = (n: number, length = bound): string => textOfLength(shape, member, n, length) ?? sure;
    const within = withinEveryCount(member, keyword);
    if (within === undefined) return [{ slug, keyword, bound, literal: (n) => JSON.stringify(plain(n)) }];
    const literal: Found["literal"] = (n, writing = "plain") =>
      JSON.stringify(writing === "plain" ? plain(n) : withOdd(plain(n, writing === "odd" ? bound : within), keyword));
    return [{ slug, keyword, bound, counted: keyword, literal }];
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

function numbers({ shape }: Member): readonly Found[] {
  const step = shape.multipleOf ?? 1;
  const at = (slug: string, keyword: Keyword, candidates: (bound: number) => readonly number[]): readonly Found[] => {
    const bound = shape[keyword];
    if (bound === undefined || !allows(shape.types, "integer") || isOfValues(shape)) return [];
    const value = candidates(bound).find((one) => isAllowedNumber(shape, one));
    return value === undefined ? [] : [{ slug, keyword, bound, only: value, literal: () => String(value) }];
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

function arrays({ shape }: Member): readonly Found[] {
  const sized = (slug: string, keyword: "minItems" | "maxItems"): readonly Found[] => {
    const bound = shape[keyword];
    if (bound === undefined || !shape.types.includes("array") || !hasItems(shape, bound)) return [];
    return [{ slug, keyword, bound, literal: (n) => arrayOf(shape, n, bound) }];
  };
  return [...sized("at-max-items", "maxItems"), ...sized("at-min-items", "minItems")];
}
