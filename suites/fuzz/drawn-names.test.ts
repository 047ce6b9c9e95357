/** The ordinary values that fuzzing draws. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readOperation } from "../../spec/read-operation.ts";
import { memberFor } from "../checks/check-requests.ts";
import { ordinaryValue } from "./fuzz-cases.ts";

test("the words of an ordinary name are too long to be a word of a language by chance", () => {
  const name = memberFor(readOperation(), "label");
  if (name === undefined) throw new Error("There is no name");
  const names = fc.sample(ordinaryValue(name), { numRuns: 500, seed: 1 }).map((text) => JSON.parse(text) as string);
  expect(names.some((text) => text.includes(" "))).toBe(true);
  for (const text of names) expect(text).toMatch(/^[A-Za-z]{5,}(?: [A-Za-z]{5,})?$/u);
});
