/** Values are drawn in the spelling that people use. */
import { describe, expect, test } from "vitest";
import { ordinaryLiteral } from "./ordinary-values.ts";
import { operationWith } from "./testing/other-schemas.ts";

const N = 123_456_789;

describe("values as people write them:", () => {
  const weights = { type: "number", minimum: 0, maximum: 1, multipleOf: 0.1 };
  const extraOf = (schema: object, n: number): unknown => {
    const operation = operationWith(({ allOf }) => ({
      allOf: [...allOf, { properties: { extra: schema }, required: ["extra"] }],
    }));
    const extra = operation.request.members.find(({ name }) => name === "extra");
    if (extra === undefined) throw new Error("There is no member");
    return JSON.parse(ordinaryLiteral(extra.shape, extra, n));
  };

  test("a multiple of 0.1 has one decimal", () => {
    for (let n = N; n < N + 100; n += 1) expect(String(extraOf(weights, n))).toMatch(/^(?:0|1|0\.\d)$/);
  });

  test("a boolean is true as often as false", () => {
    const drawn = Array.from({ length: 10 }, (_, k) => extraOf({ type: "boolean" }, N + k));
    expect(drawn.filter((value) => value === true)).toHaveLength(5);
  });

  test("texts of a pattern hardly come again", () => {
    const drawn = Array.from({ length: 100 }, (_, k) =>
      extraOf({ type: "string", pattern: "^[a-z]{6,16}$" }, N + 7 * k),
    );
    expect(new Set(drawn).size).toBe(100);
  });
});
