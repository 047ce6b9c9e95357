/** The keyword cases of numbers, and of members of several types. */
import { expect } from "vitest";

/** A schema, its departures by name, and its bounds. */
export type KeywordCase = readonly [name: string, schema: object, departures: object, boundaries: object];

// oxlint-disable-next-line eslint/max-lines-per-function -- it is a table
export const numberCases = (): readonly KeywordCase[] => [
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
    {
      "below-minimum": [-0.75, "minimum"],
      "just-below-minimum": [0.24, "minimum"],
      "at-exclusive-maximum": [0.75, "exclusiveMaximum"],
    },
    { "at-minimum": 0.25, "below-exclusive-maximum": expect.closeTo(0.75), fraction: 0.5 },
  ],
  [
    "bounds of a number of several places",
    { type: "number", minimum: -0.0005, maximum: 273.15 },
    {
      "below-minimum": [-1.0005, "minimum"],
      "just-below-minimum": [-0.0006, "minimum"],
      "above-maximum": [274.15, "maximum"],
      "just-above-maximum": [273.16, "maximum"],
    },
    { "at-minimum": -0.0005, "at-maximum": 273.15, fraction: expect.toSatisfy((value: number) => value % 1 !== 0) },
  ],
  [
    "bounds that single precision does not tell from their neighbours",
    { type: "number", minimum: -1_000_000.5, maximum: 1_000_000 },
    { "below-minimum": [-1_000_001.5, "minimum"], "above-maximum": [1_000_001, "maximum"] },
    {
      "at-minimum": -1_000_000.5,
      "at-maximum": 1_000_000,
      fraction: expect.toSatisfy((value: number) => value % 1 !== 0),
    },
  ],
  [
    "no type",
    {},
    {},
    {
      null: null,
      fraction: expect.toSatisfy((value: number) => value % 1 !== 0),
      "is-number": expect.any(Number),
      "is-boolean": expect.any(Boolean),
      "is-object": {},
      "is-array": [],
    },
  ],
  [
    "several types",
    { type: ["integer", "string", "null"], minimum: 3, maxLength: 4 },
    { "above-max-length": ["xxxxx", "maxLength"], "below-minimum": [2, "minimum"] },
    {
      null: null,
      "at-minimum": 3,
      "at-max-length": expect.stringMatching(/^.{4}$/),
      "is-string": expect.stringMatching(/^.{1,4}$/),
    },
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
];
