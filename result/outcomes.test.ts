import { expect, test } from "vitest";
import { isNotJudged, isUnmet, reasonOf, valueOf } from "./result.ts";
import { check } from "./testing/outcomes.ts";

const statuses = ["passed", "failed", "waived", "not-judged", "observed"] as const;

test("a check is not judged by its status alone", () => {
  expect(statuses.filter((status) => isNotJudged(check({ status })))).toEqual(["not-judged"]);
});

test("what failed is not met, with a waiver or without", () => {
  expect(statuses.filter(isUnmet)).toEqual(["failed", "waived"]);
});

test("a check has a reason where it was not judged or waived, and a value where it observed one", () => {
  const known = statuses.map((status) => check({ status, reason: "known" }));
  expect(known.map(reasonOf)).toEqual([undefined, undefined, "known", "known", undefined]);
  expect(known.map(valueOf)).toEqual([undefined, undefined, undefined, undefined, "200"]);
  expect(valueOf(check({ status: "failed", value: "409" }))).toBe("409");
});
