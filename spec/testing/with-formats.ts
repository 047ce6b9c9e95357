/** An independent validator for a document whose formats are binding. For tests. */
import { compileValidators } from "../compile-schemas.ts";
import type { Operation } from "../read-operation.ts";
import type { Validator } from "../validators.ts";

/**
 * Validates a body by the schema of the request and its formats. In other documents than the one that ships, a format
 * is an annotation, but the suite draws its bodies as if it were binding.
 */
export function validWithFormats(operation: Operation): Validator {
  return compileValidators({ ...operation, isShipped: true }).newPlant;
}
