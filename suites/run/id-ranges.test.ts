import { assert, integer, property, string } from "fast-check";
import { expect, test } from "vitest";
import { groupBy } from "../../spec/defined.ts";
import { ORDINARY_IDS } from "../bodies/body-drafts.ts";
import {
  type IdRange,
  ID_RANGES,
  acceptingIds,
  checkIds,
  contractIds,
  distinctIds,
  probeId,
  shardIds,
  signOfLifeIds,
} from "./id-ranges.ts";
import { fuzzIds, fuzzRanges, hasFuzzIds } from "./fuzz-ids.ts";

/** Two ranges of a list that have an id in common. */
function overlapping(ranges: readonly IdRange[]): readonly IdRange[] {
  const inOrder = ranges.toSorted((one, other) => one.from - other.from);
  return inOrder.filter((range, place) => {
    const next = inOrder[place + 1];
    return next !== undefined && range.from + range.count > next.from;
  });
}

test("no two users of ids share a place, and there are no more places than ordinary ids", () => {
  const ranges = Object.values(ID_RANGES);

  expect(overlapping(ranges)).toEqual([]);
  expect(Math.max(...ranges.map(({ from, count }) => from + count))).toBeLessThan(ORDINARY_IDS.count);
});

/** The first ids of as many checks as send valid plants in a run. */
function idsOfRun(seed: string): readonly number[] {
  const checks = Array.from({ length: 80 }, (_, n) => ({ id: `a/${n}` as const }));
  const fresh = checkIds(seed, checks);
  return checks.map(({ id }) => fresh(id)(0));
}

test("the ids of a run are in every sixteenth of the ordinary range, and of each number of digits", () => {
  assert(
    property(string(), (seed) => {
      const ids = idsOfRun(seed);
      const parts = ids.map((id) => Math.floor(((id - ORDINARY_IDS.least) / ORDINARY_IDS.count) * 16));

      expect(new Set(parts).size).toBe(16);
      expect(new Set(ids.map((id) => String(id).length))).toEqual(new Set([7, 8, 9, 10]));
    }),
    { numRuns: 50 },
  );
});

test("the ids of a run end in every digit, and as many are odd as even", () => {
  assert(
    property(string(), (seed) => {
      const ids = idsOfRun(seed);

      expect(new Set(ids.map((id) => id % 10)).size).toBe(10);
      expect(ids.filter((id) => id % 2 === 0).length).toBe(ids.length / 2);
    }),
    { numRuns: 50 },
  );
});

test("the ids of a run have several multiples of 256 and of 1000, and several whose low 16 bits are the same", () => {
  assert(
    property(string(), (seed) => {
      const ids = idsOfRun(seed);
      const low = groupBy(ids, (id) => String(id % 2 ** 16));

      expect(ids.filter((id) => id % 32_000 === 0).length).toBeGreaterThanOrEqual(4);
      expect(Math.max(...[...low.values()].map(({ length }) => length))).toBeGreaterThanOrEqual(4);
    }),
    { numRuns: 50 },
  );
});

test("a check that asks again draws odd and even ids by turns", () => {
  const ids = [0, 1, 2, 3].map((k) => checkIds("any", [{ id: "a/b" }])("a/b")(k) % 2);

  expect(ids).toEqual([ids[0], 1 - (ids[0] ?? 0), ids[0], 1 - (ids[0] ?? 0)]);
});

test("no two users of ids within fuzzing share one, for any number of cases", () => {
  assert(
    property(integer({ min: 1, max: 1_000_000_000 }), integer({ min: 1, max: 1_000 }), (cases, shards) => {
      const ranges = Object.values(fuzzRanges(cases, shards)).filter(({ count }) => count > 0);

      expect(overlapping(ranges)).toEqual([]);
      expect(Math.max(...ranges.map(({ from, count }) => from + count))).toBeLessThanOrEqual(ID_RANGES.fuzzing.count);
    }),
  );
});

test("a user that asks for more ids than it has is an error of the suite", () => {
  const ids = fuzzIds("any", 10);

  expect(() => ids.ofCase(10)).toThrow("There are 10 ids in this range, and number 10 is asked");
  expect(() => fuzzIds("any", 2_000_000_000)).toThrow("There are not enough ids for 2000000000 cases of fuzzing");
  expect(() => checkIds("any", [{ id: "a/b" }])("a/b")(64)).toThrow("The check a/b uses more than 64 ids");
  const many = Array.from({ length: 2_000 }, (_, place) => ({ id: `a/${place}` as const }));
  expect(() => checkIds("any", many)).toThrow("The document makes 2000 checks, and a run has ids for 1999");
});

test("the ids of every user differ in one run", () => {
  assert(
    property(string(), integer({ min: 1, max: 300 }), (seed, cases) => {
      const fuzz = fuzzIds(seed, cases);
      const checks = Array.from({ length: 20 }, (_, n) => ({ id: `a/${n}` as const }));
      const fresh = checkIds(seed, checks);
      const contract = contractIds(seed);
      const places = Array.from({ length: cases }, (_, at) => at);
      const ids = [
        ...checks.flatMap(({ id }) => [0, 1, 63].map((k) => fresh(id)(k))),
        ...Array.from({ length: 20 }, contract),
        probeId(seed, fresh("a/0")(0)),
        ...Array.from({ length: 20 }, (_, k) => signOfLifeIds(seed)(k) ?? 0),
        ...Array.from({ length: 20 }, (_, k) => acceptingIds(seed)(k)),
        ...places
          .flatMap((at) => [fuzz.ofCase(at), ...[0, 1, 31].map((k) => fuzz.askedAgain(at, k))])
          .concat(Array.from({ length: 600 }, (_, n) => fuzz.shrinking(n + 1)))
          .flatMap(({ own, before }) => [own, before()]),
        fuzz.last(),
      ];

      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.every((id) => id >= ORDINARY_IDS.least && id < 2 ** 31)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("the id of the probe is as even as the id that it is compared with", () => {
  assert(
    property(string(), integer({ min: 1_000_000, max: 2 ** 31 - 2 }), (seed, id) => {
      expect(probeId(seed, id) % 2).toBe(id % 2);
    }),
  );
});

test("the id of the probe is about as large as the id that it is compared with", () => {
  const alike = 1_500_000_000;
  const probes = Array.from({ length: 20 }, () => Math.abs(probeId("any", alike) - alike));

  expect(Math.max(...probes)).toBeLessThan(ORDINARY_IDS.count / 4);
});

test("the first shard has the ids of the whole run, and no two shards or attempts share one", () => {
  const checks = Array.from({ length: 6 }, (_, n) => ({ id: `a/${n}` as const }));
  const shared = checks.slice(0, 4).map(({ id }) => id);
  const whole = checkIds("any", checks);
  const idsOf = (index: number, attempt?: number): readonly number[] => {
    const shard = { index, of: 1_000, ...(attempt === undefined ? {} : { attempt }) };
    const fresh = shardIds("any", { shared, shard, checks });
    const fuzz = fuzzIds("any", 40_000_000, shard);
    const accepting = acceptingIds("any", attempt);
    return [
      ...shared.flatMap((id) => [0, 1, 63].map((k) => fresh(id)(k))),
      // A check that is split belongs to one shard, here to the first.
      ...(index === 1 ? [0, 63].flatMap((k) => [fresh("a/4")(k), fresh("a/5")(k)]) : []),
      ...(index === 1 ? [accepting(0), accepting(127), contractIds("any", attempt)()] : []),
      ...[0, 1, 1_023].map((k) => signOfLifeIds("any", shard)(k) ?? 0),
      ...[fuzz.ofCase(index), fuzz.ofCase(39_999_000 - index)].flatMap(({ own, before }) => [own, before()]),
      ...[39_999_999, 5].map((at) => fuzz.askedAgain(at, 31).before()),
      fuzz.last(),
      fuzz.shrinking(600).before(),
    ];
  };
  const ids = [1, 2, 3, 500, 1_000].flatMap((index) => [idsOf(index), idsOf(index, 2), idsOf(index, 8)]).flat();

  expect(new Set(ids).size).toBe(ids.length);
  expect(idsOf(1).slice(0, 12)).toEqual(shared.flatMap((id) => [0, 1, 63].map((k) => whole(id)(k))));
  const seventh = shardIds("any", { shared, shard: { index: 7, of: 9 }, checks });
  expect([seventh("a/2").ofWhole?.(3), seventh("a/5")(3)]).toEqual([whole("a/2")(3), whole("a/5")(3)]);
  expect([1, 2].map((attempt) => hasFuzzIds(1_000_000_000, { index: 1, of: 1_000, attempt }))).toEqual([true, false]);
  expect(hasFuzzIds(100_000_000, { index: 1, of: 100, attempt: 8 })).toBe(true);
});

test("an id that was drawn before is drawn again, unless there is no other", () => {
  const drawn = [7, 7, 8, 8, 9];
  const ids = distinctIds(() => drawn.shift() ?? 9);
  expect([ids(1), ids(1), ids(1), ids(1)]).toEqual([7, 8, 9, 9]);
});
