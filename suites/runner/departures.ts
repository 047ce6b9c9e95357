/**
 * The single departures from an ordinary body, derived from the schema: each makes the body invalid in one way and is
 * named by it. What the schema says more, these say more; no code knows the members of this service.
 */
import { type JsonType, type Member, type Schema, typesOf } from "../../spec/schema.ts";
import { type Draft, ordinaryLiteral, withMember, withoutMember } from "./values.ts";

/** One departure. `slug` names the check; `basis` says why the body is no longer valid. */
export interface Departure {
  readonly slug: string;
  readonly title: string;
  readonly basis: string;
  readonly apply: (draft: Draft, n: number) => Draft;
}

/** Each required member, left out. */
export function missingMembers(members: readonly Member[]): readonly Departure[] {
  return required(members).map(({ name, path }) => ({
    slug: `missing-${name}`,
    title: `An object without \`${name}\` is refused`,
    basis: `\`${name}\` is required by the schema (${path})`,
    apply: (draft) => withoutMember(draft, name),
  }));
}

/** Each required member, its name in other letter case. A schema that knows the other spelling as well is left alone. */
export function recasedMembers(members: readonly Member[]): readonly Departure[] {
  return required(members).flatMap((member) => {
    const spellings = [member.name.toUpperCase(), capitalised(member.name)];
    return [...new Set(spellings)]
      .filter((spelling) => !members.some(({ name }) => name === spelling))
      .map((spelling) => recased(member, spelling));
  });
}

function recased(member: Member, spelling: string): Departure {
  return {
    slug: `${member.name}-written-${slug(spelling)}`,
    title: `An object with \`${spelling}\` in place of \`${member.name}\` is refused`,
    basis: `\`${member.name}\` is required by the schema (${member.path}), and \`${spelling}\` is another name`,
    apply: (draft) => draft.map(([name, literal]) => [name === member.name ? spelling : name, literal] as const),
  };
}

/** Each member with a value of each JSON type that its schema does not allow, and beyond each bound that it has. */
export function invalidMembers(members: readonly Member[]): readonly Departure[] {
  return members.flatMap((member) => [...otherTypes(member), ...beyondBounds(member)]);
}

const wrongValues: Readonly<Record<JsonType, (ordinary: string) => string>> = {
  null: () => "null",
  boolean: () => "true",
  integer: () => "7",
  number: () => "1.5",
  // The ordinary value as a string: what a provider that converts would take most readily.
  string: (ordinary) => JSON.stringify(ordinary),
  // And as an array of one, for the same reason.
  array: (ordinary) => `[${ordinary}]`,
  object: () => "{}",
};

function otherTypes(member: Member): readonly Departure[] {
  const allowed = typesOf(member.schema);
  const wrong = (Object.keys(wrongValues) as JsonType[]).filter((type) => !allows(allowed, type));
  return wrong.map((type) => ({
    slug: `${member.name}-is-${type}`,
    title: `An object whose \`${member.name}\` is ${a(type)} is refused`,
    basis: `\`${member.name}\` is ${allowed.map(a).join(" or ")} by the schema (${member.path})`,
    apply: (draft, n) => withMember(draft, member.name, wrongValues[type](ordinaryLiteral(member, n))),
  }));
}

/** `number` allows integers (JSON Schema 2020-12 Validation section 6.1.1). */
function allows(allowed: readonly JsonType[], type: JsonType): boolean {
  return allowed.includes(type) || (type === "integer" && allowed.includes("number"));
}

function beyondBounds(member: Member): readonly Departure[] {
  const bound = (slugEnd: string, keyword: string, literal: string): Departure => ({
    slug: `${member.name}-${slugEnd}`,
    title: `An object whose \`${member.name}\` is beyond ${keyword} is refused`,
    basis: `${keyword} in the schema of \`${member.name}\` (${member.path})`,
    apply: (draft) => withMember(draft, member.name, literal),
  });
  const { maxLength, minLength, maximum, minimum } = member.schema;
  return [
    ...(maxLength === undefined ? [] : [bound("above-max-length", `maxLength ${maxLength}`, quoted(maxLength + 1))]),
    ...(minLength === undefined || minLength === 0
      ? []
      : [bound("below-min-length", `minLength ${minLength}`, quoted(minLength - 1))]),
    ...(maximum === undefined ? [] : [bound("above-maximum", `maximum ${maximum}`, String(maximum + 1))]),
    ...(minimum === undefined ? [] : [bound("below-minimum", `minimum ${minimum}`, String(minimum - 1))]),
    ...outsideEnumeration(member.schema).map((literal) => bound("outside-enumeration", "enum or const", literal)),
  ];
}

function outsideEnumeration(schema: Schema): readonly string[] {
  if (schema.enum === undefined && schema.const === undefined) return [];
  const type = typesOf(schema)[0];
  return [type === "string" ? '"notOneOfThem"' : "987654321"];
}

function quoted(length: number): string {
  return JSON.stringify("x".repeat(length));
}

function required(members: readonly Member[]): readonly Member[] {
  return members.filter((member) => member.required);
}

function capitalised(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

function a(type: JsonType): string {
  return type === "null" ? "null" : `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

function slug(text: string): string {
  // Letter case is what differs, and a slug has none: say which case it is.
  return text === text.toUpperCase() ? "in-capitals" : "capitalised";
}
