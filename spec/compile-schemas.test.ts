/** Bodies that would keep a comparison with a schema busy for ever are not compared, with the reason. */
import { describe, expect, test } from "vitest";
import { ajvFor, compileValidators } from "./compile-schemas.ts";
import { fullWork } from "./pattern/run-pattern.ts";
import { responsesIn, revised } from "./testing/revised.ts";
import type { Validator } from "./validators.ts";

/** The validator of an answer with this schema; within it, `#/components/schemas/Own` is the schema itself. */
function answerOf(schema: object): Validator {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Own" } } };
  const operation = revised((document) => {
    Object.assign(document.components.schemas, { Own: schema });
    Object.assign(responsesIn(document)["200"] ?? {}, { content });
  });
  return compileValidators(operation).plant;
}

function nested(levels: number): unknown {
  return JSON.parse('{"a":'.repeat(levels) + "{}" + "}".repeat(levels)) as unknown;
}

const again = { $ref: "#/components/schemas/Own" };
const twice = [
  { type: "object", properties: { a: again } },
  { type: "object", properties: { a: again }, required: ["b"] },
];

describe("a schema that leads back to itself twice, and a body of many levels:", () => {
  test.each(["anyOf", "oneOf", "allOf"])("%s", (keyword) => {
    const validate = answerOf({ [keyword]: twice });
    expect(() => validate(nested(200))).toThrow("its schema takes more work than the limit for one body");
    // Each body has work of its own.
    expect(validate(nested(2)).length > 0).toBe(keyword === "allOf");
  });

  test("and one that leads back once ends, whatever the levels are", () => {
    const validate = answerOf({ type: "object", properties: { a: again } });
    expect(validate(nested(500))).toEqual([]);
    expect(() => validate(nested(9_000))).toThrow("it is nested too deep to be compared with its schema");
  });
});

test("a pattern that never ends elsewhere is compared with an answer", () => {
  const validate = answerOf({ type: "object", properties: { name: { type: "string", pattern: "^(a+)+$" } } });
  expect(validate({ name: "a".repeat(40) })).toEqual([]);
  expect(validate({ name: `${"a".repeat(40)}!` })).toEqual([
    { keyword: "pattern", where: "/name", expected: 'pattern: must match pattern "^(a+)+$"' },
  ]);
});

test("items are equal by value, and each is read once", () => {
  const validate = answerOf({ type: "object", properties: { list: { type: "array", uniqueItems: true } } });
  const isUnique = (...list: readonly unknown[]): boolean => validate({ list }).length === 0;
  expect(isUnique(1, "1", true, "true", null, "null", [], {}, [1], { a: 1, b: 2 }, { a: 2, b: 1 })).toBe(true);
  expect(isUnique({ a: 1, b: [2, { c: 3, d: 4 }] }, { b: [2, { d: 4, c: 3 }], a: 1 })).toBe(false);
  expect(isUnique(0, -0)).toBe(false);
  let reads = 0;
  const item = (value: number): object => ({ toJSON: () => ((reads += 1), value) });
  expect(isUnique(...Array.from({ length: 1_000 }, (_, value) => item(value)))).toBe(true);
  expect(reads).toBe(1_000);
});

test("a schema is read and written once, however many members refer to it", () => {
  const members = (schema: object): object =>
    Object.fromEntries(Array.from({ length: 30 }, (_, nth) => [`member${nth}`, schema]));
  const operation = revised((document) => {
    const schemas = { Own: { properties: members({ $ref: "#/components/schemas/Long" }) } };
    Object.assign(document.components.schemas, schemas, { Long: { properties: members({ type: "string" }) } });
    Object.assign(document.components.schemas.Plant.properties.tag, { $ref: "#/components/schemas/Own" });
  });
  const ajv = ajvFor(operation, { asserted: {}, work: fullWork() });
  const codeOf = (name: string): string =>
    ajv.getSchema(`openapi#/components/schemas/${name}`)?.source?.validateCode ?? "";
  expect(codeOf("Long").length).toBeGreaterThan(0);
  expect(codeOf("Own").length).toBeLessThan(2 * codeOf("Long").length);
});
