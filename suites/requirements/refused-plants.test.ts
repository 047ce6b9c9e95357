import { describe, expect, test } from "vitest";
import type { Answered, Check, Known, PlannedRequest } from "../checks/check.ts";
import { checks, evidenceOf, outcomeOf } from "../testing/checks.ts";
import { type Given, historyOf } from "../testing/history.ts";

const ID = "accepts-valid-plant/the-same-again";
const check = checks.find(({ id }) => id === ID) as Check;

/** A refused plant, sent in chunks with its members in another order. */
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

describe("two features that were refused together", () => {
  const spellings = ["charset", "chunked"] as const;
  const needs = ["two-pieces", "no-accept"] as const;
  const EVERY = "accepts-every-ordinary-request/every-one";
  const together = (features: readonly string[], status = 400): Given => ({
    kind: "valid",
    askedBy: ID,
    features,
    status,
  });
  const run = (...given: readonly Given[]): readonly Given[] => [{}, {}, {}, ...given, {}];
  const alone = (features: readonly string[]): readonly Given[] => features.map((one) => together([one], 200));

  test("are sent in a plant of their own, and in another one where it is refused, and each of them alone", () => {
    const known: Known = { variants: [], refused: [refusedPlant("Aloe")], unmetPairs: [spellings] };
    const next = (...own: readonly Given[]) => check.next((k) => 7_000_000 + k, historyOf(...own), known);
    const [plant, first] = next();
    const again = next({}, together(spellings));

    expect(plant?.features).toBeUndefined();
    expect(first).toMatchObject({ kind: "valid", features: spellings, framing: "chunked" });
    expect(first?.headers).toContainEqual(["Content-Type", "application/json; charset=utf-8"]);
    expect(again.map(({ features }) => features)).toEqual([spellings, ["charset"], ["chunked"]]);
    expect(new Set([first, ...again].map((request) => String(request?.body))).size).toBe(4);
    expect(again[0]).toMatchObject({ features: spellings, framing: "chunked" });
    expect(again[0]?.body).not.toEqual(first?.body);
    expect(next({}, together(spellings), together(spellings))).toEqual([]);
    expect(next({}, {})).toEqual([]);
  });

  test("are asked about alone only where the two of them are refused", () => {
    const known: Known = { variants: [], refused: [], unmetPairs: [spellings, needs] };
    const own = historyOf(together(spellings, 200), together(needs));
    const again = check.next((k) => 7_000_000 + k, own, known);
    expect(again.map(({ features }) => features)).toEqual([needs, ["two-pieces"], ["no-accept"]]);
  });

  test("are sent without a tag where that is one of them", () => {
    const known: Known = { variants: [], refused: [], unmetPairs: [["no-tag", "no-accept"]] };
    const [first] = check.next((k) => 7_000_000 + k, [], known);
    expect(first).toMatchObject({ features: ["no-tag", "no-accept"], onlyRequired: true });
    expect(new TextDecoder().decode(first?.body ?? undefined)).not.toContain("tag");
  });

  test("are no plants that are sent again: where none was, the ordinary ones show it", () => {
    expect(evidenceOf(ID, run(together(spellings, 200)), [3])).toEqual([0, 1, 2, 4]);
  });

  test("break what asks for every ordinary request where one of them is a SHOULD", () => {
    const refusedTwice = run(together(spellings), together(spellings), ...alone(spellings));
    expect(outcomeOf(EVERY, refusedTwice)).toBe(
      "status 400 with application/json each time to requests with the media type `application/json; charset=utf-8` and a chunked body",
    );
    expect(outcomeOf(ID, refusedTwice, [3, 4])).toBe("passed");
  });

  test("break the MUST where both of them are", () => {
    const refusedTwice = run(together(needs), together(["no-accept", "two-pieces"]), ...alone(needs));
    expect(outcomeOf(ID, refusedTwice, [3, 4])).toBe(
      "status 400 with application/json each time to requests with a body sent in two pieces and no Accept",
    );
    expect(outcomeOf(EVERY, refusedTwice)).toBe("passed");
  });

  test.each<readonly [string, readonly Given[]]>([
    ["refused once", [together(spellings), ...alone(spellings)]],
    ["one of which is refused alone", [together(spellings), together(spellings), together(["charset"])]],
    [
      "accepted the second time",
      [together(spellings), together(spellings, 413), together(spellings, 200), ...alone(spellings)],
    ],
    ["refused for their token", [together(spellings), together(spellings, 401), ...alone(spellings)]],
    ["answered with a 5xx", [together(spellings), together(spellings, 500), ...alone(spellings)]],
    [
      "refused by another check",
      [...[1, 2].map(() => ({ ...together(spellings), askedBy: "accepts-chunked-body/chunked" })), ...alone(spellings)],
    ],
    ["two pairs, each refused once", [together(spellings), together(needs), ...alone([...spellings, ...needs])]],
  ])("accuse nobody %s", (_what, given) => {
    const all = run(...given);
    const places = given.map((_, k) => k + 3);
    for (const id of [ID, EVERY] as const) {
      expect(outcomeOf(id, all, id === ID ? places : [])).not.toContain("each time to requests with");
    }
  });

  test("accuse nobody where no ordinary request was accepted after them, or where most are refused", () => {
    const twice = [together(needs), together(needs), ...alone(needs)];
    expect(outcomeOf(ID, [{}, ...twice], [1, 2])).toBe("passed");
    const byChance = Array.from({ length: 8 }, (_, k): Given => (k % 2 === 0 ? {} : { status: 400 }));
    expect(outcomeOf(ID, [...byChance, ...twice, {}], [8, 9])).toBe("passed");
  });
});
