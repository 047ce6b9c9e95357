/** Other schemas than the shipped one: what the suite sends then, and which schemas it refuses. */
import { describe, expect, test } from "vitest";
import { compileValidators } from "../spec/compile-schemas.ts";
import { validWithFormats } from "../spec/testing/with-formats.ts";
import { textFormats } from "../spec/schema.ts";
import { checksOf } from "./index.ts";
import { checkIds } from "./run/id-ranges.ts";
import { textOf } from "./bodies/body-drafts.ts";
import { invalidMembers } from "./bodies/invalid-bodies.ts";
import { ordinaryDraft } from "./bodies/ordinary-values.ts";
import { keywordCases } from "./bodies/testing/keyword-cases.ts";
import { type NewPlantSchema, operationWith } from "./bodies/testing/other-schemas.ts";

const N = 123_456_789;
const ownMembers = { id: { type: "integer", format: "int64" }, name: { type: "string" }, tag: { type: "string" } };

describe("a schema that no body can be made from is reported at the start, with its place:", () => {
  test.each([
    [
      { oneOf: [{ type: "number" }, { type: "integer" }] },
      "The keyword oneOf at /components/schemas/NewPlant/allOf/2/properties/extra",
    ],
    [
      { dependencies: { a: ["b"] } },
      "The keyword dependencies at /components/schemas/NewPlant/allOf/2/properties/extra",
    ],
    [{ "<<": { type: "string" } }, /^The merge key << at .*merge keys of YAML are not read/],
    [
      { type: "object", properties: { deep: { not: {} } } },
      "The keyword not at /components/schemas/NewPlant/allOf/2/properties/extra/properties/deep",
    ],
    [{ type: "integer", minimum: 2 ** 60 }, "The keyword minimum at"],
    [{ type: "string", pattern: "" }, "The keyword pattern at"],
    [{ $ref: "other.yaml" }, "is not local"],
    [{ allOf: [{ type: "string" }, { type: "integer" }] }, "they share no type"],
    [{ type: "string", enum: [1] }, "No value that enum or const"],
    [false, "The schema false at"],
  ])("%j", (schema, sentence) => {
    expect(() => {
      const operation = operationWith(({ allOf }) => ({ allOf: [...allOf, { properties: { extra: schema } }] }));
      checksOf(operation, compileValidators(operation)).forEach((check) => check.next((k) => N + k, []));
    }).toThrow(sentence);
  });

  test("additionalProperties in one part of an allOf that shuts out the other's members", () => {
    expect(() =>
      operationWith(({ allOf }) => ({ allOf: [...allOf, { type: "object", additionalProperties: false }] })),
    ).toThrow(/shuts out (name|id)/);
  });
});

const choicesOfTypes: readonly (readonly [string, object])[] = [
  [
    "a number above 2 or digits, or null",
    {
      title: "Width",
      anyOf: [
        { type: "number", exclusiveMinimum: 2, maxLength: 1 },
        { type: "string", pattern: String.raw`^\d{2,5}$`, maximum: 1 },
        { type: "null" },
      ],
    },
  ],
  ["a short string or a flag", { oneOf: [{ type: "string", maxLength: 4 }, { type: "boolean" }] }],
  [
    "one object or a list of them",
    {
      anyOf: [
        { type: "object", required: ["row"], properties: { row: { type: "integer" } }, additionalProperties: false },
        { type: "array", minItems: 1, items: { type: "object", required: ["row"] } },
      ],
    },
  ],
  [
    "a date or a count",
    {
      oneOf: [
        { type: "integer", format: "int32", minimum: 1 },
        { type: "string", format: "date" },
      ],
    },
  ],
];

test("a choice of types is sent as a value of each, and as one of none", () => {
  const [[, width] = ["", {}]] = choicesOfTypes;
  const operation = operationWith(({ allOf }) => ({
    allOf: [...allOf, { properties: { extra: width }, required: ["extra"] }],
  }));
  const checks = checksOf(operation, compileValidators(operation));
  const typesOf = (sent: string): ReadonlySet<string> =>
    new Set(
      checks.flatMap((check) =>
        check
          .next((k) => N + k, [])
          .flatMap(({ kind, body }) => {
            const value = valueOf(body) as { readonly extra?: unknown } | null | undefined;
            if (kind !== sent || typeof value?.extra === "undefined") return [];
            return check.id.includes("extra-") || kind === "ordinary"
              ? [value.extra === null ? "null" : typeof value.extra]
              : [];
          }),
      ),
    );
  expect(typesOf("ordinary")).toEqual(new Set(["number"]));
  expect(typesOf("valid")).toEqual(new Set(["number", "string", "null"]));
  expect([...typesOf("not-a-plant")]).toEqual(expect.arrayContaining(["number", "string", "boolean", "object"]));
});

describe("whatever the schema, the suite sends valid bodies as valid and no others, with", () => {
  const others: readonly (readonly [string, (given: NewPlantSchema) => object])[] = [
    ...keywordCases().map(
      ([name, schema]) =>
        [
          name,
          ({ allOf }: NewPlantSchema) => ({
            allOf: [...allOf, { properties: { extra: schema }, required: ["extra"] }],
          }),
        ] as const,
    ),
    [
      "names without blanks",
      ({ allOf }) => ({ allOf: [...allOf, { properties: { name: { pattern: "^[A-Za-z]+$" } } }] }),
    ],
    [
      "names of a certain length",
      ({ allOf }) => ({ allOf: [...allOf, { properties: { name: { minLength: 30, maxLength: 30 } } }] }),
    ],
    ...[String.raw`^[A-Z]{2}\-\d{4}$`, "^(?=.*[0-9])(?=.*[a-z]).{8,}$"].map(
      (pattern) =>
        [
          `a text of the pattern ${pattern}`,
          ({ allOf }: NewPlantSchema) => ({
            allOf: [...allOf, { properties: { extra: { type: "string", pattern } }, required: ["extra"] }],
          }),
        ] as const,
    ),
    ...choicesOfTypes.map(
      ([name, schema]) =>
        [
          name,
          ({ allOf }: NewPlantSchema) => ({
            allOf: [...allOf, { properties: { extra: schema }, required: ["extra"] }],
          }),
        ] as const,
    ),
    ["tags on a list", ({ allOf }) => ({ allOf: [...allOf, { properties: { tag: { enum: ["tree", "herb"] } } }] })],
    [
      "bounded ids",
      ({ allOf }) => ({ allOf: [...allOf, { properties: { id: { minimum: 1, maximum: 2 ** 31 - 1 } } }] }),
    ],
    ["ids of int32", ({ allOf }) => ({ allOf: [...allOf, { properties: { id: { format: "int32" } } }] })],
    ...textFormats.map(
      (format) =>
        [
          `a text of the format ${format}`,
          ({ allOf }: NewPlantSchema) => ({
            allOf: [
              ...allOf,
              { properties: { extra: { type: "string", format, maxLength: 60 } }, required: ["extra"] },
            ],
          }),
        ] as const,
    ),
    [
      "members within members and arrays of them",
      ({ allOf }) => ({
        allOf: [
          ...allOf,
          {
            properties: {
              place: {
                type: "object",
                required: ["city", "beds"],
                properties: {
                  city: { type: "string", minLength: 2, maxLength: 20 },
                  beds: {
                    type: "array",
                    minItems: 1,
                    items: {
                      type: "object",
                      required: ["row"],
                      properties: {
                        row: { type: "integer", minimum: 1, maximum: 9 },
                        planted: { type: "string", format: "date" },
                      },
                    },
                  },
                },
              },
            },
            required: ["place"],
          },
        ],
      }),
    ],
    ["bodies that may be other than objects", () => ({ properties: ownMembers, required: ["id", "name"] })],
    ["bodies of any kind", () => ({ properties: ownMembers })],
    ["a body that may be null", () => ({ type: ["object", "null"], properties: ownMembers, required: ["id", "name"] })],
    ["no other members", ({ allOf }) => ({ allOf, unevaluatedProperties: false })],
  ];

  test.each(others)("%s", (_name, edit) => {
    const operation = operationWith(edit);
    const mismatchesOf = validWithFormats(operation);
    const checks = checksOf(operation, compileValidators(operation));
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
    const fresh = checkIds("any", checks);
    for (const check of checks) {
      for (const { kind, body } of check.next(fresh(check.id), [])) {
        const value = valueOf(body);
        const mismatches = value === undefined ? [] : mismatchesOf(value);
        // A double does not hold the ends of int64; their text does.
        const found = mismatches.filter(({ where }) => !(where === "/id" && check.id.includes("positive-id")));
        if (kind === "ordinary" || kind === "valid") expect([check.id, found]).toEqual([check.id, []]);
        if (kind === "not-a-plant" && value !== undefined && check.slug !== "one-below") {
          expect([check.id, mismatches.length > 0]).toEqual([check.id, true]);
        }
      }
    }
  });
});

function valueOf(body: Uint8Array | null): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body ?? new Uint8Array()));
  } catch {
    return undefined;
  }
}

test("a member's name is changed in the body itself, and not in a member of a member that has the same name", () => {
  const nested = { extra: { type: "object", properties: { name: { type: "string" }, id: { type: "integer" } } } };
  const operation = operationWith(({ allOf }) => ({ allOf: [...allOf, { properties: nested }] }));
  const validators = compileValidators(operation);
  const renaming = checksOf(operation, validators).filter(({ slug }) => slug === "padded" || slug === "prefixed");
  const bodies = renaming.flatMap((check) =>
    Array.from({ length: 20 }, (_, k) => check.next(() => N + k, []).map(({ body }) => valueOf(body))).flat(),
  );
  expect(bodies).toHaveLength(40);
  expect(bodies.filter((body) => validators.newPlant(body).length === 0)).toEqual([]);
});

test.each([
  ["a text or an integer", { type: ["string", "integer"] }],
  [
    "no more different items than there may be",
    { type: "array", uniqueItems: true, maxItems: 2, items: { enum: ["a", "b"] } },
  ],
  ["different booleans", { type: "array", uniqueItems: true, maxItems: 2, items: { type: "boolean" } }],
])("a schema with %s gives checks", (_what, schema) => {
  const operation = operationWith(({ allOf }) => ({ allOf: [...allOf, { properties: { extra: schema } }] }));
  const validators = compileValidators(operation);
  const checks = checksOf(operation, validators);
  const fresh = checkIds("any", checks);
  for (const check of checks) {
    for (const { kind, body } of check.next(fresh(check.id), [])) {
      const value = valueOf(body);
      if (kind === "ordinary") expect(validators.newPlant(value)).toEqual([]);
    }
  }
});

test.each([
  [{ type: ["string", "null"] }, "accepts-valid-plant/extra-null", null],
  [{ type: ["string", "null"], enum: ["a", null] }, "accepts-valid-plant/extra-null", null],
  [{ type: "number", exclusiveMinimum: 0, maximum: 1 }, "accepts-valid-plant/extra-fraction", 0.5],
  [{ type: "number", minimum: -3, maximum: -2 }, "accepts-valid-plant/extra-fraction", -2.5],
  [{ type: "number", minimum: -90, maximum: 90 }, "accepts-valid-plant/extra-fraction", -79.5],
  [{ type: "number", exclusiveMinimum: -1 }, "accepts-valid-plant/extra-fraction", -0.5],
  [{ type: "number", minimum: 0, maximum: 1, multipleOf: 0.01 }, "accepts-valid-plant/extra-fraction", 0.99],
  [{ type: "number", minimum: 0, maximum: 1, multipleOf: 0.5 }, "accepts-valid-plant/extra-fraction", 0.5],
  [{ type: "number", minimum: 0, maximum: 2, multipleOf: 1.5 }, "accepts-valid-plant/extra-fraction", 1.5],
])("what ordinary values are not is sent as valid, too: %j", (schema, id, value) => {
  const operation = operationWith(({ allOf }) => ({ allOf: [...allOf, { properties: { extra: schema } }] }));
  const check = checksOf(operation, compileValidators(operation)).find((one) => one.id === id);
  const [request] = check?.next((k) => 1_000_000 + k, []) ?? [];
  expect(request?.kind).toBe("valid");
  expect(valueOf(request?.body ?? null)).toHaveProperty("extra", value);
});

test.each([
  { type: "string" },
  { type: ["string", "null"], enum: ["a", "b"] },
  { type: "integer" },
  { type: "number", multipleOf: 2 },
  { type: "number", minimum: 1, exclusiveMaximum: 1.5 },
])("and none where the schema allows none: %j", (schema) => {
  const operation = operationWith(({ allOf }) => ({ allOf: [...allOf, { properties: { extra: schema } }] }));
  const ids = checksOf(operation, compileValidators(operation)).map(({ id }) => id);
  expect(ids).not.toContain("accepts-valid-plant/extra-null");
  expect(ids).not.toContain("accepts-valid-plant/extra-fraction");
});

test("a wrong item is the first of its array, and in other runs the last of several", () => {
  const schema = { type: "array", items: { type: "string" } };
  const operation = operationWith(({ allOf }) => ({ allOf: [...allOf, { properties: { extra: schema } }] }));
  const departure = invalidMembers(operation.request).find(({ slug }) => slug === "extra-item-is-null");
  const draft = ordinaryDraft(operation.request, N);
  const itemsBy = (n: number): readonly unknown[] =>
    (JSON.parse(textOf(departure?.apply(draft, n) ?? [])) as { readonly extra: readonly unknown[] }).extra;
  const places = [0, 64, 128, 192].map((n) => itemsBy(n).findIndex((item) => typeof item !== "string"));
  expect(places).toEqual([0, 1, 0, 1]);
});
