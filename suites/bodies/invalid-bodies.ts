/**
 * The single departures from an ordinary body, derived from the schema: each makes the body invalid in one way, which
 * names it. A new keyword in the schema adds departures without new code; no code knows the members of this service.
 */
import { defined, ifAny } from "../../spec/defined.ts";
import { type JsonType, type Member, type Shape, allows } from "../../spec/schema.ts";
import { capitalised, type Draft, textOf, withMember, withoutMember } from "./body-drafts.ts";
import { arrayWith, ordinaryDraft, ordinaryLiteral } from "./ordinary-values.ts";
import { type Wrong, ofOtherType, otherTypes, wrongInside } from "./wrong-values.ts";

/** One departure. `slug` names the check; `basis` says why the body is no longer valid. */
export interface Departure {
  readonly slug: string;
  readonly title: string;
  readonly basis: string;
  /** The keyword of the schema that it breaks. */
  readonly keyword: string;
  /** The format that it breaks, if the keyword is `format`. */
  readonly format?: string;
  /** Present if it is sent beside only the required members. */
  readonly isAmongRequired?: true;
  /** The top-level member that it changes. */
  readonly member: string;
  readonly apply: (draft: Draft, n: number) => Draft;
}

/** Each required member, left out. */
export function missingMembers(shape: Shape): readonly Departure[] {
  return [
    ...missingOwn(shape),
    ...[...shape.members, ...othersOf(shape)].flatMap((member) => deeper(member, missingMembers)),
  ];
}

/** Each required member, left out of a body without optional ones; none if that is the same body, or an empty one. */
export function missingAmongRequired(shape: Shape): readonly Departure[] {
  const own = missingOwn(shape);
  if (own.length < 2 || own.length === shape.members.length) return [];
  return own.map((departure) => ({
    ...departure,
    slug: `${departure.slug}-without-optional-members`,
    title: departure.title.replace(/ is refused$/, " and without optional members is refused"),
    isAmongRequired: true,
  }));
}

function missingOwn({ members }: Shape): readonly Departure[] {
  return members
    .filter(({ required }) => required)
    .map(({ name, shape: { path } }) => ({
      slug: `missing-${slugOf(name)}`,
      title: `An object without \`${name}\` is refused`,
      basis: `\`${name}\` is required in the schema (${path})`,
      keyword: "required",
      member: name,
      apply: (draft) => withoutMember(draft, name),
    }));
}

/** Each required member, with its name in different letter case. Skipped if the schema also names the other spelling. */
export function recasedMembers({ members }: Shape): readonly Departure[] {
  return members
    .filter(({ required }) => required)
    .flatMap((member) => {
      const spellings = [member.name.toUpperCase(), capitalised(member.name)];
      return [...new Set(spellings)]
        .filter((spelling) => !members.some(({ name }) => name === spelling))
        .map((spelling) => recased(member, spelling));
    });
}

function recased({ name, shape }: Member, spelling: string): Departure {
  // A slug has no letter case, so it says which case differs.
  const which = spelling === spelling.toUpperCase() ? "in-capitals" : "capitalised";
  return {
    // Only one of the two: a provider may check for missing members only if some other member is present, or absent.
    ...(which === "capitalised" ? { isAmongRequired: true } : {}),
    slug: `${slugOf(name)}-written-${which}`,
    title: `An object with \`${spelling}\` in place of \`${name}\` is refused`,
    basis: `\`${name}\` is required in the schema (${shape.path}), and \`${spelling}\` is another name`,
    keyword: "required",
    member: name,
    apply: renamed(name, spelling),
  };
}

/** Writes the name of a member in another way. */
export function renamed(name: string, spelling: string): (draft: Draft) => Draft {
  return (draft) => draft.map(([member, literal]) => [member === name ? spelling : member, literal] as const);
}

/** Each member with a value that its schema does not allow, and members that the schema forbids. */
export function invalidMembers(shape: Shape): readonly Departure[] {
  return [...shape.members.flatMap(invalidMember), ...otherMembers(shape)];
}

function invalidMember(member: Member): readonly Departure[] {
  const wrong = [...otherTypes(member.shape), ...wrongInside(member.shape)];
  return [...wrong.map((one) => withWrong(member, one)), ...deeper(member, invalidMembers)];
}

function withWrong(member: Member, { slug, title, basis, keyword, format, literal }: Wrong): Departure {
  const { name } = member;
  return {
    slug: `${slugOf(name)}-${slug}`,
    title: `An object whose \`${name}\` ${title} is refused`,
    basis: basis(`\`${name}\``),
    keyword,
    ...defined({ format }),
    member: name,
    apply: (draft, n) => withMember(draft, name, literal(member, n)),
  };
}

/** The departures inside a member that is an object, or an array of objects. */
function deeper({ name, shape }: Member, inside: (shape: Shape) => readonly Departure[]): readonly Departure[] {
  const { types, items, minItems = 0 } = shape;
  // A provider that changes or checks one item alone accepts the wrong one where it is the only one, too.
  const inArray = (text: string, n: number): string => (minItems < 2 ? `[${text}]` : arrayWith(shape, n, text));
  type Place = readonly [of: Shape, where: string, write: (text: string, n: number) => string];
  const places: readonly Place[] = [
    ...(types.includes("object") ? [[shape, name, (text: string) => text] as const] : []),
    ...ifAny(types.includes("array") && items?.types.includes("object") === true ? items : null, (item) => [
      [item, `${name}[]`, inArray] as const,
    ]),
  ];
  return places.flatMap(([of, where, write]) =>
    inside(of).map((departure) => ({
      ...departure,
      member: name,
      slug: `${slugOf(name)}-${departure.slug}`,
      title: `${departure.title}, in \`${where}\``,
      apply: (draft, n) => withMember(draft, name, write(textOf(departure.apply(ordinaryDraft(of, n), n)), n)),
    })),
  );
}

const OTHER = "unknownMember";

/** A member that stands for all unnamed members, if the schema describes those. */
export function othersOf({ members, others }: Shape): readonly Member[] {
  const isNamed = members.some(({ name }) => name === OTHER);
  return typeof others !== "object" || isNamed ? [] : [{ name: OTHER, required: false, shape: others }];
}

/** A member that the schema does not name, if the schema forbids such members or this kind of value. */
function otherMembers(shape: Shape): readonly Departure[] {
  const { members, others, path } = shape;
  if (others === false && members.every(({ name }) => name !== OTHER)) {
    const departure: Departure = {
      slug: "with-unknown-member",
      title: "An object with a member that the schema does not name is refused",
      basis: `the schema allows no members other than those that it names (${path})`,
      keyword: "additionalProperties",
      member: OTHER,
      apply: (draft) => withMember(draft, OTHER, '"anything"'),
    };
    return [departure];
  }
  return othersOf(shape).flatMap(invalidMember);
}

// Values of a wrong type that converting providers accept most readily: falsy ones, and those that read alike.

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
    const { shape } = member;
    return coercible
      .filter(([, , type, beside]) => !allows(shape.types, type) && (beside === null || allows(shape.types, beside)))
      .filter(([, , , beside]) => beside !== "integer" || INTEGER.test(ordinaryLiteral(shape, member, 0)))
      .map(([slug, title, , , literal]) =>
        withWrong(member, {
          ...ofOtherType(shape),
          slug,
          title,
          literal: (place, n) => literal(ordinaryLiteral(shape, place, n), label),
        }),
      );
  });
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

/** A member's name as part of an id: lower-case words. */
export function slugOf(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
  return words.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "unnamed";
}
