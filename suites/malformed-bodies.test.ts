import { expect, test } from "vitest";
import type { Check } from "./checks/check.ts";
import { checks, outcomeOf } from "./testing/checks.ts";
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

test("a cut body has every required member before the cut, whatever order the provider accepts", () => {
  const check = checks.find(({ id }) => id === "refuses-malformed-json/cut-short") as Check;
  const variants = [["members-reversed", "first-member-last", "last-member-first"]];
  const bodies = Array.from({ length: 40 }, (_, turn) => {
    const [request] = check.next(() => 7_000_001 + turn, [], { variants, refused: [], turn });
    return new TextDecoder().decode(request?.body ?? undefined);
  });
  for (const body of bodies) expect(body).toMatch(/^\{"id":\d+,"name":"[^"]+",/);
});
