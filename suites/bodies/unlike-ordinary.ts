/**
 * Valid values that ordinary ones do not resemble: null, another type, a fraction, the ends of a pattern, several
 * items.
 */
import { type Member, type Shape, everyType } from "../../spec/shape.ts";
import { brokenByNumber, isOfValues, timesStep } from "./constraints.ts";
import { variedTexts } from "./format-varieties.ts";
import { textFormatsOf } from "./formatted-texts.ts";
import { lastMatching, longerTexts, shorterTexts } from "./near-misses.ts";
import { textWithSigns } from "./pattern-signs.ts";
import { arrayOf, hasItems, ordinaryLiteral, textOfLength } from "./ordinary-values.ts";
import { a } from "./wrong.ts";

/** A value that ordinary ones do not resemble, and what it is, after the member's name. */
export interface Unlike {
  readonly slug: string;
  readonly title: string;
  readonly literal: (n: number) => string;
}

/** Null: an ordinary value is null only if nothing else is allowed. */
function nulls({ types, values, nullIsOpen }: Shape): readonly Unlike[] {
  if (nullIsOpen === true) return [];
  const isNullable = types.includes("null") && types.length > 1 && (values === undefined || values.includes(null));
  return isNullable ? [{ slug: "null", title: "is null", literal: () => "null" }] : [];
}

/**
 * Values of the other types: an ordinary value has the first type that is allowed. A schema that names members without
 * a type may mean only objects.
 */
function otherKinds(shape: Shape): readonly Unlike[] {
  const { types, members, items } = shape;
  const isVague = types.length === everyType.length && (members.length > 0 || items !== undefined);
  if (isOfValues(shape) || isVague) return [];
  const [, ...others] = types.filter((type) => type !== "null");
  return others.map((type) => ({
    slug: `is-${type}`,
    title: `is ${a(type)}`,
    literal: (n) => ordinaryLiteral({ ...shape, types: [type] }, {}, n),
  }));
}

/** Fractions: an ordinary number is whole if the schema allows that. */
function fractions(shape: Shape): readonly Unlike[] {
  const { types, multipleOf = 0.5, minimum = -(2 ** 31), exclusiveMinimum = minimum } = shape;
  if (!types.includes("number") || isOfValues(shape)) return [];
  const least = Math.ceil(Math.max(minimum, exclusiveMinimum));
  const fits = (value: number): boolean => !Number.isInteger(value) && brokenByNumber(shape, value).length === 0;
  // 0.99 for steps of 0.01, as prices end, and 0.5 if there are no steps.
  const more = Math.max(1, Math.ceil(1 / multipleOf) - 1);
  const fractionOf = (n: number): number | undefined =>
    [n % 1_000, least + (n % 1_000), least]
      .flatMap((whole) => [more, 1].map((steps) => timesStep(Math.ceil(whole / multipleOf) + steps, multipleOf)))
      .find(fits);
  return fractionOf(0) === undefined
    ? []
    : [{ slug: "fraction", title: "has a fraction", literal: (n) => String(fractionOf(n) ?? fractionOf(0)) }];
}

/** The longest and the shortest text of a pattern, which most often bounds the length, as in `{2,19}`. */
function endsOfPattern(member: Member): readonly Unlike[] {
  const { shape } = member;
  if (!isOfPatternAlone(member)) return [];
  const matching = (n: number): string | undefined => textOfLength(shape, member, n);
  const first = matching(0);
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

/**
 * Other varieties of a format: its ordinary texts have one spelling. Skipped if an identity would be the same in each
 * run, because it is soon taken.
 */
function formatVarieties({ shape, role }: Member): readonly Unlike[] {
  return variedTexts(shape)
    .filter(({ text }) => role !== "identity" || text(1) !== text(2))
    .map(({ slug, title, text }) => ({ slug, title, literal: (n) => JSON.stringify(text(n)) }));
}

/** Signs that a pattern allows but does not require: the ordinary text is the plainest, and has none of them. */
function signsOfPattern(member: Member): readonly Unlike[] {
  const { shape } = member;
  const sure = isOfPatternAlone(member) ? textWithSigns(shape, 0) : undefined;
  if (sure === undefined) return [];
  const literal = (n: number): string => JSON.stringify(textWithSigns(shape, n) ?? sure);
  return [{ slug: "with-signs-of-pattern", title: "has characters that its pattern allows", literal }];
}

/**
 * Whether only a pattern decides on a text. A short identity is soon taken, and a format has its own lengths and signs.
 */
function isOfPatternAlone({ shape, role }: Member): boolean {
  const isOpen = shape.patterns.length > 0 && shape.types.includes("string") && !isOfValues(shape);
  return isOpen && role !== "identity" && textFormatsOf(shape).length === 0;
}

/** The values of a member that ordinary ones do not resemble. */
export function unlikeOrdinary(member: Member): readonly Unlike[] {
  const { shape } = member;
  return [
    ...nulls(shape),
    ...otherKinds(shape),
    ...fractions(shape),
    ...endsOfPattern(member),
    ...signsOfPattern(member),
    ...formatVarieties(member),
    ...severalItems(shape),
    ...filled(shape),
  ];
}

/** Two items: an ordinary array has one item, unless `minItems` requires more. */
function severalItems(shape: Shape): readonly Unlike[] {
  const { types, items, minItems = 0, maxItems, values } = shape;
  const isAsked =
    types.includes("array") && items !== undefined && values === undefined && minItems < 2 && maxItems === undefined;
  if (!isAsked || !hasItems(shape, 2)) return [];
  return [{ slug: "two-items", title: "has two items", literal: (n) => arrayOf(shape, n, 2) }];
}

/** A member in an object that may hold anything: the ordinary one is empty. */
function filled({ types, members, others, values }: Shape): readonly Unlike[] {
  const isFree = types.includes("object") && types.length < everyType.length && members.length === 0;
  if (!isFree || values !== undefined || (others !== undefined && others !== true)) return [];
  return [{ slug: "filled", title: "has a member", literal: () => JSON.stringify({ note: "anything" }) }];
}
