/**
 * Whether so many ids are refused as duplicates that no store has them: a sequential probability ratio test between a
 * store that has one in fifty of the ordinary ids (43 million plants), and a provider that refuses one in ten. Pure.
 */

/** How many ids were sent, and how many of them were refused as a duplicate is. */
export interface Count {
  asked: number;
  taken: number;
}

const OF_STORE = 1 / 50;
const OF_FAULT = 1 / 10;

/** What one id adds to the logarithm of the ratio. */
const TAKEN = Math.log(OF_FAULT / OF_STORE);
const FREE = Math.log((1 - OF_FAULT) / (1 - OF_STORE));

/** The logarithms at which the test ends. A store is accused in one of some 2,000 runs, and a fault missed in one of 20. */
const MANY = 6;
const FEW = -3;

/** What a count shows: `few` ids are taken, as in a store, or `many`; `open` if more ids have to be asked. */
export function likelihoodOf({ asked, taken }: Readonly<Count>): "few" | "open" | "many" {
  const ratio = taken * TAKEN + (asked - taken) * FREE;
  if (ratio >= MANY) return "many";
  return ratio <= FEW ? "few" : "open";
}
