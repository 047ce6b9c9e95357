/** The ids of fuzzing: for cases, for cases that are asked again, and for shrinking, also in shards. */
import type { Shard } from "../../result/result.ts";
import { ID_RANGES, type IdRange, idAt, placeIn, startOf } from "./id-ranges.ts";

const { fuzzing: FUZZING } = ID_RANGES;

/** The ids that fuzzing needs; `at` is the index of a case. */
export interface FuzzIds {
  readonly ofCase: (at: number) => FuzzNumbers;
  /** @param k below `MOST_AGAIN` */
  readonly askedAgain: (at: number, k: number) => FuzzNumbers;
  readonly last: () => number;
  /** @param n counted from 1 over all that is shrunk */
  readonly shrinking: (n: number) => FuzzNumbers;
}

/** The ids of one fuzzing request: its own, and that of the request that may precede it. */
export interface FuzzNumbers {
  readonly own: number;
  readonly before: () => number;
}

/** The most times that a case is asked again, each time with a different id. */
export const MOST_AGAIN = 32;

/** The most requests that shrinking sends in a run. */
export const MOST_SHRINKING = 600;

/** The most cases that are asked again in a run, or in a shard. */
const MOST_LOOKED_INTO = 1_024;

/** The ids that each shard but the first needs: for its last request, and for shrinking. */
const OF_FUZZ_SHARD = 1 + 2 * MOST_SHRINKING;

/** The ranges of the fuzzing ids. */
export interface FuzzRanges extends Readonly<Record<keyof FuzzIds, IdRange>> {
  /** For all shards but the first. */
  readonly shards: IdRange;
}

/** The ranges within `ID_RANGES.fuzzing`. Of many cases, only the few that are asked again have ids for that. */
export function fuzzRanges(cases: number, shards = 1): FuzzRanges {
  const wide = rangesFor(cases, { again: cases, shards });
  return endOf(wide.shards) <= FUZZING.count ? wide : rangesFor(cases, { again: MOST_LOOKED_INTO * shards, shards });
}

function rangesFor(cases: number, { again, shards }: { readonly again: number; readonly shards: number }): FuzzRanges {
  const ofCase = { from: 0, count: 2 * cases };
  const askedAgain = { from: ofCase.count, count: 2 * MOST_AGAIN * again };
  const last = { from: endOf(askedAgain), count: 1 };
  const shrinking = { from: endOf(last), count: 2 * MOST_SHRINKING };
  return {
    ofCase,
    askedAgain,
    last,
    shrinking,
    shards: { from: endOf(shrinking), count: (shards - 1) * OF_FUZZ_SHARD },
  };
}

function endOf({ from, count }: IdRange): number {
  return from + count;
}

/** Whether there are enough ids for a number of cases, and for each attempt of a shard up to this one. */
export function hasFuzzIds(cases: number, { of, attempt = 1 }: Shard): boolean {
  return attempt * endOf(fuzzRanges(cases, of).shards) <= FUZZING.count;
}

/**
 * The ids of fuzzing, spread over all ordinary ids.
 * @throws {Error} if there are not enough ids for that many cases
 */
export function fuzzIds(seed: string, cases: number, shard: Shard = { index: 1, of: 1 }): FuzzIds {
  const start = startOf(seed);
  const ranges = fuzzRanges(cases, shard.of);
  if (!hasFuzzIds(cases, shard)) throw new Error(`There are not enough ids for ${cases} cases of fuzzing`);
  const ofAttempt = ((shard.attempt ?? 1) - 1) * endOf(ranges.shards);
  const own = ofShard(ranges, shard);
  const id = (range: IdRange, k: number): number => idAt(start, FUZZING, ofAttempt + range.from + placeIn(range, k));
  // The second half of a range is for the preceding requests.
  const numbers = ({ from, count }: IdRange, k: number): FuzzNumbers => ({
    own: id({ from, count: count / 2 }, k),
    before: () => id({ from: from + count / 2, count: count / 2 }, k),
  });
  const isOfEachCase = ranges.askedAgain.count === 2 * MOST_AGAIN * cases;
  const slotOf = isOfEachCase ? (at: number): number => at : slots(shard);
  return {
    ofCase: (at) => numbers(ranges.ofCase, at),
    askedAgain: (at, k) => numbers(ranges.askedAgain, MOST_AGAIN * slotOf(at) + k),
    last: () => id(own.last, 0),
    shrinking: (n) => numbers(own.shrinking, n - 1),
  };
}

function ofShard(ranges: FuzzRanges, { index }: Shard): Pick<FuzzRanges, "last" | "shrinking"> {
  if (index === 1) return ranges;
  const from = ranges.shards.from + (index - 2) * OF_FUZZ_SHARD;
  return { last: { from, count: 1 }, shrinking: { from: from + 1, count: 2 * MOST_SHRINKING } };
}

/** Numbers the cases of a shard that are asked again, in the order in which each is first asked again. */
function slots({ index }: Shard): (at: number) => number {
  const known = new Map<number, number>();
  return (at) => {
    const slot = known.get(at) ?? known.size;
    if (slot >= MOST_LOOKED_INTO) throw new Error(`At most ${MOST_LOOKED_INTO} cases are asked again`);
    known.set(at, slot);
    return (index - 1) * MOST_LOOKED_INTO + slot;
  };
}
