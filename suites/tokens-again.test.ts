/** A token that is refused and then sent again: what the second answer shows. */
import { expect, test } from "vitest";
import { checkNamed, inShort } from "./testing/checks.ts";
import { historyOf } from "./testing/history.ts";

const UNKNOWN = "unknown-token/value";

function observedOf(...statuses: readonly number[]): string {
  const run = historyOf({}, ...statuses.map((status) => ({ kind: "open" as const, status })), {});
  return inShort(checkNamed(UNKNOWN).judge(run.slice(1, -1), run).outcome);
}

test("an unknown token that is refused at first and let in at once after it is in the profile", () => {
  expect(observedOf(401)).toBe("401");
  expect(observedOf(401, 401)).toBe("401");
  expect(observedOf(401, 200)).toBe("401, then 200");
});

test("an unknown token that is refused, and left without an answer when it is sent again, has the status of the first", () => {
  const run = historyOf({}, { kind: "open", status: 401 }, { kind: "open", noAnswer: "timeout" }, {});
  expect(inShort(checkNamed(UNKNOWN).judge(run.slice(1, -1), run).outcome)).toBe("401");
});

test("a provider that takes any token is not asked about the plant that is there already", () => {
  expect(observedOf(200)).toBe("200");
  expect(observedOf(200, 409)).toBe("200");
});

test("the same bytes are sent again", () => {
  const known = { variants: [], refused: [] };
  const fresh = (k: number): number => 7_000_000 + k;
  const { next } = checkNamed(UNKNOWN);
  const first = next(fresh, [], known);
  expect(next(fresh, historyOf({ status: 401 }), known)).toEqual(first);
  expect(next(fresh, historyOf({ status: 401 }, { status: 401 }), known)).toEqual([]);
});

test("the least id that is refused is asked beside another, which counts", () => {
  const observed = (...statuses: readonly number[]): string => {
    const run = historyOf({}, ...statuses.map((status) => ({ kind: "open" as const, status })), {});
    return inShort(checkNamed("smallest-id/value").judge(run.slice(1, -1), run).outcome);
  };
  expect(observed(409, 200)).toBe(observed(200));
  expect(observed(400, 400)).not.toBe(observed(200));
});
