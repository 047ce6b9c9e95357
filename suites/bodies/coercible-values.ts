/**
 * Values of a wrong type that converting providers accept most readily: falsy values, and values that read like the
 * correct type.
 */
import type { JsonType } from "../../spec/schema.ts";
import { type Member, type Shape, allows } from "../../spec/shape.ts";
import { type Draft, withMember } from "./drafts.ts";
import { type Departure, slugOf } from "./invalid-bodies.ts";
import { ordinaryLiteral } from "./ordinary-values.ts";
import { a } from "./wrong.ts";

interface Coercible {
  readonly slug: string;
  /** What the value is, after the member's name. */
  readonly title: string;
  readonly type: JsonType;
  /** Used only if the member allows this type, which the value resembles. */
  readonly beside?: JsonType;
  /**
   * The text of the value, given the ordinary text and the name of the member that is the label. It is one that most
   * converting providers accept, and the same in each run, so that what is found does not depend on the seed.
   */
  readonly literal: (ordinary: string, label?: string) => string;
}

const coercible: readonly Coercible[] = [
  { slug: "is-false", title: "is false", type: "boolean", literal: () => "false" },
  { slug: "is-zero", title: "is the number 0", type: "integer", literal: () => "0" },
  { slug: "is-empty-string", title: "is an empty string", type: "string", literal: () => '""' },
  {
    slug: "is-number-in-string",
    title: "is a string that says a number in another way",
    type: "string",
    beside: "integer",
    // Without a fraction, an exponent or another base, which not every reader of numbers has.
    literal: (digits) => `"0${digits}"`,
  },
  {
    slug: "is-number-in-blanks",
    title: "is a string of a number and spaces",
    type: "string",
    beside: "integer",
    literal: (digits) => `" ${digits}"`,
  },
  {
    slug: "is-word",
    title: "is a word",
    type: "string",
    beside: "integer",
    // Readers that stop at the first letter find a number, and others an id of a database.
    literal: () => '"1f3870be274f6c49"',
  },
  { slug: "is-empty-array", title: "is an empty array", type: "array", literal: () => "[]" },
  {
    slug: "is-array-of-two",
    title: "is an array of two strings",
    type: "array",
    beside: "string",
    literal: (ordinary) => `[${ordinary},"fern"]`,
  },
  {
    slug: "is-large-number-in-string",
    title: "is a string of a number beyond 53 bits",
    type: "string",
    beside: "integer",
    // Mappings of int64 to JSON write this for large numbers, and keep smaller ones as numbers.
    literal: () => '"9007199254740993"',
  },
  {
    slug: "is-wrapped",
    title: "is an object that holds the value",
    type: "object",
    beside: "integer",
    literal: (ordinary) => `{"value":${ordinary}}`,
  },
  {
    slug: "is-number-long",
    title: "is a number as databases write it in JSON",
    type: "object",
    beside: "integer",
    literal: (ordinary) => `{"$numberLong":"${ordinary}"}`,
  },
  {
    slug: "is-text-in-object",
    title: "is an object that holds a string",
    type: "object",
    beside: "string",
    // Under the name of the label, as a separate resource, by language, and as a value: a provider may read any of
    // them.
    literal: (ordinary, label = "label") =>
      `{${JSON.stringify(label)}:${ordinary},"en":${ordinary},"value":${ordinary}}`,
  },
  {
    slug: "is-half-more",
    title: "is an ordinary number and a half",
    type: "number",
    beside: "integer",
    literal: (digits) => `${digits}.5`,
  },
  {
    slug: "is-half-more-with-exponent",
    title: "is an ordinary number and a half, written with an exponent",
    type: "number",
    beside: "integer",
    literal: (digits) => `${digits}5e-1`,
  },
];

/** The ordinary value of a member that allows several types is the text of one of them. */
const INTEGER = /^-?\d+$/;

/** Each member with each of these values whose type its schema does not allow. */
export function coercibleMembers({ members }: Shape): readonly Departure[] {
  const label = members.find(({ role }) => role === "label")?.name;
  return members.flatMap((member) => {
    const { name, shape } = member;
    return coercible
      .filter((one) => isWrong(one, shape))
      .filter(({ beside }) => beside !== "integer" || INTEGER.test(ordinaryLiteral(shape, member, 0)))
      .map((one): Departure => ({
        slug: `${slugOf(name)}-${one.slug}`,
        title: `An object whose \`${name}\` ${one.title} is refused`,
        basis: `\`${name}\` is ${shape.types.map(a).join(" or ")} in the schema (${shape.path})`,
        keyword: "type",
        member: name,
        apply: (draft, n) => withMember(draft, name, one.literal(ordinaryLiteral(shape, member, n), label)),
      }));
  });
}

function isWrong({ type, beside }: Coercible, { types }: Shape): boolean {
  return !allows(types, type) && (beside === undefined || allows(types, beside));
}

/** Ways to write an integer in a string that some readers of numbers know, each of them others. */
const ways = {
  hexadecimal: (digits: string) => `"0x${Number(digits).toString(16)}"`,
  exponent: (digits: string) => `"${digits}e0"`,
  fraction: (digits: string) => `"${digits}.0"`,
} as const;

/** How an integer is written in a string. */
export type NumberInString = keyof typeof ways;

/** The first required member that is an integer and no string; undefined if there is none. */
export function integerMember({ members }: Shape): Member | undefined {
  return members.find(
    (member) =>
      member.required &&
      allows(member.shape.types, "integer") &&
      !allows(member.shape.types, "string") &&
      INTEGER.test(ordinaryLiteral(member.shape, member, 0)),
  );
}

/** A draft whose integer is written in a string in one of these ways. */
export function withNumberInString(draft: Draft, member: Member, way: NumberInString): Draft {
  const literal = draft.find(([name]) => name === member.name)?.[1] ?? "0";
  return withMember(draft, member.name, ways[way](literal));
}
