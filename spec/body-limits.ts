/** Keywords that bodies are not made by: what they ask for is too long, or cannot be made. Pure. */
import { leastOf, whyNotRun } from "./pattern/run-pattern.ts";
import { unmakeable } from "./schema-recursion.ts";
import { type Schema, type Shape, comparedKeywords, isAnnotation, knownKeywords, unmadeKeywords } from "./schema.ts";

/** The most characters of a text, or items of an array, in a request. Longer requests may be cut off. */
export const LONGEST = 50_000;

/**
 * The most characters that a schema may require of one value, with ten for each value within it. Every body would have
 * them, and a run sends hundreds.
 */
const MOST_REQUIRED = 10_000;

/** The most characters that a pattern may require. Each text that nearly matches is looked for among thousands. */
const MOST_OF_PATTERN = 1_000;

/** The most patterns that one text has to match. Each text that nearly matches one is compared with all others. */
const MOST_PATTERNS = 20;

/** Whether nothing is sent at the bound that a keyword sets: a body would be too long, or a number may be rounded. */
export function isBeyondBodies(keyword: string, value: unknown): boolean {
  if (typeof value !== "number") return false;
  if (/^max(?:Length|Items)$/.test(keyword)) return value > LONGEST;
  if (/^(?:max|exclusiveMax)imum$/.test(keyword)) return value > Number.MAX_SAFE_INTEGER;
  return /^(?:min|exclusiveMin)imum$/.test(keyword) && value < Number.MIN_SAFE_INTEGER;
}

/** A keyword by which no value is made, and why, as a clause without a full stop. */
export interface Unmade {
  readonly keyword: "minLength" | "pattern" | "minItems" | "enum or const";
  readonly why: string;
}

/** The keyword by which no value of a shape is made; null if there is none. */
export function unmadeBy({ types, values, minLength = 0, minItems = 0, patterns, items }: Shape): Unmade | null {
  if (longestOf(values) > MOST_REQUIRED) return { keyword: "enum or const", why: TOO_LONG };
  if (types.includes("string")) {
    if (patterns.length > MOST_PATTERNS) return { keyword: "pattern", why: TOO_MANY };
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

const TOO_MANY = `no text is made of more than ${MOST_PATTERNS} patterns`;

/** The characters of an ordinary value, roughly. */
const ORDINARY = 10;

/** The characters that a value of a shape has at least, with all its members. */
function leastSize(shape: Shape | undefined): number {
  if (shape === undefined) return ORDINARY;
  const { values, minLength = 0, minItems = 0, patterns, items, members } = shape;
  const ofItems = minItems === 0 ? 0 : minItems * leastSize(items);
  const ofMembers = members.reduce((sum, member) => sum + leastSize(member.shape), 0);
  return Math.max(ORDINARY, minLength, longestOf(values), leastText(patterns), ofItems, ofMembers);
}

/** The characters of the longest listed value, because each is sent. */
function longestOf(values: readonly unknown[] = []): number {
  return values.reduce<number>((most, value) => Math.max(most, JSON.stringify(value).length), 0);
}

function leastText(patterns: readonly string[]): number {
  return Math.max(0, ...patterns.map(leastOf));
}

const HARDLY_MET = "a value that is made without it hardly ever matches it";

/** The first keyword of a schema that bodies are only compared with; undefined if there is none. */
export function comparedIn(schema: Schema): string | undefined {
  return Object.keys(schema).find((keyword) => comparedKeywords.has(keyword) && !isMet(schema, keyword));
}

/** Whether there are at least as many required members as `minProperties` says, so that it adds nothing. */
function isMet(schema: Schema, keyword: string): boolean {
  return keyword === "minProperties" && Number(schema.minProperties) <= (schema.required ?? []).length;
}

/**
 * Makes sure that every keyword of a schema can be turned into bodies. A keyword that is ignored would silently lose a
 * check.
 * @param isCompared whether the bodies are compared with the whole schema
 * @throws {Error} naming the keyword and its place when one cannot
 */
export function assertKnown(schema: Schema, path: string, isCompared: boolean): void {
  const refuse = (what: string, why: string): never => {
    throw new Error(`${what} at ${path} cannot be turned into checks: ${why}`);
  };
  for (const [keyword, value] of Object.entries(schema) as readonly (readonly [string, unknown])[]) {
    if (isAnnotation(keyword)) continue;
    if (keyword === "<<") refuse("The merge key <<", "merge keys of YAML are not read, so write its keywords out");
    if (unmadeKeywords.has(keyword))
      throw unmakeable(`The keyword ${keyword} at ${path} cannot be turned into checks: ${HARDLY_MET}`);
    if (isMet(schema, keyword) || (isCompared && comparedKeywords.has(keyword))) continue;
    if (!knownKeywords.has(keyword)) refuse(`The keyword ${keyword}`, "it is not one that the suite knows");
    if (isBeyondBodies(keyword, value)) continue;
    if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
      refuse(`The keyword ${keyword}`, "its number is beyond 2^53 and may have been rounded");
    }
  }
}
