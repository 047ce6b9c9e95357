/** A hint helps only if its name is similar to the written one. */
import { expect, test } from "vitest";
import { nearName } from "./near-name.ts";

test.each([
  ["retruns-name", ["returns-name", "refuses-no-body"], "returns-name"],
  ["Strikt", ["strict", "skip"], "strict"],
  ["baseURL", ["base-url", "baseline"], "base-url"],
  ["tokn", ["token", "timeout"], "token"],
  ["htm", ["html", "text"], "html"],
  ["parallel", ["ca", "rate", "profile"], null],
  ["x", ["id", "ca"], null],
  ["", ["id"], null],
  ["retries", ["proxy", "rate", "trace"], null],
  ["anything", [], null],
])("%s among %s is %s", (given, known, near) => {
  expect(nearName(given, known)).toBe(near);
});
