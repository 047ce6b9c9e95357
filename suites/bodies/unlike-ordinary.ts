/** Valid values that ordinary ones are not like: null, another type, a fraction, the ends of a pattern, several items. */
import { type Member, type Shape, everyType } from "../../spec/shape.ts";
import { brokenByNumber, isOfValues, timesStep } from "./constraints.ts";
import { variedTexts } from "./format-varieties.ts";
import { textFormatsOf } from "./formatted-texts.ts";
import { lastMatching, longerTexts, shorterTexts } from "./near-misses.ts";
import { textWithSigns } from "./pattern-signs.ts";
import { arrayOf, hasItems, ordinaryLiteral, textOfLength } from "./ordinary-values.ts";
import { a } from "./wrong.ts";

/** A value that an ordinary one is not like, and what it is, after the member's name. */
export interface Unlike {
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

/** An ordinary number is a whole one wherever the schema allows one. */
function fractions(shape: Shape): readonly Unlike[] {
  const { types, multipleOf = 0.5, minimum = -(2 ** 31), exclusiveMinimum = minimum } = shape;
  if (!types.includes("number") || isOfValues(shape)) return [];
  const least = Math.ceil(Math.max(minimum, exclusiveMinimum));
  const fits = (value: number): boolean => !Number.isInteger(value) && brokenByNumber(shape, value).length === 0;
  // 0.99 for steps of 0.01, as prices end, and 0.5 where there are no steps.
  const more = Math.max(1, Math.ceil(1 / multipleOf) - 1);
  const fractionOf = (n: number): number | undefined =>
    [n % 1_000, least + (n % 1_000), least]
      .flatMap((whole) => [more, 1].map((steps) => timesStep(Math.ceil(whole / multipleOf) + steps, multipleOf)))
      .find(fits);
  return fractionOf(0) === undefined
    ? []
    : [{ slug: "fraction", title: "has a fraction", literal: (n) => String(fractionOf(n) ?? fractionOf(0)) }];
}

/** The lengths that a pattern allows end somewhere, as it is most often written: `{2,19}`. */
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

/** The texts of a format are ordinarily of one spelling. An identity that is the same in each run is soon taken. */
function formatVarieties({ shape, role }: Member): readonly Unlike[] {
  return variedTexts(shape)
    .filter(({ text }) => role !== "identity" || text(1) !== text(2))
    .map(({ slug, title, text }) => ({ slug, title, literal: (n) => JSON.stringify(text(n)) }));
}

/** The plainest text is ordinary, which leaves out what a pattern allows and does not ask for. */
function signsOfPattern(member: Member): readonly Unlike[] {
  const { shape } = member;
  const sure = isOfPatternAlone(member) ? textWithSigns(shape, 0) : undefined;
  if (sure === undefined) return [];
  const literal = (n: number): string => JSON.stringify(textWithSigns(shape, n) ?? sure);
  return [{ slug: "with-signs-of-pattern", title: "has signs that its pattern allows", literal }];
}

/** A short identity is soon taken, and a text of a format has its own lengths and signs. */
function isOfPatternAlone({ shape, role }: Member): boolean {
  const isOpen = shape.patterns.length > 0 && shape.types.includes("string") && !isOfValues(shape);
  return isOpen && role !== "identity" && textFormatsOf(shape).length === 0;
}

/** Those of a member. */
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

/** An ordinary array has one item, unless `minItems` asks for more. */
function severalItems(shape: Shape): readonly Unlike[] {
  const { types, items, minItems = 0, maxItems, values } = shape;
  const isAsked =
    types.includes("array") && items !== undefined && values === undefined && minItems < 2 && maxItems === undefined;
  if (!isAsked || !hasItems(shape, 2)) return [];
  return [{ slug: "two-items", title: "has two items", literal: (n) => arrayOf(shape, n, 2) }];
}

/** An object that may hold anything is ordinarily empty. */
function filled({ types, members, others, values }: Shape): readonly Unlike[] {
  const isFree = types.includes("object") && types.length < everyType.length && members.length === 0;
  if (!isFree || values !== undefined || (others !== undefined && others !== true)) return [];
  return [{ slug: "filled", title: "has a member", literal: () => JSON.stringify({ note: "anything" }) }];
}
