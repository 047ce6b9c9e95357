/** What each keyword asks for: departures by name, with their value and the keyword that ajv names, and bounds. */
import { expect } from "vitest";

// oxlint-disable-next-line eslint/max-lines-per-function -- it is a table
export const keywordCases = (): readonly (readonly [
  name: string,
  schema: object,
  departures: object,
  boundaries: object,
])[] => [
  [
    "maxLength",
    { type: "string", maxLength: 5 },
    { "above-max-length": ["xxxxxx", "maxLength"] },
    { "at-max-length": expect.stringMatching(/^.{5}$/) },
  ],
  [
    "minLength, in code points",
    { type: "string", minLength: 3 },
    {
      "below-min-length": ["xx", "minLength"],
      "below-min-length-in-code-points": ["\u{1f331}\u{1f331}", "minLength"],
    },
    { "at-min-length": expect.stringMatching(/^.{3}$/) },
  ],
  [
    "pattern",
    { type: "string", pattern: "^[A-Z]{2}-[0-9]{3}$" },
    { "not-matching-pattern": [expect.not.stringMatching(/^[A-Z]{2}-[0-9]{3}$/), "pattern"] },
    {},
  ],
  [
    "pattern and lengths together",
    { type: "string", pattern: "^[a-z]+$", minLength: 2, maxLength: 12 },
    {
      "above-max-length": [expect.stringMatching(/^[a-z]{13}$/), "maxLength"],
      "below-min-length": [expect.stringMatching(/^[a-z]$/), "minLength"],
      "not-matching-pattern": [expect.stringMatching(/^.{2,12}$/), "pattern"],
    },
    { "at-max-length": expect.stringMatching(/^[a-z]{12}$/), "at-min-length": expect.stringMatching(/^[a-z]{2}$/) },
  ],
  [
    "minimum and maximum",
    { type: "integer", minimum: 1, maximum: 10 },
    { "above-maximum": [11, "maximum"], "below-minimum": [0, "minimum"] },
    { "at-maximum": 10, "at-minimum": 1 },
  ],
  [
    "exclusive bounds",
    { type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 10 },
    { "at-exclusive-maximum": [10, "exclusiveMaximum"], "at-exclusive-minimum": [1, "exclusiveMinimum"] },
    { "below-exclusive-maximum": 9, "above-exclusive-minimum": 2 },
  ],
  [
    "bounds of a number between whole ones",
    { type: "number", minimum: 0.25, exclusiveMaximum: 0.75 },
    { "below-minimum": [-0.75, "minimum"], "at-exclusive-maximum": [0.75, "exclusiveMaximum"] },
    { "at-minimum": 0.25, "below-exclusive-maximum": expect.closeTo(0.75), fraction: 0.5 },
  ],
  [
    "multipleOf with bounds",
    { type: "integer", multipleOf: 5, minimum: 7, maximum: 23 },
    {
      "above-maximum": [25, "maximum"],
      "below-minimum": [5, "minimum"],
      "not-a-multiple": [expect.any(Number), "multipleOf"],
    },
    { "at-maximum": 20, "at-minimum": 10 },
  ],
  [
    "int32",
    { type: "integer", format: "int32" },
    { "above-int32": [2 ** 31, "format"], "below-int32": [-(2 ** 31) - 1, "format"] },
    {},
  ],
  ["enum", { type: "string", enum: ["small", "tall"] }, { "outside-enumeration": ["notOneOfThem", "enum"] }, {}],
  ["const", { const: true, type: "boolean" }, { "outside-enumeration": [false, "const"] }, {}],
  [
    "items, minItems, maxItems and uniqueItems",
    { type: "array", items: { type: "string", maxLength: 9 }, minItems: 2, maxItems: 3, uniqueItems: true },
    {
      "above-max-items": [expect.toSatisfy((items: unknown[]) => new Set(items).size === 4), "maxItems"],
      "below-min-items": [expect.toSatisfy((items: unknown[]) => items.length === 1), "minItems"],
      "with-equal-items": [
        expect.toSatisfy((items: unknown[]) => items.length === 2 && items[0] === items[1]),
        "uniqueItems",
      ],
      "item-above-max-length": [expect.arrayContaining(["x".repeat(10)]), "maxLength"],
    },
    {
      "at-max-items": expect.toSatisfy((items: unknown[]) => items.length === 3),
      "at-min-items": expect.toSatisfy((items: unknown[]) => items.length === 2),
    },
  ],
  [
    "nested properties, shut",
    {
      type: "object",
      required: ["deep"],
      properties: { deep: { type: "integer", maximum: 3 } },
      additionalProperties: false,
    },
    {
      "missing-deep": [{}, "required"],
      "deep-above-maximum": [{ deep: 4 }, "maximum"],
      "with-unknown-member": [{ deep: expect.any(Number), unknownMember: "anything" }, "additionalProperties"],
    },
    { "deep-at-maximum": { deep: 3 } },
  ],
  [
    "other members of one kind",
    { type: "object", additionalProperties: { type: "integer", minimum: 5 } },
    { "unknown-member-below-minimum": [{ unknownMember: 4 }, "minimum"] },
    {},
  ],
  [
    "objects in an array",
    { type: "array", items: { type: "object", required: ["deep"], properties: { deep: { enum: [1, 2] } } } },
    { "missing-deep": [[{}], "required"], "deep-outside-enumeration": [[{ deep: "notOneOfThem" }], "enum"] },
    {},
  ],
  [
    "allOf of two bounds",
    {
      allOf: [
        { type: "number", minimum: 1 },
        { type: "integer", minimum: 3 },
      ],
    },
    // Below the one and below the other are the same keyword.
    { "below-minimum": [2, "minimum"] },
    { "at-minimum": 3 },
  ],
];
