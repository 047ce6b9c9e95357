import { expect, test } from "vitest";
import { outcomeOf } from "./testing/checks.ts";
import type { Given } from "./testing/history.ts";

const unknownMember = (status: number): Given => ({ kind: "open", askedBy: "unknown-members/value", status });
const refused: Given = { kind: "not-a-plant", status: 400 };

test.each<readonly [string, readonly Given[], readonly number[], string]>([
  ["passes refused beside an unknown member that is accepted", [{}, unknownMember(200), refused, {}], [2], "passed"],
  ["says nothing where unknown members are refused", [{}, unknownMember(400), refused, {}], [2], "no-occasion"],
  ["passes refused where no unknown member was asked for", [{}, refused, {}], [1], "passed"],
  [
    "fails accepted, whatever becomes of unknown members",
    [{}, unknownMember(400), { kind: "not-a-plant" }, {}],
    [2],
    "status 200 with application/json",
  ],
])("NaN in an unknown member %s", (_title, given, own, expected) => {
  expect(outcomeOf("refuses-malformed-json/nan-in-unknown-member", given, own)).toBe(expected);
});

test("a request without Authorization is judged by itself where an accepted one went before it", () => {
  const id = "requires-authorization/after-accepted";
  const kept = (status: number): Given => ({ kind: "not-allowed", status });
  expect(outcomeOf(id, [{}, {}, kept(401), {}], [1, 2])).toBe("passed");
  expect(outcomeOf(id, [{}, {}, kept(200), {}], [1, 2])).toContain("status 200");
  expect(outcomeOf(id, [{}, {}], [1])).toBe("run-ended");
});
