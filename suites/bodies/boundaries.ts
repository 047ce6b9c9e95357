/** Values that lie on a bound of the schema and are still allowed. */
import { defined } from "../../spec/defined.ts";
import { allows, type Member, type Shape } from "../../spec/shape.ts";
import { isAllowedNumber, isOfValues, timesStep } from "./constraints.ts";
import { type Draft, textOf, withMember, withoutMember } from "./drafts.ts";
import { othersOf, slugOf } from "./invalid-bodies.ts";
import {
  arrayOf,
  arrayWith,
  besideOthers,
  hasItems,
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
  readonly apply: (draft: Draft, n: number) => Draft;
}

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

/**
 * Bodies that each lack one of several optional members, in the document's order. If there is only one, the body
 * without all optional members covers it.
 */
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
      const { slug, keyword, bound, only, literal } = found;
      return {
        slug: `${slugOf(member.name)}-${slug}`,
        title: `An object whose \`${member.name}\` is just within ${keyword} ${bound}`,
        basis: `${keyword} ${bound} in the schema of \`${member.name}\` allows it (${member.shape.path})`,
        member: member.name,
        ...defined({ only }),
        apply: (draft, n) => withMember(draft, member.name, literal(n)),
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

/** A valid object with a member that the schema does not name. */
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
function ofItems({ name, shape }: Member, of: (holder: Shape) => readonly Boundary[]): readonly Boundary[] {
  const { items } = shape;
  if (items === undefined) return [];
  const { others: _others, ...alone } = items;
  const holder: Shape = { ...alone, members: [{ name: ITEM, required: true, shape: items }] };
  return of(holder)
    .filter(() => !shape.uniqueItems || hasItems(shape, besideOthers(shape) + 1))
    .map(({ only: _only, ...boundary }) => ({
      ...boundary,
      slug: `${slugOf(name)}-${boundary.slug}`,
      title: `${boundary.title}, in \`${name}\``,
      member: name,
      apply: (draft, n) => withMember(draft, name, arrayWith(shape, n, itemIn(boundary.apply([], n)))),
    }));
}

function itemIn(holder: Draft): string {
  return holder.find(([name]) => name === ITEM)?.[1] ?? "null";
}

/** The boundaries of an object within the body, as boundaries of the body. */
function inside({ name, shape }: Member, found: readonly Boundary[]): readonly Boundary[] {
  return found.map(({ only: _only, ...boundary }) => ({
    ...boundary,
    slug: `${slugOf(name)}-${boundary.slug}`,
    title: `${boundary.title}, in \`${name}\``,
    member: name,
    apply: (draft, n) => withMember(draft, name, textOf(boundary.apply(ordinaryDraft(shape, n), n))),
  }));
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
  readonly literal: (n: number) => string;
}

function texts(member: Member): readonly Found[] {
  const { shape } = member;
  const sized = (slug: string, keyword: "minLength" | "maxLength"): readonly Found[] => {
    const bound = shape[keyword];
    if (bound === undefined || !shape.types.includes("string") || isOfValues(shape)) return [];
    // A pattern may allow no text of this length, or a text may not be found for each number.
    const sure = textOfLength(shape, member, 0, bound);
    if (sure === undefined) return [];
    return [{ slug, keyword, bound, literal: (n) => JSON.stringify(textOfLength(shape, member, n, bound) ?? sure) }];
  };
  return [...sized("at-max-length", "maxLength"), ...sized("at-min-length", "minLength")];
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
