/** A witness of what is valid by a document whose formats are meant. For tests. */
import { compileValidators } from "../compile.ts";
import type { Operation } from "../read-operation.ts";
import type { Validator } from "../validators.ts";

/**
 * Holds a body against the schema of the request and its formats. By another document than the one that ships a format is
 * an annotation; the suite draws its bodies as if it were meant.
 */
export function validWithFormats(operation: Operation): Validator {
  return compileValidators({ ...operation, isShipped: true }).newPlant;
}
