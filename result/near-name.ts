/** Suggests a name for one that does not exist. */
import { closest, distance } from "fastest-levenshtein";

/** The number of letters of a name for each letter that may be wrong. */
const LETTERS_A_SLIP = 4;

const MOST_SLIPS = 4;

/** A question about the known name that is meant, or else the given words. */
export function meantBy(
  given: string,
  known: readonly string[],
  otherwise: string,
  shown: (name: string) => string = (name) => name,
): string {
  const nearest = nearName(given, known);
  return nearest === null ? otherwise : `did you mean ${shown(nearest)}?`;
}

/** The known name that is nearest to a given one, ignoring case; null if none is similar. */
export function nearName(given: string, known: readonly string[]): string | null {
  const name = given.trim().toLowerCase();
  const byLetters = new Map(known.map((one) => [one.toLowerCase(), one] as const));
  if (byLetters.size === 0) return null;
  const nearest = closest(name, [...byLetters.keys()]);
  const slips = Math.min(MOST_SLIPS, Math.ceil(Math.min(name.length, nearest.length) / LETTERS_A_SLIP));
  return distance(name, nearest) <= slips ? (byLetters.get(nearest) ?? null) : null;
}
