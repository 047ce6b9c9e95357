/** What counts as found, and how far a set may fall below the measured rate. */
import { expect, test } from "vitest";
import { type MutantOutcome, MEASURED, heldRates, isAccused, isDetected, isMissed, rateTable } from "./rate.ts";

const found: MutantOutcome = {
  mutant: {
    realm: "plant",
    where: [{ axis: "id-parity", value: "even" }],
    what: { effect: "refusal", value: 400 },
    when: { kind: "always" },
  },
  expected: "MUST",
  struck: 3,
  verdict: "non-conformant",
  must: ["accepts-valid-plant"],
  should: [],
};
const warned: MutantOutcome = { ...found, verdict: "conformant", must: [], should: ["accepts-every-ordinary-request"] };

test.each<[string, MutantOutcome, boolean]>([
  ["a MUST that is reported", found, true],
  ["a MUST that is reported as a SHOULD", warned, false],
  ["a MUST that is reported in a run that is inconclusive", { ...found, verdict: "inconclusive" }, false],
  ["a SHOULD that is reported", { ...warned, expected: "SHOULD" }, true],
  ["a SHOULD that is reported as a MUST", { ...found, expected: "SHOULD" }, true],
  ["a report where the fault never showed", { ...found, struck: 0 }, false],
])("%s: found is %s", (_name, outcome, isFound) => {
  expect(isDetected(outcome)).toBe(isFound);
  expect(isMissed(outcome)).toBe(!isFound);
});

test("a right provider is accused by any report, and by a verdict that is not conformant", () => {
  const right: MutantOutcome = { ...found, expected: "right", verdict: "conformant", must: [], should: [] };
  expect(isAccused(right)).toBe(false);
  expect(isMissed(right)).toBe(false);
  expect(isAccused({ ...right, should: ["refuses-with-400"] })).toBe(true);
  expect(isAccused({ ...right, verdict: "inconclusive" })).toBe(true);
});

test("a set that finds nothing is below its floors, and a larger set has less room", () => {
  const floors = (outcomes: readonly MutantOutcome[]): readonly number[] =>
    heldRates(outcomes)
      .filter(({ of }) => of.startsWith("MUST"))
      .map(({ floor }) => floor);
  const many = Array.from({ length: 400 }, () => warned);
  for (const { of, rate, floor } of heldRates(many).filter((held) => held.of.startsWith("MUST"))) {
    expect(rate, of).toBeLessThan(floor);
  }
  const [shown = 0, all = 0] = floors(many);
  const [shownOfFew = 0, allOfFew = 0] = floors(many.slice(0, 40));
  expect([shownOfFew < shown, allOfFew < all, shown < MEASURED.shown.MUST, all < MEASURED.all.MUST]).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test("the table counts a mutant in each of its classes, and those that showed apart", () => {
  const table = rateTable([found, { ...found, struck: 0 }]);
  for (const name of ["all", "level: MUST", "where: plant, id", "what: plant, refused", "when: always"]) {
    expect(table).toMatch(new RegExp(`^${name} +2 +1 +50%  \\(100% of 1\\)$`, "mu"));
  }
});
