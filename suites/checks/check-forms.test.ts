import { describe, expect, test } from "vitest";
import { wideAxes } from "./request-variants.ts";
import { checks, evidenceOf, outcomeOf } from "../testing/checks.ts";
import { type Given, historyOf, lookedAt } from "../testing/history.ts";
import type { FoundOnArrival } from "./decoded-answer.ts";
import type { Check, PlannedRequest } from "./check.ts";
import { invariant } from "./check-forms.ts";

const ID = "refuses-missing-member/missing-name";
const check = checks.find(({ id }) => id === ID) as Check;

const fresh = (start: number) => (k: number) => start + k;

/** The requests of a refusal in many turns, with certain variants known. */
function sentWith(...variants: readonly (readonly string[])[]): readonly PlannedRequest[] {
  return Array.from({ length: 100 }, (_, turn) =>
    check.next(fresh(1_000_000 + 7_919 * turn), [], { variants, refused: [], turn }),
  ).flat();
}

describe("a request that is to be refused", () => {
  test("has features of valid requests that were accepted, by turns", () => {
    const drawn = sentWith(["tabs", "chunked"], ["charset"]).flatMap(({ features = [] }) => features);

    expect(new Set(drawn)).toEqual(new Set(["tabs", "chunked", "charset"]));
  });

  test("keeps the members that its fault may be about", () => {
    expect(sentWith(["no-tag"]).every(({ features }) => features === undefined)).toBe(true);
  });

  test("is sent plainly where nothing is known", () => {
    const [request] = check.next(fresh(1_000_000), []);

    expect(request?.features).toBeUndefined();
    expect(sentWith().every(({ features }) => features === undefined)).toBe(true);
  });

  test("says the same in its variant", () => {
    const names = wideAxes("application/json").flatMap((axis) => axis.map(({ name }) => [name]));
    for (const { body } of sentWith(...names)) {
      const members: unknown = JSON.parse(new TextDecoder().decode(body ?? undefined));
      expect(Object.keys(members as object).sort()).toEqual(["id", "tag"]);
    }
  });

  test("is sent again plainly where it is let through in a variant", () => {
    const answered = (given: Given): readonly PlannedRequest[] =>
      check.next(fresh(1_000_000), historyOf({ kind: "not-a-plant", ...given }));

    expect(answered({ features: ["chunked"], status: 201 })).toMatchObject([{ framing: "content-length" }]);
    expect(answered({ features: ["chunked"], status: 400 })).toEqual([]);
    expect(answered({ status: 201 })).toEqual([]);
  });
});

describe("a refusal that was let through in a variant", () => {
  const varied: Given = { kind: "not-a-plant", features: ["chunked"], status: 201 };

  test("fails with what became of the plain request, where that was let through as well", () => {
    expect(outcomeOf(ID, [{}, varied, { kind: "not-a-plant", status: 202 }, {}], [1, 2])).toBe(
      "status 202 with application/json",
    );
  });

  test("fails with both where the plain one was refused", () => {
    expect(outcomeOf(ID, [{}, varied, { kind: "not-a-plant", status: 400 }, {}], [1, 2])).toBe(
      "status 201 with application/json, and 400 with application/json when it was written and sent in the ordinary way",
    );
  });
});

test("a refusal that was let through in a variant and plainly is shown by both, the plain one first", () => {
  const varied: Given = { kind: "not-a-plant", features: ["chunked"], status: 201 };
  expect(evidenceOf(ID, [{}, varied, { kind: "not-a-plant", status: 202 }, {}], [1, 2])).toEqual([2, 1]);
});

test("a valid request in an unusual form has features that were accepted, and none when it is asked again", () => {
  const [chunked] = checks.filter((one) => one.id === "accepts-chunked-body/chunked");
  const known = (turn: number) => ({ variants: [["tabs"]], refused: [], turn });
  const first = Array.from({ length: 8 }, (_, turn) => chunked?.next(fresh(1_000_000), [], known(turn)) ?? []).flat();
  const again = Array.from({ length: 8 }, (_, turn) =>
    chunked?.next(fresh(1_000_000), historyOf({ kind: "valid", status: 400 }), known(turn)),
  );

  expect(new Set(first.map(({ features }) => features?.join()))).toEqual(new Set(["tabs", undefined]));
  expect(again.flat().map((request) => request?.features)).toEqual(again.map(() => undefined));
});

describe("a valid request in an unusual form", () => {
  const id = "accepts-chunked-body/chunked";
  const text = JSON.stringify({ id: 7_000_001, name: "Fern", tag: "moss" });
  const plant = { name: "Fern", tag: "moss" };
  const chunked = (status: number): Given => ({ kind: "valid", askedBy: id, plant, sent: text, status });
  /** Ordinary requests, two of which were refused. */
  const ordinary = (count: number): readonly Given[] =>
    Array.from({ length: count }, (_, place) => (place === 1 || place === 2 ? { status: 500 } : {}));

  test("that is answered with another success is reported for the plant, where one in the same form was accepted", () => {
    const run = [{}, chunked(201), chunked(200), {}];
    expect(outcomeOf(id, run, [1, 2])).toBe("passed");
    expect(outcomeOf("accepts-valid-plant/with-every-member", run, [0])).toBe("status 201 with application/json");
  });

  test("that is answered with another success is reported for its form, where none in it was accepted", () => {
    expect(outcomeOf(id, [{}, chunked(201), chunked(400), chunked(400), {}], [1, 2, 3])).toBe(
      "status 201 with application/json",
    );
  });

  test("that is refused each time is not judged where ordinary requests are refused so often", () => {
    const after = [chunked(400), {}, chunked(400), {}, chunked(400), {}];
    expect(outcomeOf(id, [...ordinary(6), ...after], [6, 8, 10])).toBe("no-accepted-parent");
    expect(outcomeOf(id, [...ordinary(6), chunked(200), {}], [6])).toBe("passed");
    expect(outcomeOf(id, [...ordinary(30), ...after], [30, 32, 34])).toBe("status 400 with application/json");
    expect(outcomeOf(id, [...ordinary(30), ...after], [30, 32])).toBe("no-accepted-parent");
  });

  test("that is refused each time is reported for the plant however often ordinary requests are", () => {
    const short = "accepts-valid-plant/name-of-3-letters";
    const after = [1, 2, 3].flatMap((): readonly Given[] => [{ kind: "valid", askedBy: short, status: 400 }, {}]);
    expect(outcomeOf(short, [...ordinary(6), ...after], [6, 8, 10])).toBe("status 400 with application/json");
  });

  test("that is refused each time is not judged where no ordinary request was accepted in between", () => {
    const [refused, wrong] = [chunked(400), { kind: "not-a-plant", status: 400 } as const];
    const run = [...ordinary(30), refused, wrong, refused, {}, refused, {}];
    expect(outcomeOf(id, run, [30, 32, 34])).toBe("no-accepted-parent");
  });
});

test("an invariant has what it found when the answer arrived, and asks again where it found nothing then", () => {
  const label = { requirement: "a", slug: "b", title: "A check" };
  const finding = { where: "/a", expected: "b", seen: "c" };
  const asking = invariant(label, { what: "a 200", select: (run) => run, ask: () => [] });
  const judged = (found: FoundOnArrival): string => asking.judge([], [lookedAt(found)]).outcome.status;
  expect(judged(new Map([["a/b", [finding]]]))).toBe("failed");
  expect(judged(new Map([["c/d", [finding]]]))).toBe("passed");
});
