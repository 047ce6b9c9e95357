/** Values that lie on a bound of the schema and are still allowed. */
import { type Member, type Shape, allows, everyType } from "../../spec/shape.ts";
import { slugOf } from "./invalid-bodies.ts";
import { type Draft, textOf, withMember } from "./drafts.ts";
import { textFormatsOf } from "./formatted-texts.ts";
import { a } from "./wrong.ts";
import { lastMatching, longerTexts, shorterTexts } from "./near-misses.ts";
import { brokenByNumber, timesStep } from "./constraints.ts";
import {
  arrayOf,
  arrayWith,
  besideOthers,
  hasItems,
  ordinaryDraft,
  ordinaryLiteral,
  textOfLength,
} from "./ordinary-values.ts";

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

/** Every bound of every member, from inside. */
export function boundaries(shape: Shape): readonly Boundary[] {
  return shape.members.flatMap((member) => [
    ...[...texts(member), ...numbers(member), ...arrays(member)].map((found): Boundary => {
      const { slug, keyword, bound, only, literal } = found;
      return {
        slug: `${slugOf(member.name)}-${slug}`,
        title: `An object whose \`${member.name}\` is just within ${keyword} ${bound}`,
        basis: `${keyword} ${bound} in the schema of \`${member.name}\` allows it (${member.shape.path})`,
        member: member.name,
        ...(only === undefined ? {} : { only }),
        apply: (draft, n) => withMember(draft, member.name, literal(n)),
      };
    }),
    ...[...nulls(member.shape), ...otherKinds(member.shape), ...fractions(member.shape), ...endsOfPattern(member)].map(
      (found): Boundary => ({
        slug: `${slugOf(member.name)}-${found.slug}`,
        title: `An object whose \`${member.name}\` ${found.title}`,
        basis: `the schema of \`${member.name}\` allows it (${member.shape.path})`,
        member: member.name,
        apply: (draft, n) => withMember(draft, member.name, found.literal(n)),
      }),
    ),
    ...(member.shape.types.includes("object") ? inside(member) : []),
    ...(member.shape.types.includes("array") ? ofItems(member) : []),
  ]);
}

/** Where an item of an array is, in the boundaries of an object that holds it alone. */
const ITEM = "item";

/** The same of the items of an array, each beside ordinary ones. */
function ofItems({ name, shape }: Member): readonly Boundary[] {
  const { items } = shape;
  if (items === undefined) return [];
  const holder: Shape = { ...items, members: [{ name: ITEM, required: true, shape: items }] };
  return boundaries(holder)
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

/** A value that an ordinary one is not like, and what it is, after the member's name. */
interface Unlike {
  readonly slug: string;
  readonly title: string;
  readonly literal: (n: number) => string;
}

/** An ordinary value is null only where nothing else is allowed. */
function nulls({ types, values, nullIsOpen }: Shape): readonly Unlike[] {
  if (nullIsOpen === true) return [];
  const isNullable = types.includes("null") && types.length > 1 && (values === undefined || values.includes(null));
  return isNullable ? [{ slug: "null", title: "is null", literal: () => "null" }] : [];
}

/** An ordinary value has the first type that is allowed. Who names members without a type may mean objects alone. */
function otherKinds(shape: Shape): readonly Unlike[] {
  const { types, values, members, items } = shape;
  const isVague = types.length === everyType.length && (members.length > 0 || items !== undefined);
  if (values !== undefined || isVague) return [];
  const [, ...others] = types.filter((type) => type !== "null");
  return others.map((type) => ({
    slug: `is-${type}`,
    title: `is ${a(type)}`,
    literal: (n) => ordinaryLiteral({ ...shape, types: [type] }, {}, n),
  }));
}

/** An ordinary number is a whole one wherever the schema allows one. */
function fractions(shape: Shape): readonly Unlike[] {
  const { types, values, multipleOf, minimum = -(2 ** 31), exclusiveMinimum = minimum } = shape;
  if (!types.includes("number") || values !== undefined || multipleOf !== undefined) return [];
  const least = Math.ceil(Math.max(minimum, exclusiveMinimum));
  const fits = (value: number): boolean => brokenByNumber(shape, value).length === 0;
  const fractionOf = (n: number): number | undefined =>
    [n % 1_000, least + (n % 1_000), least].map((one) => one + 0.5).find(fits);
  return fractionOf(0) === undefined
    ? []
    : [{ slug: "fraction", title: "has a fraction", literal: (n) => String(fractionOf(n) ?? fractionOf(0)) }];
}

/** The lengths that a pattern allows end somewhere, as it is most often written: `{2,19}`. */
function endsOfPattern(member: Member): readonly Unlike[] {
  const { shape, role } = member;
  // A short identity is soon taken, and a text of a format has its own lengths.
  if (shape.patterns.length === 0 || shape.values !== undefined || role === "identity") return [];
  if (textFormatsOf(shape).length > 0) return [];
  const matching = (n: number): string | undefined => textOfLength(shape, member, n);
  const first = shape.types.includes("string") ? matching(0) : undefined;
  const of = (slug: string, title: string, change: (text: string) => string | undefined): readonly Unlike[] => {
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

function inside({ name, shape }: Member): readonly Boundary[] {
  return boundaries(shape).map(({ only: _only, ...boundary }) => ({
    ...boundary,
    slug: `${slugOf(name)}-${boundary.slug}`,
    title: `${boundary.title}, in \`${name}\``,
    member: name,
    apply: (draft, n) => withMember(draft, name, textOf(boundary.apply(ordinaryDraft(shape, n), n))),
  }));
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
    if (bound === undefined || !shape.types.includes("string") || shape.values !== undefined) return [];
    // A pattern may leave no text of this length, or one that is not found for each number.
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
    if (bound === undefined || !allows(shape.types, "integer") || shape.values !== undefined) return [];
    const value = candidates(bound).find((one) => brokenByNumber(shape, one).length === 0);
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
