/** Values that lie on a bound of the schema and are still allowed. */
import { type Member, type Shape, allows } from "../../spec/shape.ts";
import { slugOf } from "./invalid-bodies.ts";
import { type Draft, textOf, withMember } from "./drafts.ts";
import { brokenByNumber, timesStep } from "./constraints.ts";
import { arrayOf, hasItems, ordinaryDraft, textOfLength } from "./ordinary-values.ts";

/** A valid body with one value on a bound. */
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
    ...(member.shape.types.includes("object") ? inside(member) : []),
  ]);
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
    // A pattern may leave no text of this length.
    if (textOfLength(shape, member, 0, bound) === undefined) return [];
    return [{ slug, keyword, bound, literal: (n) => JSON.stringify(textOfLength(shape, member, n, bound)) }];
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
