/** The places of a text that are changed one by one. Pure. */

/** The most places of a text that are all changed one by one, and how many at each end are in a longer text. */
const MOST_PLACES = 100;
const AT_END = 10;

/** The places of a text that are changed one by one: all of a short one, and those at the ends of a long one. */
export function placesIn(points: readonly string[]): readonly number[] {
  const places = [...points.keys()];
  return places.length <= MOST_PLACES ? places : [...places.slice(0, AT_END), ...places.slice(-AT_END)];
}
