/** What is accepted in place of a member's own type decides the cause. */
import { expect, test } from "vitest";
import { wrongType } from "./accepted-bodies.ts";
import type { Failures, FoundFailure } from "./found-failures.ts";

/** An accepted body whose `id` is of another type, as a check with this slug sends it. */
function accepted(slug: string, id: unknown): FoundFailure {
  const check = { id: `refuses-invalid-member/${slug}`, keyword: "type" };
  const seen = { sent: { id, name: "Fern" }, answer: { name: "Fern" } };
  return { requirement: { id: "refuses-invalid-member" }, check, seen } as unknown as FoundFailure;
}

const boolean = accepted("id-is-boolean", true);
const longBody = accepted("in-long-body", false);
const nothing = accepted("id-is-null", null);
const text = accepted("id-is-number-in-string", "7");

test.each([
  ["booleans alone are taken as integers", [boolean, longBody], ["booleans-as-integers", "booleans-as-integers"]],
  ["booleans and null are two causes", [boolean, nothing], ["booleans-as-integers", "null-accepted"]],
  ["null alone is its own cause", [nothing], ["null-accepted"]],
  ["texts too are a conversion of types", [boolean, text], ["types-converted", "types-converted"]],
])("%s", (_what, all, causes) => {
  const failures = { all, checks: new Set(all.map(({ check }) => check.id)) } as unknown as Failures;
  expect(all.map((one) => wrongType(one, failures))).toEqual(causes);
});
