/**
 * Values of a wrong type that converting providers accept most readily: falsy values, and values that read like the
 * correct type.
 */
import type { JsonType } from "../../spec/schema.ts";
import { type Shape, allows } from "../../spec/shape.ts";
import { withMember } from "./drafts.ts";
import { type Departure, slugOf } from "./invalid-bodies.ts";
import { ordinaryLiteral } from "./ordinary-values.ts";
import { drawnFrom } from "./drawn-from.ts";
import { a } from "./wrong.ts";

interface Coercible {
  readonly slug: string;
  /** What the value is, after the member's name. */
  readonly title: string;
  /** The type of the value. */
  readonly type: JsonType;
  /** Used only if the member allows this type, which the value resembles. */
  readonly beside?: JsonType;
  /** The texts of these values, given the ordinary text and the name of the member that is the label. */
  readonly literals: (ordinary: string, label?: string) => readonly string[];
}

const coercible: readonly Coercible[] = [
  { slug: "is-false", title: "is false", type: "boolean", literals: () => ["false"] },
  { slug: "is-zero", title: "is the number 0", type: "integer", literals: () => ["0", "-0", "0.0"] },
  { slug: "is-empty-string", title: "is an empty string", type: "string", literals: () => ['""'] },
  {
    slug: "is-number-in-string",
    title: "is a string that says a number in another way",
    type: "string",
    beside: "integer",
    literals: (digits) => [
      `"-${digits}"`,
      `"${digits}.0"`,
      `"0x${Number(digits).toString(16)}"`,
      '"1234567890123456"',
      '"7e6"',
      '"7"',
      '"0"',
    ],
  },
  {
    slug: "is-number-in-blanks",
    title: "is a string of a number and spaces",
    type: "string",
    beside: "integer",
    literals: (digits) => [`" ${digits} "`, `"${digits} "`, `" ${digits}"`],
  },
  {
    slug: "is-word",
    title: "is a word",
    type: "string",
    beside: "integer",
    literals: () => ['"seven"', '"abc"', '"1f3870be274f6c49"', '"null"'],
  },
  { slug: "is-empty-array", title: "is an empty array", type: "array", literals: () => ["[]"] },
  {
    slug: "is-array-of-two",
    title: "is an array of two strings",
    type: "array",
    beside: "string",
    literals: (ordinary) => [`[${ordinary},"fern"]`],
  },
  {
    slug: "is-large-number-in-string",
    title: "is a string of a number beyond 53 bits",
    type: "string",
    beside: "integer",
    // Mappings of int64 to JSON write this for large numbers, and keep smaller ones as numbers.
    literals: () => ['"9007199254740993"'],
  },
  {
    slug: "is-wrapped",
    title: "is an object that holds the value",
    type: "object",
    beside: "integer",
    literals: (ordinary) => [`{"value":${ordinary}}`],
  },
  {
    slug: "is-number-long",
    title: "is a number as databases write it in JSON",
    type: "object",
    beside: "integer",
    literals: (ordinary) => [`{"$numberLong":"${ordinary}"}`],
  },
  {
    slug: "is-text-in-object",
    title: "is an object that holds a string",
    type: "object",
    beside: "string",
    // Under the name of the label, as a separate resource, by language, and as a value: a provider may read any of
    // them.
    literals: (ordinary, label = "label") => [
      `{${JSON.stringify(label)}:${ordinary},"en":${ordinary},"value":${ordinary}}`,
    ],
  },
  {
    slug: "is-half-more",
    title: "is an ordinary number and a half",
    type: "number",
    beside: "integer",
    literals: (digits) => [`${digits}.5`],
  },
  {
    slug: "is-half-more-with-exponent",
    title: "is an ordinary number and a half, written with an exponent",
    type: "number",
    beside: "integer",
    literals: (digits) => [`${digits}5e-1`],
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
        apply: (draft, n) =>
          withMember(draft, name, drawnFrom(one.literals(ordinaryLiteral(shape, member, n), label), n)),
      }));
  });
}

function isWrong({ type, beside }: Coercible, { types }: Shape): boolean {
  return !allows(types, type) && (beside === undefined || allows(types, beside));
}
