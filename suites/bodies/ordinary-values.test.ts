/** Values that are sent as valid: the schema allows them, and none is an open point. */
import { describe, expect, test } from "vitest";
import { shapeOf } from "../../spec/schema-shape.ts";
import type { Member, Schema, Shape } from "../../spec/schema.ts";
import { boundaries, unlikeOrdinary } from "./boundary-values.ts";
import { lengthOf, typeOf } from "./constraints.ts";
import { invalidMembers } from "./invalid-bodies.ts";
import { ordinaryLiteral } from "./ordinary-values.ts";

const shaped = (schema: Schema): Shape => shapeOf({ schema }, { schema, path: "/schema" });
const numbers = Array.from({ length: 60 }, (_, k) => 1_000_000 + k * 7_000_003);

/** The values that a member of a schema gets: ordinary ones, and those on bounds. */
function validValues(schema: Schema): readonly unknown[] {
  const member: Member = { name: "extra", required: true, shape: shaped(schema) };
  const holder = { ...shaped({ type: "object" }), members: [member] };
  const onBounds = boundaries(holder).flatMap(({ apply }) => numbers.map((n) => apply([], n)[0]?.[1]));
  const ordinary = numbers.map((n) => ordinaryLiteral(member.shape, {}, n));
  return [...ordinary, ...onBounds].map((literal) => JSON.parse(String(literal)) as unknown);
}

const slugsOf = (schema: Schema): readonly string[] => {
  const holder = { ...shaped({ type: "object" }), members: [{ name: "extra", required: true, shape: shaped(schema) }] };
  return [...boundaries(holder), ...invalidMembers(holder)].map(({ slug }) => slug.replace("extra-", ""));
};

describe("a number of an integer format", () => {
  test.each(["int32", "int64"])("has no fraction: %s", (format) => {
    for (const bounds of [{}, { minimum: 0.5, maximum: 9.5 }, { exclusiveMinimum: 0, maximum: 3 }]) {
      expect(validValues({ type: "number", format, ...bounds }).filter((one) => !Number.isInteger(one))).toEqual([]);
    }
  });

  test("is not wrong for a fraction either: a format is an annotation", () => {
    expect(slugsOf({ type: "number", format: "int32" })).not.toContain("is-half-more");
  });
});

describe("a number or a text, as frameworks describe a decimal,", () => {
  const number = { type: "number", exclusiveMinimum: 0 } as const;
  test.each<Schema>([
    { anyOf: [number, { type: "string" }] },
    { anyOf: [{ type: "string" }, number] },
    { oneOf: [number, { type: "string", pattern: String.raw`^\d*\.?\d{0,2}$` }, { type: "null" }] },
    { type: ["string", "number"] },
  ])("has few digits, in the text too: %j", (schema) => {
    const shape = shaped(schema);
    const others = unlikeOrdinary({ name: "extra", required: true, shape }).map(
      ({ literal }) => JSON.parse(literal(numbers[0] ?? 0)) as unknown,
    );
    const values = [...numbers.map((n) => JSON.parse(ordinaryLiteral(shape, {}, n)) as unknown), ...others];
    expect(new Set(values.map((value) => typeof value))).toEqual(
      new Set(["number", "string", ...(values.includes(null) ? ["object"] : [])]),
    );
    expect(values.filter((value) => !(Number(value) < 10_000))).toEqual([]);
  });
});

describe("a multiple of a step", () => {
  test.each([0.01, 0.1, 0.7, 1e-7])("is one by the quotient of doubles, too: %d", (multipleOf) => {
    const shape = shaped({ type: "number", multipleOf, minimum: 0 });
    const fractions = unlikeOrdinary({ name: "extra", required: true, shape }).flatMap(({ literal }) =>
      numbers.map((n) => Number(literal(n))),
    );
    const quotients = [...fractions, ...validValues({ type: "number", multipleOf, minimum: 0, maximum: 50 })].map(
      (value) => Number(value) / multipleOf,
    );
    expect(quotients.filter((one) => !Number.isInteger(one))).toEqual([]);
  });
});

describe("a schema without a type", () => {
  const text = { type: "string" } as const;
  const implied: readonly (readonly [Schema, string])[] = [
    [{ properties: { of: text }, required: ["of"] }, "object"],
    [{ additionalProperties: text }, "object"],
    [{ items: text }, "array"],
    [{ minItems: 2 }, "array"],
    [{ minimum: 3 }, "integer"],
    [{ format: "int64" }, "integer"],
    [{ format: "date" }, "string"],
    [{ maxLength: 9 }, "string"],
    [{ default: false }, "boolean"],
    [{ allOf: [{}, { properties: { of: text } }] }, "object"],
  ];
  test.each(implied)("has values of the type that its keywords speak of alone: %j", (schema, type) => {
    const values = [
      ...validValues(schema),
      ...unlikeOrdinary({ name: "extra", required: true, shape: shaped(schema) }).map(
        ({ literal }) => JSON.parse(literal(numbers[0] ?? 0)) as unknown,
      ),
    ];
    expect([...new Set(values.map(typeOf))]).toEqual([type]);
    expect(slugsOf(schema).filter((slug) => slug.startsWith("is-"))).toEqual([]);
  });

  test("and without such keywords may be anything", () => {
    const shape = shaped({});
    const slugs = unlikeOrdinary({ name: "extra", required: true, shape }).map(({ slug }) => slug);
    expect(slugs).toEqual(expect.arrayContaining(["null", "is-number", "is-object"]));
  });
});

test("a list of thousands of values is searched once", () => {
  const shape = shaped({ type: "string", enum: Array.from({ length: 5_000 }, (_, k) => `zone-${k}`) });
  const drawn = Array.from({ length: 2_000 }, (_, k) => ordinaryLiteral(shape, {}, 1_000_000 + k));
  expect(new Set(drawn).size).toBeGreaterThan(1_000);
});

describe("null in a list", () => {
  test("is sent only as null itself where something else is listed", () => {
    const schema: Schema = { type: ["string", "null"], enum: [null, "a", "b"] };
    const ordinary = numbers.map((n) => ordinaryLiteral(shaped(schema), {}, n));
    expect(new Set(ordinary)).toEqual(new Set(['"a"', '"b"']));
    expect(slugsOf(schema)).toContain("null");
  });

  test("is sent where nothing else is allowed", () => {
    expect(ordinaryLiteral(shaped({ type: ["string", "null"], enum: ["too long", null], maxLength: 3 }), {}, 1)).toBe(
      "null",
    );
  });
});

describe("a text of a format", () => {
  const lengths: readonly (readonly [string, number, number])[] = [
    ["email", 30, 40],
    ["uri", 60, 70],
    ["hostname", 50, 70],
    ["byte", 41, 48],
    ["date-time", 24, 30],
    ["ipv6", 25, 39],
  ];
  test.each(lengths)("%s of %d characters at least and %d at most is within both", (format, minLength, maxLength) => {
    const found = validValues({ type: "string", format, minLength, maxLength }).map((text) => lengthOf(String(text)));
    expect(found.filter((length) => length < minLength || length > maxLength)).toEqual([]);
  });

  test.each([
    ["uuid", { maxLength: 30 }],
    ["date", { minLength: 11 }],
    ["email", { maxLength: 9 }],
    ["ipv4", { minLength: 16 }],
  ])("%s of a length that none has, %j, is reported with its place", (format, bound) => {
    expect(() => validValues({ type: "string", format, ...bound })).toThrow(
      `The format ${format} at /schema cannot be turned into checks: no text of it was found that the other keywords allow`,
    );
  });

  test("is not lengthened as far as a pattern allows, which would not be a text of the format", () => {
    const schema: Schema = { type: "string", format: "uuid", pattern: "^[0-9a-f-]{36,40}$" };
    expect(slugsOf(schema)).not.toContain("longest-of-pattern");
  });
});

test("a text on a bound is one for each number, whatever its pattern draws", () => {
  const schema: Schema = { type: "string", pattern: "^(?:[a-z]{3}|[A-Z]{40})$", maxLength: 40 };
  for (const text of validValues(schema)) expect(text).toMatch(/^(?:[a-z]{3}|[A-Z]{40})$/u);
});
