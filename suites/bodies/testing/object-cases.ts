/** The keyword cases of objects and arrays, and of what is in them. */
import { expect } from "vitest";
import type { KeywordCase } from "./number-cases.ts";

// oxlint-disable-next-line eslint/max-lines-per-function -- it is a table
export const objectCases = (): readonly KeywordCase[] => [
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
      "deep-outside-enumeration-number-as-string": [
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
    "objects of anything of one kind in an array",
    { type: "array", items: { type: "object", additionalProperties: { type: "integer", maximum: 3 } } },
    { "unknown-member-above-maximum": [expect.arrayContaining([{ unknownMember: 4 }]), "maximum"] },
    {
      "two-items": expect.toSatisfy((items: unknown[]) => items.length === 2),
      "item-unknown-member": expect.arrayContaining([{ unknownMember: expect.any(Number) }]),
      "item-unknown-member-at-maximum": expect.arrayContaining([{ unknownMember: 3 }]),
    },
  ],
  [
    "objects in an array of which several members may be left out",
    {
      type: "array",
      items: {
        type: "object",
        required: ["one"],
        properties: { one: { type: "boolean" }, two: { type: "boolean" }, three: { type: "boolean" } },
      },
    },
    { "missing-one": [expect.arrayContaining([{ two: expect.any(Boolean), three: expect.any(Boolean) }]), "required"] },
    {
      "two-items": expect.toSatisfy((items: unknown[]) => items.length === 2),
      "item-required-members": expect.arrayContaining([{ one: expect.any(Boolean) }]),
      "item-without-two": expect.arrayContaining([{ one: expect.any(Boolean), three: expect.any(Boolean) }]),
      "item-without-three": expect.arrayContaining([{ one: expect.any(Boolean), two: expect.any(Boolean) }]),
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
      // One of the two items is correct, whichever the wrong one is.
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
];
