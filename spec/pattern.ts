/** The regular expression of a `pattern`. */
import { inUnicode } from "./unicode-pattern.ts";

/**
 * A pattern as JSON Schema reads it: of Unicode, and not anchored (Core section 6.4). Signs that are escaped without need, such
 * as `\-`, which such an expression does not have, are themselves.
 * @throws {SyntaxError} where it is no regular expression of ECMA-262, or means something else in another dialect
 */
export function expressionOf(pattern: string): RegExp {
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
