/** The result is written in parts: together they are the text that JSON.stringify makes of it at once. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { budget } from "../proof/readers/budget.ts";
import { safeJson, sizeInJson } from "../result/safe-text.ts";
import { sampleResult } from "../result/testing/sample-result.ts";
import { harParts } from "./har.ts";
import { isArranged, jsonParts, renderJson } from "./json.ts";
import { judge } from "../library/index.ts";
import { startServer } from "../reference-impl/server.ts";

/** Objects of every kind of value, with members and texts of every kind. */
const objects = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "binary" }), { maxKeys: 6 });

describe("JSON in parts", () => {
  test("is the text that is made at once, for any object", () => {
    fc.assert(
      fc.property(objects, (value) => {
        expect([...jsonParts(value, "as-it-came")].join("")).toBe(`${safeJson(JSON.stringify(value, null, 2))}\n`);
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

/** The same value with the members of every object the other way round. */
function reversed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  const members = Object.entries(value).toReversed();
  return Object.fromEntries(members.map(([name, member]) => [name, reversed(member)]));
}

describe("the order of the members", () => {
  test("is the same however an exchange was put together", () => {
    const exchanges = reversed(sampleResult.exchanges) as typeof sampleResult.exchanges;
    expect(exchanges.filter(isArranged)).toEqual([]);
    expect(renderJson({ ...sampleResult, exchanges })).toBe(renderJson(sampleResult));
  });

  test("is the one in which a run records exchanges and checks: they are written as they are", async () => {
    const token = "token-of-the-order";
    await using server = await startServer({ token });
    const { exchanges, requirements } = await judge({ url: server.url, token, contracts: false });
    expect(exchanges.length).toBeGreaterThan(100);
    expect(exchanges.filter((one) => !isArranged(one))).toEqual([]);
    expect(requirements.filter((one) => !isArranged(one))).toEqual([]);
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
