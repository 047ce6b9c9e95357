import { describe, expect, test } from "vitest";
import { wideAxes } from "../bodies/dress.ts";
import { checks, outcomeOf } from "../testing/checks.ts";
import { type Given, historyOf } from "../testing/history.ts";
import type { Check, PlannedRequest } from "./check.ts";

const ID = "refuses-missing-member/missing-name";
const check = checks.find(({ id }) => id === ID) as Check;

const fresh = (start: number) => (k: number) => start + k;

/** What a refusal sends for many numbers, with certain dresses known. */
function sentWith(...dresses: readonly (readonly string[])[]): readonly PlannedRequest[] {
  const known = { dresses, refused: [] };
  return Array.from({ length: 100 }, (_, n) => check.next(fresh(1_000_000 + 7_919 * n), [], known)).flat();
}

describe("a request that is to be refused", () => {
  test("has the dress of a valid request that was accepted, each of them by turns", () => {
    const drawn = sentWith(["tabs", "chunked"], ["charset"]).map(({ features = [] }) => features.join(" "));

    expect(new Set(drawn)).toEqual(new Set(["tabs chunked", "charset"]));
  });

  test("keeps the members that its fault may be about", () => {
    expect(sentWith(["no-tag"]).every(({ features }) => features === undefined)).toBe(true);
  });

  test("is sent plainly where nothing is known", () => {
    const [request] = check.next(fresh(1_000_000), []);

    expect(request?.features).toBeUndefined();
    expect(sentWith().every(({ features }) => features === undefined)).toBe(true);
  });

  test("says the same in its dress", () => {
    const names = wideAxes("application/json").flatMap((axis) => axis.map(({ name }) => [name]));
    for (const { body } of sentWith(...names)) {
      const members: unknown = JSON.parse(new TextDecoder().decode(body ?? undefined));
      expect(Object.keys(members as object).sort()).toEqual(["id", "tag"]);
    }
  });

  test("is sent again plainly where it is let through in a dress", () => {
    const answered = (given: Given): readonly PlannedRequest[] =>
      check.next(fresh(1_000_000), historyOf({ kind: "not-a-plant", ...given }));

    expect(answered({ features: ["chunked"], status: 201 })).toMatchObject([{ framing: "content-length" }]);
    expect(answered({ features: ["chunked"], status: 400 })).toEqual([]);
    expect(answered({ status: 201 })).toEqual([]);
  });
});

describe("a refusal that was let through in a dress", () => {
  const dressed: Given = { kind: "not-a-plant", features: ["chunked"], status: 201 };

  test("fails with what became of the plain request, where that was let through as well", () => {
    expect(outcomeOf(ID, [{}, dressed, { kind: "not-a-plant", status: 202 }, {}], [1, 2])).toBe(
      "status 202 with application/json",
    );
  });

  test("fails with both where the plain one was refused", () => {
    expect(outcomeOf(ID, [{}, dressed, { kind: "not-a-plant", status: 400 }, {}], [1, 2])).toBe(
      "status 201 with application/json, and 400 with application/json when it was written and sent in the ordinary way",
    );
  });
});
