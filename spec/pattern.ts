/** The regular expression of a `pattern`. */

/**
 * A pattern as JSON Schema reads it: of Unicode, and not anchored (Core section 6.4). Escapes that such an expression does not
 * have, such as `\-` outside of a class, are read as ECMA-262 reads them without the flag `u`, which documents are written for.
 * @throws {SyntaxError} where it is no regular expression
 */
export function expressionOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch (error) {
    try {
      return new RegExp(pattern);
    } catch {
      throw error;
    }
  }
}
