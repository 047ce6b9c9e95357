/** The formats of the document, for ajv. */
import { fullFormats } from "ajv-formats/dist/formats.js";

/**
 * ajv-formats accepts 2^65 as an int64, because it only checks that the number is whole. The format is redefined here
 * as precisely as a double allows. Numbers beyond 2^53 must be judged by their text.
 */
export const formats = {
  int32: fullFormats.int32,
  int64: { type: "number", validate: (value: number): boolean => isInt64(value) },
} as const;

function isInt64(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
}
