/**
 * `nullable` of OpenAPI 3.0 next to keywords that do not allow null: 3.0.3 says no, most documents mean yes, so it is
 * open.
 */
import { stringify } from "yaml";
import { describe, expect, test } from "vitest";
import { boundaries } from "../suites/bodies/boundary-values.ts";
import { invalidMembers } from "../suites/bodies/invalid-bodies.ts";
import { ordinaryLiteral } from "../suites/bodies/ordinary-values.ts";
import { compileValidators } from "./compile-schemas.ts";
import { type Operation, readOperation } from "./read-operation.ts";

const json = (schema: object): object => ({ content: { "application/json": { schema } } });

/** A document whose request and answer have a member with this schema. */
function withMember(schema: object, openapi = "3.0.3"): Operation {
  const thing = { type: "object", required: ["a"], properties: { a: schema } };
  const post = { requestBody: { required: true, ...json(thing) }, responses: { 201: json(thing) } };
  const Owner = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
  const schemas = { Owner, Kind: { type: "string", enum: ["a", "b"] }, Key: { type: "integer", readOnly: true } };
  return readOperation(
    stringify({
      openapi,
      info: { title: "Things", version: "1" },
      paths: { "/a": { post } },
      components: { schemas },
    }),
  );
}

const owner = { $ref: "#/components/schemas/Owner" };
const kind = { $ref: "#/components/schemas/Kind" };
const numbers = Array.from({ length: 20 }, (_, k) => 1_000_000 + k);

/** Whether null is sent as valid, sent as wrong, and accepted in an answer. */
function nullIn(operation: Operation): Readonly<Record<"valid" | "wrong" | "answered", boolean>> {
  const { request } = operation;
  const sent = (
    list: readonly { readonly apply: (draft: [], n: number) => readonly (readonly [string, string])[] }[],
  ): boolean =>
    list.some(({ apply }) => numbers.some((n) => apply([], n).some(([name, text]) => name === "a" && text === "null")));
  const [member] = request.members;
  return {
    valid:
      sent(boundaries(request)) ||
      numbers.some((n) => member !== undefined && ordinaryLiteral(member.shape, member, n) === "null"),
    wrong: sent(invalidMembers(request)),
    answered: compileValidators(operation).plant({ a: null }).length === 0,
  };
}

describe("null is neither sent nor held against an answer", () => {
  test.each<readonly [string, object, unknown, unknown]>([
    ["a reference", { nullable: true, ...owner }, { name: "Ann" }, {}],
    ["a reference to a list", { nullable: true, ...kind }, "a", "c"],
    ["an allOf", { nullable: true, allOf: [owner] }, { name: "Ann" }, {}],
    ["an allOf and a type", { type: "object", nullable: true, allOf: [owner] }, { name: "Ann" }, {}],
    [
      "an allOf and members",
      { nullable: true, allOf: [owner], properties: { b: { type: "integer" } } },
      { name: "A", b: 1 },
      { name: "A", b: "" },
    ],
    ["an anyOf of one", { nullable: true, anyOf: [owner] }, { name: "Ann" }, {}],
    ["a oneOf of one and a type", { type: "object", nullable: true, oneOf: [owner] }, { name: "Ann" }, {}],
    ["a list without null", { type: "string", nullable: true, enum: ["a", "b"] }, "b", "c"],
    ["a list of both booleans", { type: "boolean", nullable: true, enum: [true, false] }, true, "c"],
    ["a list without a type", { nullable: true, enum: ["a", "b"] }, "b", "c"],
  ])("beside %s", (_what, schema, right, wrong) => {
    const operation = withMember(schema);
    expect(nullIn(operation)).toEqual({ valid: false, wrong: false, answered: true });
    const { newPlant, plant } = compileValidators(operation);
    expect([newPlant({ a: right }), plant({ a: right })]).toEqual([[], []]);
    expect([newPlant({ a: wrong }), plant({ a: wrong })]).not.toContainEqual([]);
  });
});

test.each<readonly [string, object, object]>([
  ["with a type alone it is valid", { type: "string", nullable: true }, { valid: true, wrong: false, answered: true }],
  [
    "with a type and a list that has it, too",
    { type: "string", nullable: true, enum: ["a", null] },
    { valid: true, wrong: false, answered: true },
  ],
  ["without nullable it is wrong", { allOf: [owner] }, { valid: false, wrong: true, answered: false }],
  [
    "where nullable is false it is wrong",
    { nullable: false, ...owner },
    { valid: false, wrong: true, answered: false },
  ],
])("of null, %s", (_what, schema, expected) => {
  expect(nullIn(withMember(schema))).toEqual(expected);
});

test("a reference to what is readOnly stays out of a request, also where it is nullable", () => {
  expect(withMember({ nullable: true, $ref: "#/components/schemas/Key" }).request.members).toEqual([]);
});

test("places are those of the document", () => {
  expect(() => withMember({ nullable: true, allOf: [{ type: "string", format: "iban" }] })).toThrow(
    "The format iban at /paths/~1a/post/requestBody/content/application~1json/schema/properties/a/allOf/0 cannot",
  );
});

describe("in OpenAPI 3.1, where nullable is no keyword, null is", () => {
  const open = { valid: false, wrong: false, answered: true };
  test.each<readonly [string, object, object]>([
    ["open beside a type", { type: "string", nullable: true }, open],
    ["open beside a reference", { nullable: true, ...owner }, open],
    ["valid beside a type that has it", { type: ["string", "null"], nullable: true }, { ...open, valid: true }],
    ["wrong beside nullable: false", { type: "string", nullable: false }, { ...open, wrong: true, answered: false }],
  ])("%s", (_what, schema, expected) => {
    expect(nullIn(withMember(schema, "3.1.0"))).toEqual(expected);
  });

  test("not asked by a member that is called nullable", () => {
    const { request } = withMember({ type: "object", properties: { nullable: { type: "boolean" } } }, "3.1.0");
    expect(request.members[0]?.shape.members.map(({ name }) => name)).toEqual(["nullable"]);
  });
});
