import { expect, test } from "vitest";
import { likelihoodOf } from "./taken-share.ts";

test.each([
  [0, 0, "open"],
  [1, 1, "open"],
  [3, 3, "open"],
  [4, 4, "many"],
  [20, 1, "open"],
  [60, 1, "few"],
  [100, 2, "few"],
  [50, 7, "many"],
  [100, 9, "many"],
  [200, 13, "open"],
] as const)("of %d ids, %d that are taken are %s", (asked, taken, shown) => {
  expect(likelihoodOf({ asked, taken })).toBe(shown);
});
