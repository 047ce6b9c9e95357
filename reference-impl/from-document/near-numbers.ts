/** JSON text whose numbers can be read as doubles without changing whether a schema allows them. */
import { int64Of } from "../integer.ts";

/** A string, which is kept unchanged, or a number. */
const TOKEN = /"(?:[^"\\]+|\\[^])*"|-?\d[\d.eE+-]*/g;

/** The greatest double within int64. */
const GREATEST = "9223372036854774784";

/** The greatest double below int64. The least int64 is itself a double. */
const BELOW = "-9223372036854777856";

/**
 * Replaces the numbers whose validity would change when they are read as doubles: integers near the ends of int64, and
 * fractions that would be rounded to an integer. `text` must be JSON.
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
