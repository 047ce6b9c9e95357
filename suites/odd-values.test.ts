import { describe, expect, test } from "vitest";
import { outcomeOf } from "./testing/checks.ts";
import type { Given } from "./testing/history.ts";

const valid = (status = 200): Given => ({ kind: "valid", status });

describe("an id that cannot be drawn", () => {
  const id = "accepts-every-positive-id/one";
  const one = (status: number): Given => ({ kind: "valid", status });
  const duplicate = (status: number): Given => ({ kind: "open", status });

  test.each<readonly [string, readonly Given[], string]>([
    ["passes accepted", [{}, one(200), {}], "passed"],
    [
      "may be taken where it is refused as a duplicate is",
      [{}, one(409), {}, duplicate(409), one(409), {}],
      "no-occasion",
    ],
    [
      "fails refused otherwise, both times",
      [{}, one(400), {}, duplicate(409), one(400), {}],
      "status 400 with application/json",
    ],
    ["passes accepted in the end", [{}, one(500), {}, duplicate(409), one(200), {}], "passed"],
    [
      "has the ordinary request beside the duplicate as a parent",
      [{}, one(400), {}, duplicate(409), one(400), { status: 500 }],
      "status 400 with application/json",
    ],
    ["is not judged without an answer", [{}, { kind: "valid", noAnswer: "timeout" }, {}], "no-answer"],
  ])("%s", (_title, given, expected) => {
    const own = given.map((_, place) => place).slice(1, -1);
    expect(outcomeOf(id, given, own)).toBe(expected);
  });

  test("is not judged where nothing was accepted before it", () => {
    expect(outcomeOf(id, [{ status: 500 }, one(400), {}, duplicate(409), one(400)], [1, 2, 3, 4])).toBe(
      "no-accepted-parent",
    );
  });

  test("never passes unsent", () => {
    expect(outcomeOf(id, [{}, {}], [])).toBe("run-ended");
  });
});

describe("an id right after its neighbour beyond 2^53", () => {
  const id = "tells-large-ids-apart/neighbours";

  test.each<readonly [string, readonly Given[], readonly number[], string]>([
    ["passes accepted", [{}, valid(), valid(), {}], [1, 2], "passed"],
    [
      "fails refused both times",
      [{}, valid(), valid(409), valid(), valid(409), {}],
      [1, 2, 3, 4],
      "status 409 with application/json",
    ],
    ["passes accepted the second time", [{}, valid(), valid(409), valid(), valid(), {}], [1, 2, 3, 4], "passed"],
    [
      "has no occasion where after one neighbour the first of a second pair is refused, too",
      [{}, valid(), valid(409), valid(400), {}],
      [1, 2, 3],
      "no-occasion",
    ],
    ["has no occasion where the first of the two is refused", [{}, valid(400), {}], [1], "no-occasion"],
    [
      "passes accepted after a smaller one, where a large one is refused",
      [{}, valid(400), valid(), valid(), {}],
      [1, 2, 3],
      "passed",
    ],
    [
      "fails refused both times after a smaller one, where a large one is refused",
      [{}, valid(400), valid(), valid(409), valid(), valid(409), {}],
      [1, 2, 3, 4, 5],
      "status 409 with application/json",
    ],
    ["has no occasion where a smaller one is refused, too", [{}, valid(400), valid(400), {}], [1, 2], "no-occasion"],
    ["is not judged without an answer", [{}, { kind: "valid", noAnswer: "timeout" }, {}], [1], "no-answer"],
    ["is not judged unsent", [{}, {}], [], "run-ended"],
  ])("%s", (_title, given, own, expected) => {
    expect(outcomeOf(id, given, own)).toBe(expected);
  });
});

describe("where two ordinary requests of the run are refused, an id that is refused both times", () => {
  const judged = (ordinary: number): string => {
    const before = Array.from({ length: ordinary - 1 }, (_, place): Given => (place < 2 ? { status: 500 } : {}));
    const asked: readonly Given[] = [valid(400), {}, { kind: "open", status: 409 }, valid(400)];
    return outcomeOf(
      "accepts-every-positive-id/one",
      [...before, ...asked],
      [0, 1, 2, 3].map((k) => before.length + k),
    );
  };

  test("is not judged where so many are refused that it may be one of them", () => {
    expect(judged(25)).toBe("no-accepted-parent");
  });

  test("fails where hardly any are refused", () => {
    expect(judged(67)).toBe("status 400 with application/json");
  });
});
