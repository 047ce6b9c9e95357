/** A search for the greatest length that is accepted, with few requests. */

/** Common limits of lengths. The length after each is tried as well, so that a limit is found exactly. */
const usual = [
  40, 50, 60, 63, 64, 80, 100, 120, 127, 128, 150, 180, 200, 250, 254, 255, 256, 300, 400, 500, 511, 512, 600, 800,
  1000, 1023, 1024, 1500, 2000, 2047, 2048, 3000, 4000, 4095, 4096, 5000, 8000, 8191, 8192, 10_000, 16_383, 16_384,
  20_000, 32_767, 32_768,
] as const;

/** The greatest length that is tried, in characters. */
const GREATEST = 65_536;

const lengths: readonly number[] = [...new Set([...usual.flatMap((length) => [length, length + 1]), GREATEST])].sort(
  (a, b) => a - b,
);

/** The next length to try, or null and the result. */
export interface SearchStep {
  readonly next: number | null;
  readonly value: string;
}

/**
 * The next step of the search, given whether each length so far was accepted, in order: the greatest first, then by
 * bisection. At most eight requests.
 */
export function searchLimit(accepted: readonly boolean[]): SearchStep {
  let low = -1;
  let high = lengths.length;
  let place = lengths.length - 1;
  for (const yes of accepted) {
    if (yes) low = place;
    else high = place;
    place = Math.floor((low + high) / 2);
  }
  const least = lengths[low];
  const most = lengths[high];
  if (high - low > 1) return { next: lengths[place] ?? null, value: "" };
  if (most === undefined) return { next: null, value: `accepted up to ${GREATEST}` };
  if (least === undefined) return { next: null, value: `refused at ${most}` };
  return {
    next: null,
    value: most === least + 1 ? `refused above ${least}` : `accepted up to ${least}, refused at ${most}`,
  };
}
