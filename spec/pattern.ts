/** The regular expression of a `pattern`. */
import { inUnicode } from "./unicode-pattern.ts";

/** Expressions that are remembered. */
const MOST_EXPRESSIONS = 200;

/** To make one takes longer than to match a text, and each text of a schema is held against its pattern. None of them keeps a state. */
const expressions = new Map<string, RegExp>();

/**
 * A pattern as JSON Schema reads it: of Unicode, and not anchored (Core section 6.4). Signs that are escaped without need, such
 * as `\-`, which such an expression does not have, are themselves.
 * @throws {SyntaxError} where it is no regular expression of ECMA-262, or means something else in another dialect
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
  // An anchor within slashes: a literal of a programming language, of which the slashes are no part.
  if (/^\/\^[^]*\$\/[a-z]*$/.test(pattern)) throw new SyntaxError("nothing matches the slashes around it");
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(inUnicode(pattern), "u");
  }
}

/** Why a text is no pattern, as the end of a sentence; null where it is one. */
export function patternFault(pattern: string): string | null {
  try {
    expressionOf(pattern);
    return null;
  } catch (error) {
    const why = error instanceof SyntaxError && !error.message.startsWith("Invalid regular expression");
    return `must be a regular expression of ECMA-262${why ? `: ${error.message}` : ""}`;
  }
}
