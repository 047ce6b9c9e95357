import { describe, expect, test, vi } from "vitest";
import { expressionOf } from "../../spec/pattern/run-pattern.ts";
import { shapeOf } from "../../spec/schema-shape.ts";
import { matchingText, resized } from "./pattern-texts.ts";

function textsOf(pattern: string, more: object = {}): readonly (string | undefined)[] {
  const schema = { type: "string" as const, pattern, ...more };
  const shape = shapeOf({ schema }, { schema, path: "/schema" });
  return [1, 2, 3, 4, 5].map((n) => matchingText(shape, n));
}

describe("texts are found for a pattern that", () => {
  test.each([
    ["has no plain text", String.raw`^[0-9]{1,9}\.[0-9]{2}$`, {}],
    ["escapes a sign that needs no escape", String.raw`^[A-Z]{2}\-\d{4}\/[a-z\_]+$`, {}],
    ["asks by looking ahead for signs of several kinds", "^(?=.*[0-9])(?=.*[a-z])(?=.*[A-Z]).{8,}$", { minLength: 10 }],
    ["shuts out a word by looking ahead", "^(?!admin$)[a-z]{3,12}$", {}],
    ["names a property of Unicode", String.raw`^\p{L}+$`, {}],
  ])("%s", (_kind, pattern, more) => {
    const texts = textsOf(pattern, more);
    expect(new Set(texts).size).toBe(5);
    for (const text of texts) expect([text, expressionOf(pattern).test(text ?? "")]).toEqual([text, true]);
  });

  test("stays plain where it may", () => {
    for (const text of textsOf("^.{3,9}$")) expect(text).toMatch(/^[A-Za-z0-9 ]+$/);
  });
});

test("none is found for a pattern that nothing matches", () => {
  expect(textsOf("^(?=a)b$")).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test("a text of a pattern with repeats within repeats is found soon, at its greatest length, too", () => {
  const pattern = String.raw`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$`;
  const schema = { type: "string" as const, pattern, minLength: 4, maxLength: 253 };
  const shape = shapeOf({ schema }, { schema, path: "/schema" });
  // The texts that were drawn from a pattern are remembered.
  matchingText(shape, 0);
  const tried = vi.spyOn(RegExp.prototype, "test");
  const texts = [matchingText(shape, 1), matchingText(shape, 1, 253)];
  const count = tried.mock.calls.length;
  tried.mockRestore();
  expect(texts.map((text) => expressionOf(pattern).test(text ?? ""))).toEqual([true, true]);
  expect(texts[1]).toHaveLength(253);
  expect(count).toBeLessThan(200);
});

test("a text of no wanted length is not made longer or shorter", () => {
  expect([...resized("ab", undefined)]).toEqual([]);
  expect([...resized("ab", 3)]).toEqual(["aab", "abb"]);
});
