import { describe, expect, test } from "vitest";
import type { Answered, Check, Known, PlannedRequest } from "./checks/check.ts";
import { checks, evidenceOf, outcomeOf } from "./testing/checks.ts";
import { type Given, historyOf } from "./testing/history.ts";

const ID = "accepts-valid-plant/the-same-again";
const check = checks.find(({ id }) => id === ID) as Check;

/** A plant that was refused, chunked and with its members in another order. */
function refusedPlant(name: string): PlannedRequest {
  const [sent] = historyOf({ kind: "valid", features: ["chunked"], sent: `{ "id" : 7000001, "name":"${name}" }` });
  return { ...(sent?.request as PlannedRequest), framing: "chunked" };
}

function asked(refused: readonly PlannedRequest[], ...given: readonly Given[]): readonly string[] {
  const known: Known = { variants: [], refused };
  const own: readonly Answered[] = historyOf(...given);
  return check.next(() => 1, own, known).map(({ body }) => new TextDecoder().decode(body ?? undefined));
}

const refused: Given = { kind: "valid", plant: { name: "Aloe" }, status: 413 };

describe("what was refused is sent again", () => {
  test("with the same values, written and sent in the ordinary way", () => {
    expect(asked([refusedPlant("Aloe")])).toEqual(['{"id":7000001,"name":"Aloe"}']);
    expect(check.next(() => 1, [], { variants: [], refused: [refusedPlant("Aloe")] })[0]).toMatchObject({
      kind: "valid",
      framing: "content-length",
    });
  });

  test("twice where it is refused again, and once where it is accepted", () => {
    const plants = [refusedPlant("Aloe")];
    expect(asked(plants, { status: 413 })).toHaveLength(1);
    expect(asked(plants, { status: 413 }, { status: 413 })).toHaveLength(0);
    expect(asked(plants, {})).toHaveLength(0);
  });

  test.each<[string, Given]>([
    ["a 5xx", { status: 500 }],
    ["no answer", { noAnswer: "timeout" }],
    ["a conflict", { status: 409 }],
    ["another success", { status: 201 }],
  ])("no second time after %s, because the plant may be there now", (_what, given) => {
    expect(asked([refusedPlant("Aloe")], given)).toHaveLength(0);
  });

  test("for two plants at most, and for none where none was refused", () => {
    expect(asked(["Aloe", "Fern", "Iris"].map(refusedPlant))).toHaveLength(2);
    expect(asked([])).toHaveLength(0);
  });

  test("once where the same plant was refused several times, because it can be accepted only once", () => {
    expect(asked(["Aloe", "Aloe", "Fern"].map(refusedPlant))).toEqual([
      '{"id":7000001,"name":"Aloe"}',
      '{"id":7000001,"name":"Fern"}',
    ]);
  });
});

describe("the same plant again", () => {
  test("fails refused each time, with the last answer", () => {
    expect(outcomeOf(ID, [{}, refused, refused, {}], [1, 2])).toBe(
      "status 413 with application/json, to this plant each of 3 times",
    );
  });

  test("passes accepted at last, and refused only once", () => {
    expect(outcomeOf(ID, [{}, refused, { ...refused, status: 200 }, {}], [1, 2])).toBe("passed");
    expect(outcomeOf(ID, [{}, { ...refused, status: 200 }, {}], [1])).toBe("passed");
  });

  test.each<[string, Given]>([
    ["a 5xx", { status: 500 }],
    ["a conflict", { status: 409 }],
    ["too many requests", { status: 429 }],
  ])("accuses nobody where one of the times was answered with %s", (_what, given) => {
    expect(outcomeOf(ID, [{}, { ...refused, ...given }, refused, {}], [1, 2])).toBe("passed");
  });

  test("fails for another success, at first sight", () => {
    const created: Given = { ...refused, status: 201 };
    expect(outcomeOf(ID, [{}, created, {}], [1])).toBe("status 201 with application/json");
    expect(evidenceOf(ID, [{}, created, {}], [1])).toEqual([1]);
  });

  test("accuses nobody where no ordinary request was accepted after it", () => {
    expect(outcomeOf(ID, [{}, refused, refused], [1, 2])).toBe("passed");
  });

  test("passes on the ordinary requests where none was refused, and is not judged where none was accepted", () => {
    expect(outcomeOf(ID, [{}, {}])).toBe("passed");
    expect(evidenceOf(ID, [{}, {}])).toEqual([0, 1]);
    expect(outcomeOf(ID, [{ status: 500 }])).toBe("no-accepted-parent");
  });
});

test("of two plants, each that was refused again is sent once more, as far as the run went", () => {
  const plants = [refusedPlant("Aloe"), refusedPlant("Fern")];
  expect(asked(plants, { status: 413 }, {})).toEqual(['{"id":7000001,"name":"Aloe"}']);
  expect(asked(plants, { status: 413 })).toEqual(['{"id":7000001,"name":"Aloe"}']);
});

test("two plants that are refused once each do not fail", () => {
  const other: Given = { ...refused, plant: { name: "Fern" } };
  expect(outcomeOf(ID, [{}, refused, other, {}], [1, 2])).toBe("passed");
});

test("where none was refused, a single ordinary request with every member shows it, and one without a tag does not", () => {
  expect(evidenceOf(ID, [{ onlyRequired: true }, {}])).toEqual([1]);
  expect(outcomeOf(ID, [{ onlyRequired: true }])).toBe("no-accepted-parent");
});
