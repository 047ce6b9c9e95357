/** Keywords by which a body would be longer than what is sent, or whose pattern is not run. Pure. */
import { leastOf, whyNotRun } from "./pattern.ts";
import type { Shape } from "./shape.ts";

/** The most characters of a text, or items of an array, in a request. Longer requests may be cut off. */
export const LONGEST = 50_000;

/**
 * The most characters that a schema may require of one value, with ten for each value within it. Every body would have
 * them, and a run sends hundreds.
 */
const MOST_REQUIRED = 10_000;

/** The most characters that a pattern may require. Each text that nearly matches is looked for among thousands. */
const MOST_OF_PATTERN = 1_000;

/** Whether nothing is sent at the bound that a keyword sets, because a body would be too long. */
export function isBeyondBodies(keyword: string, value: unknown): boolean {
  return /^max(?:Length|Items)$/.test(keyword) && typeof value === "number" && value > LONGEST;
}

/** A keyword by which no value is made, and why, as a clause without a full stop. */
export interface Unmade {
  readonly keyword: "minLength" | "pattern" | "minItems";
  readonly why: string;
}

/** The keyword by which no value of a shape is made; null if there is none. */
export function unmadeBy({ types, minLength = 0, minItems = 0, patterns, items }: Shape): Unmade | null {
  if (types.includes("string")) {
    const fault = patterns.map(whyNotRun).find((why) => why !== null);
    if (fault !== undefined) return { keyword: "pattern", why: fault };
    if (minLength > MOST_REQUIRED) return { keyword: "minLength", why: TOO_LONG };
    if (leastText(patterns) > MOST_OF_PATTERN) return { keyword: "pattern", why: TOO_LONG_OF_PATTERN };
  }
  const isTooMany = types.includes("array") && minItems * leastSize(items) > MOST_REQUIRED;
  return isTooMany ? { keyword: "minItems", why: TOO_LONG } : null;
}

const TOO_LONG = `no body is made with a value that needs more than ${MOST_REQUIRED} characters`;

const TOO_LONG_OF_PATTERN = `no text is made of a pattern that needs more than ${MOST_OF_PATTERN} characters`;

/** The characters of an ordinary value, roughly. */
const ORDINARY = 10;

/** The characters that a value of a shape has at least, with all its members. */
function leastSize(shape: Shape | undefined): number {
  if (shape === undefined) return ORDINARY;
  const { minLength = 0, minItems = 0, patterns, items, members } = shape;
  const ofItems = minItems === 0 ? 0 : minItems * leastSize(items);
  const ofMembers = members.reduce((sum, member) => sum + leastSize(member.shape), 0);
  return Math.max(ORDINARY, minLength, leastText(patterns), ofItems, ofMembers);
}

function leastText(patterns: readonly string[]): number {
  return Math.max(0, ...patterns.map(leastOf));
}
