import { describe, expect, test } from "vitest";
import type { CheckId, Known, Sent } from "../checks/check.ts";
import { checkNamed, outcomeOf } from "../testing/checks.ts";
import { type Given, answered, historyOf } from "../testing/history.ts";
import { refusedAsDuplicate } from "./values-scarce-ids.ts";

const valid = (status = 200): Given => ({ kind: "valid", status });

const withId = (id: number): string => JSON.stringify({ id, name: "Fern" });

/** An id that cannot be drawn, an ordinary plant, and its duplicate. */
const theOne = (status: number): Given => ({ kind: "valid", status, mayMeet: "taken-id", sent: withId(1) });
const ordinaryPlant = (id = 2_000_001): Given => ({ sent: withId(id) });
const duplicate = (status: number, id = 2_000_001): Given => ({
  kind: "open",
  status,
  mayMeet: "taken-id",
  sent: withId(id),
});

describe("an id that cannot be drawn", () => {
  const id = "accepts-every-positive-id/one";
  const other = 3_000_001;

  test.each<readonly [string, readonly Given[], string]>([
    ["passes accepted", [{}, theOne(200), {}], "passed"],
    [
      "may be taken where it is refused as a duplicate is",
      [{}, theOne(409), ordinaryPlant(), duplicate(409), theOne(409), {}],
      "no-occasion",
    ],
    [
      "may be taken where one of its refusals is one of those of duplicates",
      [{}, theOne(422), ordinaryPlant(), duplicate(409), theOne(400), ordinaryPlant(other), duplicate(422, other), {}],
      "no-occasion",
    ],
    [
      "may be taken where duplicates are accepted by one node and refused by another",
      [{}, theOne(409), ordinaryPlant(), duplicate(200), theOne(409), ordinaryPlant(other), duplicate(400, other), {}],
      "no-occasion",
    ],
    [
      "fails refused otherwise, both times",
      [{}, theOne(400), ordinaryPlant(), duplicate(409), theOne(400), {}],
      "status 400 with application/json",
    ],
    [
      "fails where duplicates are accepted each time",
      [{}, theOne(400), ordinaryPlant(), duplicate(200), theOne(400), ordinaryPlant(other), duplicate(200, other), {}],
      "status 400 with application/json",
    ],
    [
      "fails where a duplicate is answered with a server error",
      [{}, theOne(400), ordinaryPlant(), duplicate(409), theOne(400), ordinaryPlant(other), duplicate(500, other), {}],
      "status 400 with application/json",
    ],
    ["passes accepted in the end", [{}, theOne(500), ordinaryPlant(), duplicate(409), theOne(200), {}], "passed"],
    [
      "has the ordinary request beside the duplicate as a parent",
      [{}, theOne(400), ordinaryPlant(), duplicate(409), theOne(400), { status: 500 }],
      "status 400 with application/json",
    ],
    ["is not judged without an answer", [{}, { kind: "valid", noAnswer: "timeout" }, {}], "no-answer"],
  ])("%s", (_title, given, expected) => {
    const own = given.map((_, place) => place).slice(1, -1);
    expect(outcomeOf(id, given, own)).toBe(expected);
  });

  test("may be taken by its first refusal, and not by a request without an answer", () => {
    const unanswered: Given = { ...theOne(409), noAnswer: "timeout" };
    const run = historyOf({}, unanswered, ordinaryPlant(), duplicate(409), theOne(409), {});
    expect(refusedAsDuplicate(run.slice(1, -1), run)?.index).toBe(4);
  });

  test("is not judged where nothing was accepted before it", () => {
    expect(
      outcomeOf(id, [{ status: 500 }, theOne(400), ordinaryPlant(), duplicate(409), theOne(400)], [1, 2, 3, 4]),
    ).toBe("no-accepted-parent");
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
      "passes accepted the third time",
      [{}, valid(), valid(409), valid(), valid(409), valid(), valid(), {}],
      [1, 2, 3, 4, 5, 6],
      "passed",
    ],
    [
      "has no occasion where after one neighbour the first of another pair is refused, too",
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
    ["is not judged where the run ended before the second of the two", [{}, valid(), {}], [1], "run-ended"],
    ["is not judged unsent", [{}, {}], [], "run-ended"],
    ["is not judged where the run ended before the neighbour", [{}, valid(), {}], [1], "run-ended"],
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

describe("the ids that are sent", () => {
  const fresh = (k: number): number => 7_000_001 + k;

  /** The ids that a check sends, one after the other, when they are answered with these statuses. */
  function sentIds(id: CheckId, statuses: readonly number[], known?: Known): readonly bigint[] {
    const own: Sent[] = [];
    const ids: bigint[] = [];
    for (const status of [...statuses, 500]) {
      const [request] = checkNamed(id).next(fresh, own, known);
      if (request === undefined) return ids;
      ids.push(BigInt(/"id":(\d+)/.exec(new TextDecoder().decode(request.body ?? undefined))?.[1] ?? 0));
      own.push(answered(request, { status }, own.length));
    }
    throw new Error("It asks for more");
  }

  const neighbours = "tells-large-ids-apart/neighbours";
  const top = 2n ** 62n;
  const isPair = ([one = 0n, other = 0n]: readonly bigint[]): boolean =>
    other === one + 1n && Number(one) === Number(other) && String(one).slice(0, -1) === String(other).slice(0, -1);

  test("to tell neighbours apart are two, which a double and all digits but the last take for one", () => {
    const ids = sentIds(neighbours, [200, 200]);
    expect([ids.length, isPair(ids), ids.every((id) => id > top && String(id).length === 19)]).toEqual([2, true, true]);
    expect(sentIds(neighbours, [200, 409, 400])).toHaveLength(3);
  });

  test("to tell neighbours apart have names and tags that a limit of length takes, if it takes those before them", () => {
    const { next } = checkNamed(neighbours);
    for (let seed = 0; seed < 50; seed += 1) {
      const drawn = (k: number): number => 1_000_000 + seed * 7_919_003 + k;
      const [first] = next(drawn, []);
      if (first === undefined) throw new Error("It asks nothing");
      const [second] = next(drawn, [answered(first, {}, 0)]);
      expect(second?.plant?.name).not.toBe(first.plant?.name);
      expect(second?.plant?.name?.length).toBeLessThanOrEqual(first.plant?.name?.length ?? 0);
      expect(second?.plant?.tag?.length).toBeLessThanOrEqual(first.plant?.tag?.length ?? 0);
    }
  });

  test("are up to two other pairs, where the second one is refused", () => {
    const ids = sentIds(neighbours, [200, 409, 200, 409, 200, 409]);
    expect([0, 2, 4].map((k) => isPair(ids.slice(k, k + 2)))).toEqual([true, true, true]);
    expect([new Set(ids).size, ids.every((id) => id > top && id < 2n ** 63n)]).toEqual([6, true]);
  });

  test("are smaller pairs, where a large one is refused", () => {
    const [large = 0n, ...smaller] = sentIds(neighbours, [400, 200, 409, 200, 409, 200, 200]);
    expect([large > top, ...[0, 2, 4].map((k) => isPair(smaller.slice(k, k + 2)))]).toEqual([true, true, true, true]);
    expect([new Set(smaller).size, smaller.every((id) => id > 2n ** 53n && id < 2n ** 54n)]).toEqual([6, true]);
    expect(sentIds(neighbours, [400, 400])).toHaveLength(2);
  });

  test.each<readonly [string, bigint, bigint]>([
    ["beyond-31-bits", 2n ** 31n, 2n ** 31n],
    ["beyond-32-bits", 2n ** 32n, 2n ** 32n],
    ["beyond-53-bits", 2n ** 53n, 2n ** 53n],
    ["near-the-top", 2n ** 63n - 4n * 10n ** 12n, 10n ** 12n],
  ])("to ask %s end as the one that was accepted, and are different each time", (slug, least, unit) => {
    const known: Known = { variants: [], refused: [], acceptedId: 1_234_567 };
    const ids = sentIds(`accepts-every-positive-id/${slug}` as CheckId, [409, 409, 409], known);
    expect([ids.length, new Set(ids).size]).toEqual([3, 3]);
    for (const id of ids) {
      expect([id % unit, id > least, id < 2n ** 63n - 1n]).toEqual([1_234_567n % unit, true, true]);
    }
  });
});
