/** Numbers in sentences are written without locale tables, but look the same. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { count, number } from "./safe-text.ts";

test("a whole number has its thousands apart as in American English", () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (n) => number(n) === n.toLocaleString("en-US")));
  expect([0, 999, 1000, 123_456, 1_234_567].map(number)).toEqual(["0", "999", "1,000", "123,456", "1,234,567"]);
  expect([count(1, "check"), count(1234, "check")]).toEqual(["1 check", "1,234 checks"]);
});
