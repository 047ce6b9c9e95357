/** Documents whose bodies would be longer than what is sent: what is left out, and what is refused. */
import { describe, expect, test } from "vitest";
import { compileValidators } from "../spec/compile-schemas.ts";
import { leftOutOfRequests } from "../spec/document-remarks.ts";
import type { Operation } from "../spec/read-operation.ts";
import { revised } from "../spec/testing/revised.ts";
import { requestsWhereAccepted } from "./checks/check.ts";
import { checksOf } from "./index.ts";
import { checkIds } from "./run/id-ranges.ts";

const tooLong: readonly (readonly [string, object])[] = [
  ["minLength", { type: "string", minLength: 65_535 }],
  ["minItems", { type: "array", minItems: 100_000_000, items: { type: "string" } }],
  ["minItems", { type: "array", minItems: 900, items: { type: "array", minItems: 900, items: { type: "integer" } } }],
  ["pattern", { type: "string", pattern: "^[a-z]{1000000}$" }],
  ["pattern", { type: "string", pattern: "^(?:[a-z]{1000}){1000}$" }],
  ["pattern", { type: "string", pattern: String.raw`^(a+)\1$` }],
  ["pattern", { type: "string", allOf: Array.from({ length: 21 }, (_, nth) => ({ pattern: `a|b${nth}` })) }],
  ["enum or const", { const: "x".repeat(10_000) }],
  ["enum or const", { enum: ["x", { y: "x".repeat(10_000) }] }],
  ["minItems", { type: "array", minItems: 100, items: { const: "x".repeat(1_000) } }],
];

const within: readonly (readonly [string, object])[] = [
  ["minLength", { type: "string", minLength: 10_000 }],
  ["maxLength", { type: "string", maxLength: 50_000 }],
  ["minItems", { type: "array", minItems: 100, items: { type: "integer" } }],
  ["pattern", { type: "string", pattern: "^[a-z]{200}$" }],
  ["pattern", { type: "string", pattern: "^(a+)+$" }],
  ["pattern", { type: "string", allOf: Array.from({ length: 20 }, (_, nth) => ({ pattern: `a|b${nth}` })) }],
  ["const", { const: "x".repeat(5_000) }],
];

function withMember(schema: object, required: readonly string[] = []): Operation {
  const part = { type: "object", properties: { more: schema }, required };
  return revised(({ components }) => void components.schemas.NewPlant.allOf.push(part));
}

function bodiesOf(operation: Operation): readonly string[] {
  const checks = checksOf(operation, compileValidators(operation));
  const fresh = checkIds("plan", checks);
  return checks.flatMap((check) => requestsWhereAccepted(check, fresh(check.id))).map(({ body }) => String(body));
}

describe("a body that would be longer than what is sent is not made:", () => {
  test.each(tooLong)("%s of an optional member, which is left out and named: %j", (keyword, schema) => {
    const operation = withMember(schema);
    expect(bodiesOf(operation).filter((body) => body.includes('"more"'))).toEqual([]);
    expect(leftOutOfRequests(operation).join()).toContain(
      `The keyword ${keyword} at /components/schemas/NewPlant/allOf/`,
    );
  });

  test.each(tooLong)("%s of a required member, for which the document is refused: %j", (keyword, schema) => {
    const place = "/components/schemas/NewPlant/allOf/2/properties/more(?:/allOf/0)?";
    expect(() => withMember(schema, ["more"])).toThrow(
      new RegExp(`^The keyword ${keyword} at ${place} cannot be turned into checks: `),
    );
  });
});

test.each(within)("%s within the limits is asked: %j", (_keyword, schema) => {
  const operation = withMember(schema);
  expect(bodiesOf(operation).some((body) => body.includes('"more"'))).toBe(true);
  expect(leftOutOfRequests(operation)).toEqual([]);
});
