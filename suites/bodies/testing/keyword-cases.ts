/** What each keyword asks for: departures by name, with their value and the keyword that ajv names, and bounds. */
import { expect } from "vitest";
import { type KeywordCase, numberCases } from "./number-cases.ts";
import { patternCases } from "./pattern-cases.ts";

// oxlint-disable-next-line eslint/max-lines-per-function -- it is a table
export const keywordCases = (): readonly KeywordCase[] => [
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
  ...patternCases(),
  ...numberCases(),
  [
    "int32",
    { type: "integer", format: "int32" },
    { "above-int32": [2 ** 31, "format"], "below-int32": [-(2 ** 31) - 1, "format"] },
    {},
  ],
  [
    "enum",
    { type: "string", enum: ["small", "tall"] },
    {
      "outside-enumeration": ["notOneOfThem", "enum"],
      "outside-enumeration-in-other-case": [expect.stringMatching(/^(?:SMALL|Small|TALL|Tall)$/), "enum"],
      "outside-enumeration-with-blanks": [expect.stringMatching(/^(?: small|small | tall|tall )$/), "enum"],
      "outside-enumeration-shorter": [expect.stringMatching(/^(?:smal|tal)$/), "enum"],
      "outside-enumeration-longer": [expect.stringMatching(/^(?:smalls|talls)$/), "enum"],
    },
    {},
  ],
  [
    "const",
    { const: true, type: "boolean" },
    { "outside-enumeration": [false, "const"], "outside-enumeration-neighbour": [false, "const"] },
    {},
  ],
  [
    "const of a text, and of every type",
    { const: "v1" },
    {
      "outside-enumeration": ["notOneOfThem", "const"],
      "outside-enumeration-in-other-case": ["V1", "const"],
      "outside-enumeration-with-blanks": [expect.stringMatching(/^(?: v1|v1 )$/), "const"],
      "outside-enumeration-shorter": ["v", "const"],
      "outside-enumeration-longer": ["v1s", "const"],
    },
    {},
  ],
  [
    "enum of numbers that follow each other",
    { type: "integer", enum: [1, 2, 3] },
    {
      "outside-enumeration": [987_654_321, "enum"],
      "outside-enumeration-neighbour-below": [0, "enum"],
      "outside-enumeration-neighbour-above": [4, "enum"],
    },
    {},
  ],
  [
    "const true, of every type",
    { const: true },
    {
      "outside-enumeration": ["notOneOfThem", "const"],
      "outside-enumeration-neighbour": [false, "const"],
      "outside-enumeration-as-string": ["true", "const"],
      "outside-enumeration-as-number": [1, "const"],
    },
    {},
  ],
  [
    "enum of several types",
    { enum: [1, "two", null, true] },
    {
      "outside-enumeration": ["notOneOfThem", "enum"],
      "outside-enumeration-in-other-case": [expect.toBeOneOf(["TWO", "Two"]), "enum"],
      "outside-enumeration-with-blanks": [expect.toBeOneOf([" two", "two "]), "enum"],
      "outside-enumeration-shorter": ["tw", "enum"],
      "outside-enumeration-longer": ["twos", "enum"],
      "outside-enumeration-neighbour": [false, "enum"],
      "outside-enumeration-neighbour-below": [0, "enum"],
      "outside-enumeration-neighbour-above": [2, "enum"],
      "outside-enumeration-as-string": [expect.toBeOneOf(["1", "null", "true"]), "enum"],
    },
    { null: null },
  ],
  [
    "enum of texts that say numbers, of two types",
    { type: ["string", "integer"], enum: ["1", "2"] },
    {
      "outside-enumeration": ["notOneOfThem", "enum"],
      "outside-enumeration-with-blanks": [expect.stringMatching(/^(?: [12]|[12] )$/), "enum"],
      "outside-enumeration-shorter": ["", "enum"],
      "outside-enumeration-longer": [expect.stringMatching(/^[12]s$/), "enum"],
      "outside-enumeration-as-number": [expect.toBeOneOf([1, 2]), "enum"],
    },
    {},
  ],
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
      "item-at-max-length": expect.toSatisfy((items: string[]) => items.some((item) => item.length === 9)),
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
  ["an object of anything", { type: "object" }, {}, { filled: { note: "anything" } }],
  [
    "other members of one kind",
    { type: "object", additionalProperties: { type: "integer", minimum: 5 } },
    { "unknown-member-below-minimum": [{ unknownMember: 4 }, "minimum"] },
    { "unknown-member": { unknownMember: expect.any(Number) }, "unknown-member-at-minimum": { unknownMember: 5 } },
  ],
  [
    "other members that are objects",
    {
      type: "object",
      additionalProperties: {
        type: "object",
        required: ["deep"],
        properties: { deep: { type: "integer", maximum: 3 } },
      },
    },
    {
      "unknown-member-missing-deep": [{ unknownMember: {} }, "required"],
      "unknown-member-deep-above-maximum": [{ unknownMember: { deep: 4 } }, "maximum"],
    },
    {
      "unknown-member": { unknownMember: { deep: expect.any(Number) } },
      "unknown-member-deep-at-maximum": { unknownMember: { deep: 3 } },
    },
  ],
  [
    "objects in an array",
    { type: "array", items: { type: "object", required: ["deep"], properties: { deep: { enum: [1, 2] } } } },
    {
      "missing-deep": [expect.arrayContaining([{}]), "required"],
      "deep-outside-enumeration": [expect.arrayContaining([{ deep: "notOneOfThem" }]), "enum"],
      "deep-outside-enumeration-neighbour-below": [expect.arrayContaining([{ deep: 0 }]), "enum"],
      "deep-outside-enumeration-neighbour-above": [expect.arrayContaining([{ deep: 3 }]), "enum"],
      "deep-outside-enumeration-as-string": [
        expect.toSatisfy((items: { deep: string }[]) => items.some(({ deep }) => ["1", "2"].includes(deep))),
        "enum",
      ],
      "deep-outside-enumeration-as-boolean": [expect.arrayContaining([{ deep: true }]), "enum"],
    },
    { "two-items": expect.toSatisfy((items: unknown[]) => items.length === 2) },
  ],
  [
    "objects of which some members may be left out",
    {
      type: "array",
      items: {
        type: "object",
        required: ["one"],
        properties: { one: { type: "boolean" }, other: { type: "boolean" } },
      },
    },
    {
      "missing-one": [expect.arrayContaining([{ other: expect.any(Boolean) }]), "required"],
    },
    {
      "two-items": expect.toSatisfy((items: unknown[]) => items.length === 2),
      "item-required-members": expect.arrayContaining([{ one: expect.any(Boolean) }]),
    },
  ],
  [
    "two objects or more in an array",
    {
      type: "array",
      minItems: 2,
      items: { type: "object", required: ["deep"], properties: { deep: { type: "integer", minimum: 1 } } },
    },
    {
      "below-min-items": [expect.toSatisfy((items: unknown[]) => items.length === 1), "minItems"],
      // One of the two is right, wherever the wrong one is.
      "missing-deep": [
        expect.toSatisfy((items: object[]) => items.length === 2 && "deep" in { ...items[0], ...items[1] }),
        "required",
      ],
      "deep-below-minimum": [
        expect.toSatisfy((items: { deep: number }[]) => items.length === 2 && items.some(({ deep }) => deep > 0)),
        "minimum",
      ],
    },
    {
      "at-min-items": expect.toSatisfy((items: unknown[]) => items.length === 2),
      "item-deep-at-minimum": expect.arrayContaining([{ deep: 1 }]),
    },
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
