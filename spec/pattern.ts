/** The regular expression of a `pattern`. */
import { inUnicode } from "./unicode-pattern.ts";

/** The most expressions in the cache. */
const MOST_EXPRESSIONS = 200;

/**
 * A cache, because creating an expression takes longer than matching a text, and each text is matched with the pattern
 * of its schema. The expressions have no state.
 */
const expressions = new Map<string, RegExp>();

/**
 * A pattern as JSON Schema reads it: with Unicode, and not anchored (Core section 6.4). Characters that are escaped
 * without need, such as `\-`, which the flag `u` forbids, stand for themselves.
 * @throws {SyntaxError} if it is not a regular expression of ECMA-262, or means something else in another dialect
 */
export function expressionOf(pattern: string): RegExp {
  const known = expressions.get(pattern);
  if (known !== undefined) return known;
  const made = madeFrom(pattern);
  if (expressions.size >= MOST_EXPRESSIONS) expressions.clear();
  expressions.set(pattern, made);
  return made;
}

function madeFrom(pattern: string): RegExp {
  // Anchors within slashes: a literal of a programming language, whose slashes are not part of the pattern.
  if (/^\/\^[^]*\$\/[a-z]*$/.test(pattern)) throw new SyntaxError("nothing matches the slashes around it");
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(inUnicode(pattern), "u");
  }
}

/** Why a text is not a pattern, as the end of a sentence; null if it is one. */
export function patternFault(pattern: string): string | null {
  try {
    expressionOf(pattern);
    return null;
  } catch (error) {
    const why = error instanceof SyntaxError && !error.message.startsWith("Invalid regular expression");
    return `must be a regular expression of ECMA-262${why ? `: ${error.message}` : ""}`;
  }
}
