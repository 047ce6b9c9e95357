/** The result is written in parts: together they are the text that JSON.stringify makes of it at once. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { budget } from "../proof/readers/budget.ts";
import { safeJson, sizeInJson } from "../result/safe-text.ts";
import { sampleResult } from "../result/testing/sample-result.ts";
import { harParts } from "./har.ts";
import { jsonParts } from "./json.ts";

/** Objects of every kind of value, with members and texts of every kind. */
const objects = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "binary" }), { maxKeys: 6 });

describe("JSON in parts", () => {
  test("is the text that is made at once, for any object", () => {
    fc.assert(
      fc.property(objects, (value) => {
        expect([...jsonParts(value)].join("")).toBe(`${safeJson(JSON.stringify(value, null, 2))}\n`);
      }),
      budget(300),
    );
  });

  test("has no part that is longer than one exchange, in JSON and in HAR", () => {
    const long = "\u0080".repeat(10_000);
    const [exchange] = sampleResult.exchanges;
    const exchanges = Array.from({ length: 50 }, () => ({
      ...exchange,
      request: { ...exchange?.request, url: long },
    })) as unknown as typeof sampleResult.exchanges;
    for (const parts of [jsonParts({ ...sampleResult, exchanges }), harParts({ ...sampleResult, exchanges })]) {
      const longest = Math.max(...Array.from(parts, ({ length }) => length));
      expect(longest).toBeGreaterThan(60_000);
      expect(longest).toBeLessThan(130_000);
    }
  });
});

test("the size of a text in JSON is the size that it has there, escapes included", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      expect(sizeInJson(text)).toBe(
        Buffer.byteLength([...jsonParts({ text })].join("")) - '{\n  "text": ""\n}\n'.length,
      );
    }),
    budget(500),
  );
  expect(sizeInJson("\u0080".repeat(30_500))).toBe(6 * 30_500);
});
