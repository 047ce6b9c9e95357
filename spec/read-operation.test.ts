/** Invalid schemas at any place, and the places that are ignored. */
import { expect, test } from "vitest";
import { assertWellFormed } from "./read-operation.ts";

const check = (schema: unknown, more: object = {}): void => assertWellFormed({ a: schema, ...more }, "/a");

test.each<readonly [unknown, string]>([
  [{ required: true }, "The keyword required at /a cannot be used: it must be array"],
  [{ properties: { b: null } }, "The schema at /a/properties/b is none"],
  [{ allOf: [null] }, "The schema at /a/allOf/0 is none"],
  [{ items: { type: "text" } }, "The keyword type at /a/items cannot be used"],
  [{ items: { minLength: "1" } }, "The keyword minLength at /a/items cannot be used"],
  [{ maxLength: 2.5 }, "The keyword maxLength at /a cannot be used"],
  [{ multipleOf: 0 }, "The keyword multipleOf at /a cannot be used"],
  [{ properties: { b: { pattern: "([" } } }, "The keyword pattern at /a/properties/b cannot be used"],
  [{ properties: { b: { pattern: String.raw`\A[a-z]+\z` } } }, String.raw`ECMA-262: \A is not an escape of it`],
  [{ patternProperties: { "(?i)a": {} } }, "The keyword patternProperties at /a cannot be used: it has the name"],
  // A member may have the name of an annotation.
  [{ properties: { title: { pattern: "([" } } }, "The keyword pattern at /a/properties/title cannot be used"],
  [{ properties: { example: { minLength: "1" } } }, "The keyword minLength at /a/properties/example cannot be used"],
  [{ allOf: { $ref: "#/b" } }, "The keyword allOf at /a cannot be used: it must be array"],
  [{ enum: [] }, "The keyword enum at /a cannot be used: it must have a value"],
  [{ allOf: [{ $ref: "#/b" }] }, "The keyword enum at /b/items cannot be used"],
])("%j is not a schema", (schema, message) => {
  expect(() => check(schema, { b: { items: { enum: 5 } } })).toThrow(message);
});

test.each<readonly [object]>([
  [{ properties: { b: { pattern: "^a+$", enum: ["a"] } } }],
  [{ properties: { pattern: { type: "string" }, enum: {} } }],
  // Annotations do not affect which values are valid. A map of examples is a frequent mistake.
  [{ examples: { b: 1 }, description: 5, example: { enum: [], pattern: "(" }, "x-a": { $ref: "#/b" } }],
  [{ const: { $ref: "#/b", pattern: "(" } }],
  [{ $ref: "#/a" }],
  // These are reported by the code that needs them.
  [{ items: { $ref: "#/nowhere" } }],
  [{ items: { $ref: "other.yaml" } }],
])("%j is one", (schema) => {
  expect(() => check(schema, { b: { type: "text" } })).not.toThrow();
});
