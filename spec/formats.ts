/** The formats of the document, for ajv. */
/**
 * ajv-formats takes 2^65 for an int64, because it asks only whether the number is whole. The formats are defined anew
 * here, as far as a double can tell: what is beyond 2^53 has to be judged on the number's text.
 */
export const formats = {
  int32: { type: "number", validate: (value: number): boolean => isInt32(value) },
  int64: { type: "number", validate: (value: number): boolean => isInt64(value) },
} as const;

function isInt32(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;
}

function isInt64(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
}
