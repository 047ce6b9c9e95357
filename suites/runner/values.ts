/**
 * Ordinary values, the only ones that a MUST rests on, and the plants made of them. Constraints on name, tag and id are
 * "not shown", so an ordinary value is one that any sane provider takes.
 */
import type { Member, Schema } from "../../spec/schema.ts";
import { typesOf } from "../../spec/schema.ts";

/** The ordinary ids: 1,000,000 to 2^31-1. */
export const ORDINARY_IDS = { least: 1_000_000, count: 2 ** 31 - 1_000_000 } as const;

const kinds = [
  "Acacia",
  "Begonia",
  "Clivia",
  "Dahlia",
  "Erica",
  "Fern",
  "Gentian",
  "Hosta",
  "Iris",
  "Jasmine",
] as const;
const tags = ["tree", "shrub", "herb", "vine", "moss", "fern", "bulb", "grass"] as const;

/** A JSON object as text in the making: member names and the text of their values, in order. */
export type Draft = ReadonlyArray<readonly [name: string, literal: string]>;

/** An ordinary name that belongs to one number: 3 to 40 ASCII letters, digits and single inner blanks. */
export function nameOf(n: number): string {
  return `${pick(kinds, n)} ${letters(n)}`;
}

/** An ordinary tag: one lower-case ASCII word of 3 to 12 letters. */
export function tagOf(n: number): string {
  return pick(tags, n);
}

/** The body of an ordinary NewPlant: every member that the schema names, or the required ones alone. */
export function ordinaryDraft(members: readonly Member[], n: number, which: "all" | "required" = "all"): Draft {
  return members
    .filter((member) => which === "all" || member.required)
    .map((member) => [member.name, ordinaryLiteral(member, n)] as const);
}

/** The draft as JSON text, without white space. */
export function textOf(draft: Draft): string {
  return `{${draft.map(([name, literal]) => `${JSON.stringify(name)}:${literal}`).join(",")}}`;
}

/** The draft with one member's value replaced, or appended where the draft does not have it. */
export function withMember(draft: Draft, name: string, literal: string): Draft {
  return draft.some(([member]) => member === name)
    ? draft.map(([member, value]) => (member === name ? [member, literal] : [member, value]))
    : [...draft, [name, literal]];
}

/** The draft without one member. */
export function withoutMember(draft: Draft, name: string): Draft {
  return draft.filter(([member]) => member !== name);
}

/** The string that a draft holds for a member, as a 200 gives it back. */
export function stringOf(draft: Draft, name: string): string | undefined {
  const literal = draft.find(([member]) => member === name)?.[1];
  if (literal === undefined || !literal.startsWith('"')) return undefined;
  return JSON.parse(literal) as string;
}

/** The text of an ordinary value for a member, by its schema. */
export function ordinaryLiteral(member: Member, n: number): string {
  const { schema } = member;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return JSON.stringify(pick(schema.enum, n));
  const type = typesOf(schema)[0] ?? "null";
  switch (type) {
    case "integer":
    case "number":
      return String(inBounds(schema, n));
    case "string":
      return JSON.stringify(ofLength(schema, member.name === "name" ? nameOf(n) : tagOf(n)));
    case "boolean":
      return "true";
    case "array":
      return "[]";
    case "object":
      return "{}";
    case "null":
      return "null";
  }
}

/** The number itself, or brought between the schema's bounds so that different numbers stay different if they can. */
function inBounds(schema: Schema, n: number): number {
  const least = Math.ceil(schema.minimum ?? Number.MIN_SAFE_INTEGER);
  const greatest = Math.floor(schema.maximum ?? Number.MAX_SAFE_INTEGER);
  return n >= least && n <= greatest ? n : least + (n % (greatest - least + 1));
}

/** Cut or filled up with letters to the schema's lengths. The tail of a name is what makes it unique, so it is kept. */
function ofLength(schema: Schema, text: string): string {
  const cut = schema.maxLength === undefined ? text : text.slice(-schema.maxLength).trimStart();
  return cut.padEnd(schema.minLength ?? 0, "x");
}

/** Seven letters that belong to one number below 26^7, the first one in upper case. */
function letters(n: number): string {
  let rest = n;
  let text = "";
  for (let place = 0; place < 7; place += 1) {
    text += String.fromCodePoint((place === 0 ? 65 : 97) + (rest % 26));
    rest = Math.floor(rest / 26);
  }
  return text;
}

function pick<T>(list: readonly T[], n: number): T {
  const item = list[n % list.length];
  if (item === undefined) throw new Error("There is nothing to pick from");
  return item;
}
