/** Values of a wrong type that converting providers accept most readily: falsy ones, and those that read alike. */
import { type JsonType, type Member, type Shape, allows } from "../../spec/schema.ts";
import { type Draft, withMember } from "./body-drafts.ts";
import { type Departure, slugOf } from "./invalid-bodies.ts";
import { ordinaryLiteral } from "./ordinary-values.ts";
import { a } from "./wrong-values.ts";

/**
 * A value: what it is, after the member's name; its type; the type that a member must allow, because the value resembles
 * it; and its text, given the ordinary text and the name of the member that is the label. It is one that most converting
 * providers accept, and the same in each run, so that what is found does not depend on the seed.
 */
type Coercible = readonly [
  slug: string,
  title: string,
  type: JsonType,
  beside: JsonType | null,
  literal: (ordinary: string, label?: string) => string,
];

const coercible: readonly Coercible[] = [
  ["is-false", "is false", "boolean", null, () => "false"],
  ["is-zero", "is the number 0", "integer", null, () => "0"],
  ["is-empty-string", "is an empty string", "string", null, () => '""'],
  // Without a fraction, an exponent or another base, which not every reader of numbers has.
  [
    "is-number-in-string",
    "is a string that says a number in another way",
    "string",
    "integer",
    (digits) => `"0${digits}"`,
  ],
  ["is-number-in-blanks", "is a string of a number and spaces", "string", "integer", (digits) => `" ${digits}"`],
  // Readers that stop at the first letter find a number, and others an id of a database.
  ["is-word", "is a word", "string", "integer", () => '"1f3870be274f6c49"'],
  ["is-empty-array", "is an empty array", "array", null, () => "[]"],
  ["is-array-of-two", "is an array of two strings", "array", "string", (ordinary) => `[${ordinary},"fern"]`],
  // Mappings of int64 to JSON write this for large numbers, and keep smaller ones as numbers.
  [
    "is-large-number-in-string",
    "is a string of a number beyond 53 bits",
    "string",
    "integer",
    () => '"9007199254740993"',
  ],
  ["is-wrapped", "is an object that holds the value", "object", "integer", (ordinary) => `{"value":${ordinary}}`],
  [
    "is-number-long",
    "is a number as databases write it in JSON",
    "object",
    "integer",
    (ordinary) => `{"$numberLong":"${ordinary}"}`,
  ],
  // Under the name of the label, as a separate resource, by language, and as a value: a provider may read any of them.
  [
    "is-text-in-object",
    "is an object that holds a string",
    "object",
    "string",
    (ordinary, label = "label") => `{${JSON.stringify(label)}:${ordinary},"en":${ordinary},"value":${ordinary}}`,
  ],
  ["is-half-more", "is an ordinary number and a half", "number", "integer", (digits) => `${digits}.5`],
  [
    "is-half-more-with-exponent",
    "is an ordinary number and a half, written with an exponent",
    "number",
    "integer",
    (digits) => `${digits}5e-1`,
  ],
];

/** The ordinary value of a member that allows several types is the text of one of them. */
const INTEGER = /^-?\d+$/;

/** Each member with each of these values whose type its schema does not allow. */
export function coercibleMembers({ members }: Shape): readonly Departure[] {
  const label = members.find(({ role }) => role === "label")?.name;
  return members.flatMap((member) => {
    const { name, shape } = member;
    return coercible
      .filter(([, , type, beside]) => !allows(shape.types, type) && (beside === null || allows(shape.types, beside)))
      .filter(([, , , beside]) => beside !== "integer" || INTEGER.test(ordinaryLiteral(shape, member, 0)))
      .map(([slug, title, , , literal]): Departure => ({
        slug: `${slugOf(name)}-${slug}`,
        title: `An object whose \`${name}\` ${title} is refused`,
        basis: typesOf(member),
        keyword: "type",
        member: name,
        apply: (draft, n) => withMember(draft, name, literal(ordinaryLiteral(shape, member, n), label)),
      }));
  });
}

/** Why a value of another type is wrong for a member. */
export function typesOf({ name, shape: { types, path } }: Member): string {
  return `\`${name}\` is ${types.map(a).join(" or ")} in the schema (${path})`;
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
