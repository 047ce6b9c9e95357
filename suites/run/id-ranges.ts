/**
 * Which ids each part of a run uses. One table gives every user its own range of places, so that no id is used twice in a
 * run. The places are spread over all ordinary ids, because a provider may treat ids differently by what they are. The
 * seed decides where the spread begins, so that another seed uses other ids.
 */
import { createHash, randomInt } from "node:crypto";
import { ORDINARY_IDS } from "../bodies/drafts.ts";
import type { CheckId, Fresh } from "../checks/check.ts";

/** A part of the places that ids are given out for. Each place has a different id, spread over the ordinary ids. */
export interface IdRange {
  readonly from: number;
  readonly count: number;
}

/** Ids that one check may use. */
const PER_CHECK = 64;

/** Room for so many checks. Odd, so that the ids that a check draws one after the other are odd and even by turns. */
const MOST_CHECKS = 1_999;

/** Ids that are a permutation of a part of the ordinary ids: a multiple of the stride for each place. */
interface Spread {
  readonly least: number;
  readonly count: number;
  /** A prime near the golden section of the count, so that the places that follow one another lie far apart. */
  readonly stride: bigint;
}

const SMALLEST_WIDE = 10_000_000;
const WIDE: Spread = { least: SMALLEST_WIDE, count: 2 ** 31 - SMALLEST_WIDE, stride: 1_321_037_563n };

/** Ids of seven digits are one in 240, too few to occur in each run by themselves. */
const SMALL: Spread = {
  least: ORDINARY_IDS.least,
  count: SMALLEST_WIDE - ORDINARY_IDS.least,
  stride: 5_562_317n,
};

/** One place in so many has a small id, among those that a run without fuzzing uses. */
const SMALL_ONE_IN = 16;
const SMALL_PLACE = 5;

const CHECKS: IdRange = { from: 0, count: MOST_CHECKS * PER_CHECK };
const CONTRACTS: IdRange = { from: 128_000, count: 128_000 };
const SIGNS_OF_LIFE: IdRange = { from: 256_000, count: 1_024 };
/** For ordinary requests that show whether the provider is still there when a contract fails. */
const ACCEPTING: IdRange = { from: 257_024, count: 1_024 };
/** Drawn at random: an id that the same seed has not used in an earlier run either. */
const PROBE: IdRange = { from: 258_048, count: 2 ** 20 - 258_048 };
const FUZZING: IdRange = { from: 2 ** 20, count: WIDE.count - 2 ** 20 };

/** Every user of ids with its range. No two overlap. */
export const ID_RANGES = {
  checks: CHECKS,
  contracts: CONTRACTS,
  signsOfLife: SIGNS_OF_LIFE,
  accepting: ACCEPTING,
  probe: PROBE,
  fuzzing: FUZZING,
} as const;

/**
 * Gives each check a block of ids. The place of a check in the list decides its block: the same seed and version send the
 * same bytes, whichever checks are selected.
 * @throws {Error} from the function returned, when a check uses more ids than its block has
 */
export function checkIds(seed: string, checks: ReadonlyArray<{ readonly id: CheckId }>): (id: CheckId) => Fresh {
  const start = startOf(seed);
  const places = new Map(checks.map(({ id }, place) => [id, place]));
  return (id) => {
    const place = places.get(id) ?? checks.length;
    if (place >= MOST_CHECKS) throw new Error(`There is room for ${MOST_CHECKS} checks`);
    return (k) => {
      if (k < 0 || k >= PER_CHECK) throw new Error(`The check ${id} uses more than ${PER_CHECK} ids`);
      return idAt(start, CHECKS, place + k * MOST_CHECKS);
    };
  };
}

/** Gives the next unused id of the contracts at each call. */
export function contractIds(seed: string): () => number {
  const start = startOf(seed);
  let used = 0;
  return () => idAt(start, CONTRACTS, used++);
}

/** The id of the `k`th sign of life of a run; undefined where all are used. */
export function signOfLifeIds(seed: string): (k: number) => number | undefined {
  const start = startOf(seed);
  return (k) => (k < SIGNS_OF_LIFE.count ? idAt(start, SIGNS_OF_LIFE, k) : undefined);
}

/** The id of the `k`th ordinary request that is sent beside the contracts. */
export function acceptingIds(seed: string): Fresh {
  const start = startOf(seed);
  return (k) => idAt(start, ACCEPTING, k);
}

/** Ids that a probe is chosen from: the more, the closer it is to the one that it is compared with. */
const PROBES = 256;

/**
 * An id that is about as large as one of a check and ends in the same digit, and that no check of this seed uses: a
 * provider that treats the two differently does not decide by what the id is.
 */
export function probeId(seed: string, alike: number): number {
  const start = startOf(seed);
  const drawn = Array.from({ length: PROBES }, () => {
    const place = 2 * randomInt(PROBE.count / 2 - 1);
    const id = idAt(start, PROBE, place);
    return id % 2 === alike % 2 ? id : idAt(start, PROBE, place + 1);
  });
  const ending = drawn.filter((id) => id % 10 === alike % 10);
  return (ending.length > 0 ? ending : drawn).reduce((one, other) =>
    Math.abs(one - alike) <= Math.abs(other - alike) ? one : other,
  );
}

/** What fuzzing needs ids for; `at` is the place of a case. */
export interface FuzzIds {
  readonly ofCase: (at: number) => FuzzNumbers;
  /** @param k below `MOST_AGAIN` */
  readonly askedAgain: (at: number, k: number) => FuzzNumbers;
  readonly last: () => number;
  /** @param n counted from 1 over all that is shrunk */
  readonly shrinking: (n: number) => FuzzNumbers;
}

/** The ids of one request of fuzzing: its own, and that of the request that may precede it. */
export interface FuzzNumbers {
  readonly own: number;
  readonly before: () => number;
}

/** A case is asked again at most so many times, each with a different id. */
export const MOST_AGAIN = 32;

/** Requests that shrinking sends at most in a run. */
export const MOST_SHRINKING = 600;

/** The ranges within `ID_RANGES.fuzzing` for a number of cases. */
export function fuzzRanges(cases: number): Readonly<Record<keyof FuzzIds, IdRange>> {
  const ofCase = { from: 0, count: 2 * cases };
  const again = { from: ofCase.count, count: 2 * MOST_AGAIN * cases };
  const last = { from: again.from + again.count, count: 1 };
  const shrinking = { from: last.from + last.count, count: 2 * MOST_SHRINKING };
  return { ofCase, askedAgain: again, last, shrinking };
}

/**
 * The ids of fuzzing, spread over all ordinary ids.
 * @throws {Error} when there are not enough ids for so many cases
 */
export function fuzzIds(seed: string, cases: number): FuzzIds {
  const start = startOf(seed);
  const ranges = fuzzRanges(cases);
  if (ranges.shrinking.from + ranges.shrinking.count > FUZZING.count) {
    throw new Error(`There are not enough ids for ${cases} cases of fuzzing`);
  }
  const id = (range: IdRange, k: number): number => idAt(start, FUZZING, range.from + placeIn(range, k));
  // The second half of a range is for what precedes.
  const numbers = ({ from, count }: IdRange, k: number): FuzzNumbers => ({
    own: id({ from, count: count / 2 }, k),
    before: () => id({ from: from + count / 2, count: count / 2 }, k),
  });
  return {
    ofCase: (at) => numbers(ranges.ofCase, at),
    askedAgain: (at, k) => numbers(ranges.askedAgain, MOST_AGAIN * at + k),
    last: () => id(ranges.last, 0),
    shrinking: (n) => numbers(ranges.shrinking, n - 1),
  };
}

function startOf(seed: string): number {
  return createHash("sha256").update(seed).digest().readUIntBE(0, 6);
}

/** The `k`th id of a range. */
function idAt(start: number, range: IdRange, k: number): number {
  const place = range.from + placeIn(range, k);
  const isSmall = place < FUZZING.from && place % SMALL_ONE_IN === SMALL_PLACE;
  const { least, count, stride } = isSmall ? SMALL : WIDE;
  return least + Number((BigInt(start) + BigInt(place) * stride) % BigInt(count));
}

function placeIn(range: IdRange, k: number): number {
  if (k < 0 || k >= range.count)
    throw new Error(`There are ${range.count} ids in this range, and number ${k} is asked`);
  return k;
}
