/** What each keyword adds: departures by name, with their value and the keyword that ajv names, and bounds. */
import { expect } from "vitest";
import { type KeywordCase, numberCases } from "./number-cases.ts";
import { objectCases } from "./object-cases.ts";
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
      "outside-enumeration-boolean-as-string": ["true", "const"],
      "outside-enumeration-boolean-as-number": [1, "const"],
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
      "outside-enumeration-number-as-string": ["1", "enum"],
      "outside-enumeration-boolean-as-string": ["true", "enum"],
      "outside-enumeration-null-as-string": ["null", "enum"],
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
      "outside-enumeration-string-as-number": [expect.toBeOneOf([1, 2]), "enum"],
    },
    {},
  ],
  ...objectCases(),
  [
    "allOf of two bounds",
    {
      allOf: [
        { type: "number", minimum: 1 },
        { type: "integer", minimum: 3 },
      ],
    },
    // Below either bound, the same keyword is broken.
    { "below-minimum": [2, "minimum"] },
    { "at-minimum": 3 },
  ],
];
