/** The name that somebody may have meant who wrote one that does not exist. */
import { closest, distance } from "fastest-levenshtein";

/** Letters of a name for each one that may be wrong. */
const LETTERS_A_SLIP = 4;

/** No more letters than these may be wrong, however long a name is. */
const MOST_SLIPS = 4;

/** The known name that is nearest to one that was given, in whichever case; null where none is like it. */
export function nearName(given: string, known: readonly string[]): string | null {
  const name = given.trim().toLowerCase();
  const byLetters = new Map(known.map((one) => [one.toLowerCase(), one] as const));
  if (byLetters.size === 0) return null;
  const nearest = closest(name, [...byLetters.keys()]);
  const slips = Math.min(MOST_SLIPS, Math.ceil(Math.min(name.length, nearest.length) / LETTERS_A_SLIP));
  return distance(name, nearest) <= slips ? (byLetters.get(nearest) ?? null) : null;
}
