/** JSON text whose numbers can be read as doubles without changing what a schema says of them. */
import { int64Of } from "../integer.ts";

/** A string, which is left as it is, or a number. */
const TOKEN = /"(?:[^"\\]+|\\[^])*"|-?\d[\d.eE+-]*/g;

/** The greatest double within int64. */
const GREATEST = "9223372036854774784";

/** The greatest double below int64, whose least is a double itself. */
const BELOW = "-9223372036854777856";

/**
 * Replaces the numbers that a double would move to the other side of what a schema asks: integers near the ends of int64,
 * and what is not whole and would be rounded to an integer. `text` must be JSON.
 */
export function withNearNumbers(text: string): string {
  return text.replace(TOKEN, (token) => (token.startsWith('"') ? token : near(token)));
}

function near(source: string): string {
  const value = Number(source);
  const exact = int64Of(source);
  if (exact === "not-an-integer") return Number.isInteger(value) ? "0.5" : source;
  if (exact === "outside-int64") {
    if (!Number.isFinite(value)) return source.startsWith("-") ? "-1e300" : "1e300";
    return value === -(2 ** 63) ? BELOW : source;
  }
  return value >= 2 ** 63 ? GREATEST : source;
}
