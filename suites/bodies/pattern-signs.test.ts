/** A valid text with the signs of a pattern that the plainest text lacks. */
import { describe, expect, test } from "vitest";
import { expressionOf } from "../../spec/pattern/run-pattern.ts";
import { shapeOf } from "../../spec/schema-shape.ts";
import type { Shape } from "../../spec/schema.ts";
import { signsOf, textWithSigns } from "./pattern-texts.ts";

const shaped = (pattern: string, more: object = {}): Shape => {
  const schema = { type: "string" as const, pattern, ...more };
  return shapeOf({ schema }, { schema, path: "/schema" });
};

test.each([
  [String.raw`^\+?[0-9 ]{5,20}$`, "+ "],
  ["^[A-Z0-9-]{3,20}$", "-"],
  [String.raw`^[\w-.]{2,19}(?:@[a-z]+)?$`, "_-.@"],
  [String.raw`^[+-.]?(?=.*[!#])[^<>]{2,}\x2c\u{3b}\p{Lu}$`, "!#"],
  ["^.{3,9}$", ""],
  [String.raw`^\d+(?:\.\d+)?$`, "."],
])("the signs that %s names", (pattern, signs) => {
  expect(Array.from(signsOf([pattern])).join("")).toBe(signs);
});

describe("a text with signs", () => {
  test.each([
    [String.raw`^\+?[0-9 ]{5,20}$`, {}, /^\+.*[0-9] .*[0-9]$/],
    ["^[A-Z0-9-]{3,20}$", {}, /-/],
    ["^[a-z._]+$", { minLength: 12, maxLength: 14 }, /^(?=.*\.)(?=.*_).{12,14}$/],
    [String.raw`^\d+(?:\.\d+)?$`, {}, /\./],
  ])("is found for %s", (pattern, more, expected) => {
    for (const n of [0, 1, 2, 3, 4]) {
      const found = textWithSigns(shaped(pattern, more), n);
      expect([found, expressionOf(pattern).test(found ?? "")]).toEqual([found, true]);
      expect(found).toMatch(expected);
      expect(found?.trim()).toBe(found);
    }
  });

  test.each(["^[A-Z]{2}-[0-9]{3}$", "^.{3,9}$", "^[^<>]+$", "^[a-z]+$"])(
    "is none for %s, where each text has the same signs of the pattern's",
    (pattern) => {
      expect(textWithSigns(shaped(pattern), 0)).toBeUndefined();
    },
  );
});
