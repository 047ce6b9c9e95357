/** Values that are sent as valid: the schema allows them, and none is an open point. */
import { describe, expect, test } from "vitest";
import { shapeOf } from "../../spec/shape-of-schema.ts";
import type { Schema } from "../../spec/schema.ts";
import { type Member, type Shape } from "../../spec/shape.ts";
import { boundaries } from "./boundaries.ts";
import { lengthOf } from "./constraints.ts";
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
    ["hostname", 80, 100],
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
