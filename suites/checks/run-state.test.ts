import { describe, expect, test } from "vitest";
import { type Given, historyOf } from "../testing/history.ts";
import { knownOf } from "./run-state.ts";

const id = 7_000_001;

/** An ordinary plant, as its request writes it. */
function plant(name: string, more: Given = {}): Given {
  return { plant: { name, tag: "moss" }, sent: JSON.stringify({ id, name, tag: "moss" }), ...more };
}

function namesOf(...given: readonly Given[]): readonly (string | undefined)[] {
  return knownOf(historyOf(...given)).refused.map((request) => request.plant?.name);
}

test("a variant is known as accepted or refused by the valid requests that have it", () => {
  const run = historyOf(
    { kind: "valid", features: ["chunked", "tabs"] },
    { kind: "valid", features: ["blanks"], status: 415 },
    { kind: "not-a-plant", features: ["charset"] },
  );

  expect(knownOf(run).variants).toEqual([["chunked", "tabs"]]);
  expect(knownOf(run).refusedVariants).toEqual([["blanks"]]);
  expect(knownOf(historyOf({}, { kind: "valid" })).variants).toEqual([]);
});

test("a variant is known as accepted by an open point, too, that is accepted, and as refused by none", () => {
  const knownBy = (given: Given) =>
    knownOf(historyOf({}, { kind: "valid", features: ["chunked"] }, { kind: "open", ...given }));

  expect(knownBy({ features: ["tabs"] }).variants).toEqual([["chunked"], ["tabs"]]);
  expect(knownBy({ features: ["tabs"], status: 400 })).toMatchObject({ variants: [["chunked"]], refusedVariants: [] });
  expect(knownBy({}).variants).toEqual([["chunked"]]);
  expect(knownBy({ features: [] }).variants).toEqual([["chunked"]]);
});

test("an ordinary plant is known as refused by a 4xx, where others were accepted", () => {
  expect(namesOf(plant("Fern"), plant("Aloe", { status: 413 }))).toEqual(["Aloe"]);
  expect(namesOf(plant("Fern", { status: 400 }), plant("Aloe", { status: 413 }))).toEqual([]);
});

test("a valid plant is known as refused where the same check had another accepted", () => {
  const askedBy = "accepts-json-spellings/tabs";
  const refused = plant("Aloe", { kind: "valid", askedBy, status: 400 });

  expect(namesOf(plant("Fern"), refused, plant("Iris", { kind: "valid", askedBy }))).toEqual(["Aloe"]);
  expect(namesOf(plant("Fern"), refused)).toEqual([]);
});

test("a plant is not known as refused where it was accepted in another request", () => {
  expect(namesOf(plant("Fern"), plant("Aloe", { status: 403 }), plant("Aloe", { kind: "open" }))).toEqual([]);
  expect(namesOf(plant("Fern"), plant("Aloe", { status: 403 }))).toEqual(["Aloe"]);
});

test.each<[string, Given]>([
  ["a 5xx, after which it may be there", { status: 500 }],
  ["a conflict, which may be with itself", { status: 409 }],
  ["no answer, after which it may be there", { noAnswer: "timeout" }],
  ["too many requests", { status: 429 }],
  ["a 201", { status: 201 }],
])("a plant is not known as refused by %s", (_what, given) => {
  expect(namesOf(plant("Fern"), plant("Aloe", given))).toEqual([]);
});

test.each([
  [399, false],
  [400, true],
  [407, false],
  [408, false],
  [499, true],
])("a plant that was answered %i is known as refused: %s", (status, expected) => {
  expect(namesOf(plant("Fern"), plant("Aloe", { status }))).toEqual(expected ? ["Aloe"] : []);
});

test("an ordinary plant is known as refused where others with the same members were accepted", () => {
  const aloe: Given = { plant: { name: "Aloe" }, sent: JSON.stringify({ id, name: "Aloe" }), onlyRequired: true };
  const refused: Given = { ...aloe, status: 400 };

  expect(namesOf(plant("Fern"), refused)).toEqual([]);
  expect(namesOf(plant("Fern"), refused, plant("Iris", { onlyRequired: true }))).toEqual(["Aloe"]);
  expect(namesOf(plant("Fern", { status: 400 }), plant("Iris", { onlyRequired: true }))).toEqual([]);
});

test("the id of the first ordinary plant that was accepted is known, where it is a number", () => {
  const acceptedIdOf = (...given: readonly Given[]): number | undefined => knownOf(historyOf(...given)).acceptedId;
  const withId = (own: unknown, more: Given = {}): Given => ({ sent: JSON.stringify({ id: own }), ...more });

  expect(acceptedIdOf(withId(1, { status: 400 }), withId(2, { kind: "valid" }), withId(3), withId(4))).toBe(3);
  expect(acceptedIdOf(withId("3"))).toBeUndefined();
  expect(acceptedIdOf(withId(1, { status: 400 }))).toBeUndefined();
});

describe("two features of a refused request that no accepted one had together are known", () => {
  const askedBy = "accepts-json-spellings/tabs";
  const refused: Given = { kind: "valid", askedBy, features: ["a", "b", "c"], status: 400 };
  const plain: Given = { kind: "valid", askedBy };
  const pairs = (...given: readonly Given[]) => knownOf(historyOf({}, ...given)).unmetPairs;

  test("where the check had a request without features accepted", () => {
    const all = [
      ["a", "b"],
      ["a", "c"],
      ["b", "c"],
    ];
    expect(pairs(refused, plain)).toEqual(all);
    expect(pairs(refused, { ...refused, features: ["c", "b", "a"] }, plain)).toEqual(all);
    expect(pairs(refused)).toEqual([]);
    expect(pairs(refused, { ...plain, askedBy: "accepts-json-spellings/blanks" })).toEqual([]);
    expect(pairs(refused, { ...plain, features: ["d"] })).toEqual([]);
    expect(pairs(refused, { ...plain, status: 400 })).toEqual([]);
  });

  test("but for those that were accepted together in any valid request", () => {
    const accepted: Given = { kind: "valid", features: ["d", "b", "a"] };
    expect(pairs(refused, plain, accepted)).toEqual([
      ["a", "c"],
      ["b", "c"],
    ]);
    expect(pairs(refused, plain, { ...accepted, kind: "not-allowed" })).toHaveLength(3);
    expect(pairs(refused, plain, { ...accepted, askedBy: "another/check", status: 400 })).toHaveLength(3);
  });

  test.each<[string, Given]>([
    ["it was answered with a 5xx", { status: 500 }],
    ["it had no answer", { noAnswer: "timeout" }],
    ["its id may be taken", { mayMeet: "taken-id" }],
    ["it is not a valid one", { kind: "not-a-plant" }],
  ])("not where %s", (_what, given) => {
    expect(pairs({ ...refused, ...given }, plain)).toEqual([]);
  });

  test("not where a feature that was refused each time explains it", () => {
    const variant: Given = { kind: "valid", askedBy: "accepts-every-ordinary-request/in-each-variant", status: 400 };
    const alone: Given = { ...variant, features: ["b"] };
    expect(pairs(refused, plain, alone, alone)).toEqual([]);
    expect(pairs(refused, plain, alone)).toHaveLength(3);
  });

  test("but for those that were refused with nothing else, which are reported by themselves", () => {
    const alone: Given = { kind: "valid", askedBy: "another/check", features: ["c", "a"], status: 400 };
    expect(pairs(refused, plain, alone)).toEqual([
      ["a", "b"],
      ["b", "c"],
    ]);
  });

  test("but for those about what was on the connection before, which no request of its own has", () => {
    const features = ["used-connection", "a", "new-connection", "after-refusal", "b"];
    expect(pairs({ ...refused, features }, plain)).toEqual([["a", "b"]]);
  });

  test("up to a number", () => {
    const features = Array.from({ length: 8 }, (_, k) => `feature ${k}`);
    expect(pairs({ ...refused, features }, plain)).toHaveLength(12);
  });
});
