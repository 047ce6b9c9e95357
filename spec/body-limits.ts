/** Keywords by which a body would be longer than what is sent, or whose pattern is not run. Pure. */
import { leastOf, whyNotRun } from "./pattern.ts";

/** The most characters of a text, or items of an array, in a request. Longer requests may be cut off. */
export const LONGEST = 50_000;

/** Whether nothing is sent at the bound that a keyword sets, because a body would be too long. */
export function isBeyondBodies(keyword: string, value: unknown): boolean {
  return /^max(?:Length|Items)$/.test(keyword) && typeof value === "number" && value > LONGEST;
}

/** A keyword by which no value is made, and why, as a clause without a full stop. */
export interface Unmade {
  readonly keyword: "minLength" | "pattern" | "minItems";
  readonly why: string;
}

/** The keyword of a schema by which no text, or no array, is made; null if there is none. */
export function unmadeBy(schema: object): Unmade | null {
  const { type, minLength, minItems, pattern }: Readonly<Record<string, unknown>> = { ...schema };
  const isOf = (name: string): boolean => type === undefined || [type].flat().includes(name);
  const isBeyond = (least: unknown): boolean => typeof least === "number" && least > LONGEST;
  if (isOf("string") && isBeyond(minLength)) return { keyword: "minLength", why: TOO_LONG };
  if (isOf("string") && typeof pattern === "string") {
    const why = whyNotRun(pattern) ?? (leastOf(pattern) > LONGEST ? TOO_LONG : null);
    if (why !== null) return { keyword: "pattern", why };
  }
  return isOf("array") && isBeyond(minItems) ? { keyword: "minItems", why: TOO_MANY } : null;
}

const TOO_LONG = `no text is made of more than ${LONGEST} characters`;
const TOO_MANY = `no array is made of more than ${LONGEST} items`;
