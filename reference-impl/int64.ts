/** The exact value of a JSON number's text, if it is an int64. */

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
/** 9223372036854775807 has 19 digits; a longer integer is always outside int64. */
const MAX_DIGITS = 19;

/** The grammar of RFC 8259 section 6: sign, integer part, fraction, exponent. */
const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Reads the source text of one JSON value as an int64 (field `id` of NewPlant: integer, format int64).
 *
 * An integer is recognised by its value, not by its text (JSON Schema 2020-12 validation, section 6.1.1: a number with
 * a zero fractional part): `1.0`, `1e2` and `100e-1` are integers, `1.5` is not. Nothing is rounded. Time and memory
 * grow only with the length of the text: an exponent is never written out beyond 19 digits.
 *
 * Returns `not-an-integer` for text that is not a JSON number.
 */
export function int64Of(source: string): bigint | "not-an-integer" | "outside-int64" {
  const parts = NUMBER.exec(source);
  if (parts === null) return "not-an-integer";
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return 0n;
  const significant = withoutTrailingZeros(digits);
  // Beyond 2^53 the sum below is rounded, and beyond 1e308 it is infinite. Both are far from the two limits that it is
  // compared with, because no body is long enough for as many digits.
  const powerOfTen = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (powerOfTen < 0) return "not-an-integer";
  if (significant.length + powerOfTen > MAX_DIGITS) return "outside-int64";
  const value = BigInt(sign + significant + "0".repeat(powerOfTen));
  return value < MIN_INT64 || value > MAX_INT64 ? "outside-int64" : value;
}

/** A loop, because `/0+$/` takes quadratic time on a long run of zeros that does not end the text. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}
