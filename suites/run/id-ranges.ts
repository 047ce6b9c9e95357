/**
 * Which ids each part of a run uses. One table gives every user its own range of places, so no id is used twice in a
 * run. The places are spread over all ordinary ids, because a provider may treat ids differently depending on their
 * value. The seed decides where the spread begins, so another seed uses other ids.
 */
import { createHash, randomInt } from "node:crypto";
import { ORDINARY_IDS } from "../bodies/body-drafts.ts";
import type { Shard } from "../../result/result.ts";
import { MOST_SHARDS } from "../../result/shard-result.ts";
import type { CheckId, Fresh } from "../checks/check.ts";

/** A range of places. Each place has a different id, and the ids are spread over the ordinary ids. */
export interface IdRange {
  readonly from: number;
  readonly count: number;
}

/** The number of ids that one check may use. */
const PER_CHECK = 64;

/** The most checks there is room for. Odd, so that successive ids of a check are odd and even in turn. */
const MOST_CHECKS = 1_999;

/** A permutation of a part of the ordinary ids: the id of each place is a multiple of the stride. */
interface Spread {
  readonly least: number;
  readonly count: number;
  /** A prime near the golden section of the count, so that successive places lie far apart. */
  readonly stride: bigint;
}

const SMALLEST_WIDE = 10_000_000;

/** Of each block of ids, the first two are kept for ids with a property, and the second keeps odd and even in turn. */
const BLOCK = 128;
const OF_BLOCK = BLOCK - 2;
const WIDE: Spread = {
  least: SMALLEST_WIDE,
  count: ((2 ** 31 - SMALLEST_WIDE) / BLOCK) * OF_BLOCK,
  stride: 1_300_396_381n,
};

/** One id in 240 has seven digits, too few to occur in each run by chance. */
const SMALL: Spread = {
  least: ORDINARY_IDS.least,
  count: SMALLEST_WIDE - ORDINARY_IDS.least,
  stride: 5_562_317n,
};

/** Of the places that a run without fuzzing uses, one in `SMALL_ONE_IN` has a small id. */
const SMALL_ONE_IN = 16;
const SMALL_PLACE = 5;

/**
 * Ids with a property that hardly any id has by chance: multiples of 256 and of 1000, and ids whose low 16 bits are the
 * same throughout a run. A provider may treat them differently, as a hash or a partition does. All are even.
 */
const ROUND = { unit: 32_000, spread: { least: 313, count: 66_796, stride: 41_281n }, place: 8 } as const;
const ALIKE = { unit: 2 ** 16, spread: { least: 153, count: 32_615, stride: 20_161n }, place: 12 } as const;

const CHECKS: IdRange = { from: 0, count: MOST_CHECKS * PER_CHECK };
const CONTRACTS: IdRange = { from: 128_000, count: 128_000 };
const SIGNS_OF_LIFE: IdRange = { from: 256_000, count: 1_024 };
/** For ordinary requests that show whether the provider is still running when a contract fails. */
const ACCEPTING: IdRange = { from: 257_024, count: 1_024 };
/** Drawn at random, so that an earlier run with the same seed has probably not used the id. */
const PROBE: IdRange = { from: 258_048, count: 2 ** 20 - 258_048 };
/** For requests that every shard sends. The first shard uses the ids of the whole run, the others a block of these. */
const OF_SHARDS = 2 ** 24;
const FUZZING: IdRange = { from: 2 ** 20, count: WIDE.count - 2 ** 20 - OF_SHARDS };
const SHARDS: IdRange = { from: FUZZING.from + FUZZING.count, count: OF_SHARDS };

/** Every user of ids, with its range. No two ranges overlap. */
export const ID_RANGES = {
  checks: CHECKS,
  contracts: CONTRACTS,
  signsOfLife: SIGNS_OF_LIFE,
  accepting: ACCEPTING,
  probe: PROBE,
  fuzzing: FUZZING,
  shards: SHARDS,
} as const;

/** The most checks that every shard asks. */
const MOST_SHARED = 8;

/** How often a shard can be started against one store. */
export const MOST_ATTEMPTS = 8;

/** The number of ids that a shard has for requests that every shard sends. */
const PER_SHARD = MOST_SHARED * PER_CHECK + SIGNS_OF_LIFE.count;

/** The first place of a shard's block for what every shard sends; undefined if it uses the ids of the whole run. */
function blockOf(shard: Shard | undefined): number | undefined {
  if (shard === undefined) return undefined;
  const { index, of, attempt = 1 } = shard;
  if (of > MOST_SHARDS) throw new Error(`A run has at most ${MOST_SHARDS} shards`);
  if (attempt > MOST_ATTEMPTS) throw new Error(`A shard has at most ${MOST_ATTEMPTS} attempts`);
  return index === 1 && attempt === 1 ? undefined : ((attempt - 1) * MOST_SHARDS + index - 1) * PER_SHARD;
}

/** The ids of the other checks in a later attempt. They follow the blocks of all shards. */
function attemptsOf({ attempt = 1 }: Shard): IdRange {
  const blocks = MOST_ATTEMPTS * MOST_SHARDS * PER_SHARD;
  return { from: SHARDS.from + blocks + (attempt - 2) * CHECKS.count, count: CHECKS.count };
}

/** What decides the ids of a shard. */
interface ShardIds {
  /** The checks that every shard sends, in order. */
  readonly shared: readonly CheckId[];
  readonly shard: Shard;
  /** Every check of the whole run, in order. */
  readonly checks: ReadonlyArray<{ readonly id: CheckId }>;
}

/**
 * The ids of the checks in a shard. They are those of the whole run, except for the checks that every shard sends.
 * Other values are drawn as in the whole run, so all shards learn the same about the provider.
 */
export function shardIds(seed: string, { shared, shard, checks }: ShardIds): (id: CheckId) => Fresh {
  const start = startOf(seed);
  const block = blockOf(shard);
  if (shared.length > MOST_SHARED) throw new Error(`There is room for ${MOST_SHARED} shared checks`);
  const whole = checkIds(seed, checks);
  const split = (shard.attempt ?? 1) === 1 ? whole : checkIds(seed, checks, attemptsOf(shard));
  return (id) => {
    const place = shared.indexOf(id);
    if (block === undefined || place < 0) return split(id);
    const own = (k: number): number => {
      if (k < 0 || k >= PER_CHECK) throw new Error(`The check ${id} uses more than ${PER_CHECK} ids`);
      return idAt(start, SHARDS, block + place * PER_CHECK + k);
    };
    return Object.assign(own, { ofWhole: whole(id) });
  };
}

/**
 * Gives each check a block of ids. The place of a check in the list decides its block, so the same seed and version
 * send the same bytes, whichever checks are selected.
 * @throws {Error} when there are too many checks; from the returned function, if a check uses more ids than its block has
 */
export function checkIds(
  seed: string,
  checks: ReadonlyArray<{ readonly id: CheckId }>,
  range: IdRange = CHECKS,
): (id: CheckId) => Fresh {
  if (checks.length > MOST_CHECKS) {
    throw new Error(`The document makes ${checks.length} checks, and a run has ids for ${MOST_CHECKS}`);
  }
  const start = startOf(seed);
  const places = new Map(checks.map(({ id }, place) => [id, place]));
  return (id) => {
    const place = places.get(id) ?? checks.length;
    return (k) => {
      if (k < 0 || k >= PER_CHECK) throw new Error(`The check ${id} uses more than ${PER_CHECK} ids`);
      return idAt(start, range, place + k * MOST_CHECKS);
    };
  };
}

/** Returns the next unused id of the contracts at each call. */
export function contractIds(seed: string, attempt = 1): () => number {
  const start = startOf(seed);
  let used = partOf(CONTRACTS, attempt);
  return () => idAt(start, CONTRACTS, used++);
}

/** The id of the `k`th sign of life of a run; undefined if all are used. */
export function signOfLifeIds(seed: string, shard?: Shard): (k: number) => number | undefined {
  const start = startOf(seed);
  const block = blockOf(shard);
  const idOf = (k: number): number =>
    block === undefined ? idAt(start, SIGNS_OF_LIFE, k) : idAt(start, SHARDS, block + MOST_SHARED * PER_CHECK + k);
  return (k) => (k < SIGNS_OF_LIFE.count ? idOf(k) : undefined);
}

/** The id of the `k`th ordinary request that is sent during the contracts. */
export function acceptingIds(seed: string, attempt = 1): Fresh {
  const start = startOf(seed);
  return (k) => idAt(start, ACCEPTING, partOf(ACCEPTING, attempt) + k);
}

/** The first place of an attempt in a range that is divided among the attempts. */
function partOf({ count }: IdRange, attempt: number): number {
  return (attempt - 1) * Math.floor(count / MOST_ATTEMPTS);
}

/** How many ids a probe is chosen from. The more there are, the closer the probe is to the given id. */
const PROBES = 256;

/**
 * An id that no check of this seed uses, about as large as the given id and, if possible, with the same last digit. If
 * a provider treats the two differently, the value of the id is not the reason.
 */
export function probeId(seed: string, alike: number, { index, of }: Shard = { index: 1, of: 1 }): number {
  const start = startOf(seed);
  // Each shard draws from its own part.
  const pairs = Math.floor((PROBE.count / 2 - 1) / of);
  const drawn = Array.from({ length: PROBES }, () => {
    const place = 2 * ((index - 1) * pairs + randomInt(pairs));
    const id = idAt(start, PROBE, place);
    return id % 2 === alike % 2 ? id : idAt(start, PROBE, place + 1);
  });
  const ending = drawn.filter((id) => id % 10 === alike % 10);
  return (ending.length > 0 ? ending : drawn).reduce((one, other) =>
    Math.abs(one - alike) <= Math.abs(other - alike) ? one : other,
  );
}

/** How often an id is drawn before a repeated one is used. With ten thousand shards, each has few ids. */
const MOST_DRAWN = 64;

/** Draws ids until one is new: a second question about the same id would be about a duplicate. */
export function distinctIds(draw: (near: number) => number): (near: number) => number {
  const given = new Set<number>();
  return (near) => {
    let id = draw(near);
    for (let time = 1; time < MOST_DRAWN && given.has(id); time += 1) id = draw(near);
    given.add(id);
    return id;
  };
}

/** Where the ids of a seed begin. */
export function startOf(seed: string): number {
  return createHash("sha256").update(seed).digest().readUIntBE(0, 6);
}

/** The `k`th id of a range, given where the ids of the seed begin. */
export function idAt(start: number, range: IdRange, k: number): number {
  const place = range.from + placeIn(range, k);
  const kind = place < FUZZING.from ? place % SMALL_ONE_IN : undefined;
  if (kind === SMALL_PLACE) return SMALL.least + offsetIn(SMALL, start, place);
  if (place < CHECKS.count) {
    const nth = Math.floor(place / SMALL_ONE_IN);
    // The ids of even and of odd places differ in parity.
    const parity = start % 2;
    const { unit, spread } = ROUND;
    if (kind === ROUND.place + parity) return unit * (spread.least + offsetIn(spread, start, nth));
    if (kind === ALIKE.place + parity) return alikeAt(start, nth);
  }
  const offset = offsetIn(WIDE, start, place);
  return WIDE.least + BLOCK * Math.floor(offset / OF_BLOCK) + 2 + (offset % OF_BLOCK);
}

/** An id whose low 16 bits depend only on the start. They are not those of a multiple of 256. */
function alikeAt(start: number, nth: number): number {
  const { unit, spread } = ALIKE;
  return unit * (spread.least + offsetIn(spread, start, nth)) + 256 * (Math.floor(start / 2) % 256) + BLOCK;
}

function offsetIn({ count, stride }: Spread, start: number, place: number): number {
  return Number((BigInt(start) + BigInt(place) * stride) % BigInt(count));
}

/** @throws {Error} if the range has no such place */
export function placeIn(range: IdRange, k: number): number {
  if (k < 0 || k >= range.count)
    throw new Error(`There are ${range.count} ids in this range, and number ${k} is asked`);
  return k;
}
