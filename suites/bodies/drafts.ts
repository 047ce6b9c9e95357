/**
 * Ordinary values, the only ones that a MUST rests on, and the plants made of them. Constraints on name, tag and id are
 * "not shown", so an ordinary value is one that any sane provider takes.
 */

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

/** Seven letters that belong to one number below 26^7, the first one in upper case. */
export function letters(n: number): string {
  let rest = n;
  let text = "";
  for (let place = 0; place < 7; place += 1) {
    text += String.fromCodePoint((place === 0 ? 65 : 97) + (rest % 26));
    rest = Math.floor(rest / 26);
  }
  return text;
}

/** The item of a list that belongs to a number. */
export function pick<T>(list: readonly T[], n: number): T {
  const item = list[n % list.length];
  if (item === undefined) throw new Error("There is nothing to pick from");
  return item;
}
