/** Labels that another plant already has: what is sent, and what counts. */
import { describe, expect, test } from "vitest";
import type { PlannedRequest } from "../checks/check.ts";
import { checkNamed, outcomeOf } from "../testing/checks.ts";
import { type Given, answered } from "../testing/history.ts";

const { next } = checkNamed("returns-tag/name-again");
const fresh = (k: number): number => 7_000_000 + k;

/** The requests that follow when the first plant was answered with this status. */
function after(status: number): readonly PlannedRequest[] {
  const [first] = next(fresh, []);
  return first === undefined ? [] : next(fresh, [answered(first, { status }, 0)]);
}

test("a plant has the name of one that was accepted, and another its tag", () => {
  const [first] = next(fresh, []);
  const [named, tagged] = after(200);
  expect([named?.kind, tagged?.kind]).toEqual(["open", "open"]);
  expect(named?.plant?.name).toBe(first?.plant?.name);
  expect(named?.plant?.tag).not.toBe(first?.plant?.tag);
  expect(tagged?.plant?.tag).toBe(first?.plant?.tag);
  expect(tagged?.plant?.name).not.toBe(first?.plant?.name);
  const bodies = [first, named, tagged].map((request) => new TextDecoder().decode(request?.body ?? undefined));
  expect(new Set(bodies.map((body) => (JSON.parse(body) as { id: number }).id)).size).toBe(3);
});

test("nothing has the labels of a plant that was refused", () => {
  expect(after(400)).toEqual([]);
});

describe("the tag beside a name again", () => {
  const first: Given = { plant: { name: "Fern", tag: "moss" } };
  const again = (more: Given): string =>
    outcomeOf(
      "returns-tag/name-again",
      [first, { kind: "open", plant: { name: "Fern", tag: "bark" }, ...more }],
      [0, 1],
    );

  test("has to come back where the request is accepted", () => {
    expect(again({})).toBe("passed");
    expect(again({ body: '{"name":"Fern","tag":"moss"}' })).toBe('/tag "moss"');
    expect(again({ body: '{"name":"Fern"}' })).toBe("/tag no such member");
  });

  test("shows nothing where the request is refused", () => {
    expect(again({ status: 409 })).toBe("no-occasion");
  });
});

describe("a plant with the tag of another request", () => {
  const runWith = (body: string): readonly Given[] => [
    { plant: { name: "Fern", tag: "moss" } },
    { kind: "open", plant: { name: "Fern", tag: "bark" } },
    { kind: "open", plant: { name: "Aloe", tag: "moss" }, body },
  ];

  test("has to come back with its tag, too", () => {
    const run = runWith('{"name":"Aloe"}');
    expect(outcomeOf("returns-tag/name-again", run, [0, 1, 2])).toBe("/tag no such member");
  });

  test("is left to the question whether answers are kept apart, where another plant comes back", () => {
    const run = runWith('{"name":"Fern","tag":"bark"}');
    expect(outcomeOf("returns-tag/name-again", run, [0, 1, 2])).toBe("passed");
    expect(outcomeOf("keeps-answers-apart/at-once", run)).toBe("/name the name of another request of this run");
  });
});
