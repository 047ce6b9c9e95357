/** `readOnly` and `writeOnly`: the members that a request and an answer have if they share a schema. */
import { stringify } from "yaml";
import { describe, expect, test } from "vitest";
import { boundaries } from "../suites/bodies/boundary-values.ts";
import { invalidMembers } from "../suites/bodies/invalid-bodies.ts";
import { compileValidators } from "./compile-schemas.ts";
import { seenBy } from "./read-only-members.ts";
import { documentFaults } from "./document-remarks.ts";
import { type Operation, readOperation } from "./read-operation.ts";

const json = (schema: object, more: object = {}): object => ({
  description: "x",
  content: { "application/json": { schema, ...more } },
});

/** A document whose request and success share a schema. */
function shared(openapi: string, schemas: object, more: object = {}): Operation {
  const $ref = "#/components/schemas/User";
  return readOperation(
    stringify({
      openapi,
      info: { title: "Users", version: "1" },
      paths: {
        "/users": {
          post: { requestBody: { required: true, ...json({ $ref }, more) }, responses: { 201: json({ $ref }) } },
        },
      },
      components: { schemas },
    }),
  );
}

const text = { type: "string" };
const user = {
  type: "object",
  required: ["id", "name", "password"],
  additionalProperties: false,
  properties: {
    id: { type: "integer", readOnly: true },
    createdAt: { ...text, format: "date-time", readOnly: true },
    name: text,
    password: { ...text, writeOnly: true },
    note: { ...text, readOnly: false, writeOnly: false },
  },
};

describe.each(["3.0.3", "3.1.0"])("in OpenAPI %s", (openapi) => {
  const operation = shared(openapi, { User: user });
  const { newPlant, plant } = compileValidators(operation);

  test("a request has no member that is readOnly, and needs none that is required", () => {
    expect(operation.request.members.map(({ name, required }) => [name, required])).toEqual([
      ["name", true],
      ["password", true],
      ["note", false],
    ]);
    expect(newPlant({ name: "Ann", password: "x" })).toEqual([]);
    expect(newPlant({ name: "Ann" })).toHaveLength(1);
  });

  test("whether a request may have it is open: it is not a wrong body", () => {
    expect(newPlant({ id: "seven", name: "Ann", password: "x" })).toEqual([]);
    expect(newPlant({ other: 1, name: "Ann", password: "x" })).toHaveLength(1);
  });

  test("an answer has what is readOnly, and needs nothing that is writeOnly", () => {
    expect(plant({ id: 1, name: "Ann" })).toEqual([]);
    expect(plant({ id: 1, name: "Ann", password: "x" })).toEqual([]);
    expect(plant({ name: "Ann" })).toHaveLength(1);
    expect(plant({ id: "1", name: "Ann" })).toHaveLength(1);
  });
});

test("members are known by what they refer to, in parts of an allOf, within members and items", () => {
  const base = { type: "object", properties: { id: { $ref: "#/components/schemas/Id" }, name: text } };
  const line = { type: "object", required: ["total", "count"], properties: { total: { readOnly: true }, count: text } };
  const operation = shared("3.1.0", {
    Id: { type: "integer", readOnly: true },
    Base: base,
    User: {
      allOf: [
        { $ref: "#/components/schemas/Base" },
        { type: "object", required: ["id", "name"] },
        { properties: { at: { allOf: [text, { readOnly: true }] }, lines: { type: "array", items: line } } },
      ],
    },
  });
  const { members } = operation.request;
  expect(members.map(({ name }) => name)).toEqual(["name", "lines"]);
  const [, lines] = members;
  expect(lines?.shape.items?.members.map(({ name }) => name)).toEqual(["count"]);
  const { newPlant, plant } = compileValidators(operation);
  expect(newPlant({ name: "Ann", lines: [{ count: "1" }] })).toEqual([]);
  expect(plant({ name: "Ann", lines: [{ count: "1" }] })).toHaveLength(2);
});

test("an example of a request is one without what is readOnly, and that of a shared schema may be of either direction", () => {
  const faultsOf = (example: object, own: object): readonly string[] =>
    documentFaults(shared("3.1.0", { User: { ...user, example: own } }, { example }));
  const [sent, returned] = [
    { name: "Ann", password: "x" },
    { id: 1, name: "Ann" },
  ];
  expect(faultsOf(sent, returned)).toEqual([]);
  expect(faultsOf(sent, sent)).toEqual([]);
  expect(faultsOf({ password: "x" }, { id: "x" })).toHaveLength(2);
});

test("a member that is called like the keywords is one, and a value in an example stays", () => {
  const properties = { readOnly: { type: "boolean" }, required: { type: "array" }, name: { ...text, readOnly: true } };
  const document = { schema: { required: ["readOnly", "name"], properties, example: { required: ["name"] } } };
  expect(seenBy(document, "request")).toEqual({
    schema: {
      required: ["readOnly"],
      properties: { ...properties, name: { readOnly: true } },
      example: { required: ["name"] },
    },
  });
  expect(seenBy({ a: 1 }, "request")).toEqual({ a: 1 });
});

test("what may be null in the words of a framework is what a list of types says", () => {
  const nullable = shared("3.1.0", {
    Kind: { enum: ["a", "b"] },
    User: {
      type: "object",
      properties: {
        note: { anyOf: [{ ...text, maxLength: 9 }, { type: "null" }], title: "Note" },
        kind: { oneOf: [{ type: "null" }, { type: "string", $ref: "#/components/schemas/Kind" }] },
        only: { anyOf: [text] },
      },
    },
  });
  expect(nullable.request.members.map(({ shape }) => [shape.types, shape.maxLength, shape.values])).toEqual([
    [["string", "null"], 9, undefined],
    [["string", "null"], undefined, ["a", "b", null]],
    [["string"], undefined, undefined],
  ]);
});

test.each<readonly [object, string]>([
  [{ anyOf: [{ type: "null" }, { type: "null" }] }, "The keyword anyOf at /components/schemas/User/properties/a"],
  [
    { oneOf: [{ $dynamicRef: "#a" }, { type: "object", required: ["b"], properties: { b: { $id: "b" } } }] },
    "The keyword $id at",
  ],
])("a choice of which no schema can be followed ends the reading: %j", (schema, message) => {
  expect(() => shared("3.1.0", { User: { type: "object", properties: { a: schema } } })).toThrow(message);
});

test.each<readonly [object, string]>([
  [{ anyOf: [text, { type: ["string", "integer"] }] }, "anyOf"],
  [{ oneOf: [{ prefixItems: [{}] }, { type: "string" }, { type: "string" }] }, "oneOf"],
  [{ type: "string", discriminator: { propertyName: "b" } }, "discriminator"],
])("of another choice the first schema of which a body can be made is followed: %j", (schema, keyword) => {
  const [a] = shared("3.1.0", { User: { type: "object", properties: { a: schema } } }).request.members;
  expect(a?.shape.types).toEqual(["string"]);
  expect(a?.shape.choice).toBe(`${keyword} at /components/schemas/User/properties/a`);
});

test("`nullable` of 3.0 beside an allOf leaves open whether null is valid: it is not a wrong value, and none that is asked for", () => {
  const open = shared("3.0.3", {
    Owner: { type: "object", required: ["name"], properties: { name: text } },
    User: {
      type: "object",
      properties: { owner: { nullable: true, allOf: [{ $ref: "#/components/schemas/Owner" }] } },
    },
  });
  const [owner] = open.request.members;
  expect(owner?.shape).toMatchObject({ types: ["object", "null"], nullIsOpen: true });
  expect(owner?.shape.members.map(({ name }) => name)).toEqual(["name"]);
  const { newPlant } = compileValidators(open);
  expect([newPlant({ owner: null }), newPlant({ owner: { name: "Ann" } })]).toEqual([[], []]);
  expect(newPlant({ owner: {} })).not.toEqual([]);
  expect(boundaries(open.request).map(({ slug }) => slug)).not.toContain("owner-null");
  expect(invalidMembers(open.request).map(({ slug }) => slug)).not.toContain("owner-is-null");
});
