/** Schemas that refer to themselves: bodies made from them are finite and valid. */
import { stringify } from "yaml";
import { expect, test } from "vitest";
import { checksOf } from "../suites/index.ts";
import { ordinaryDraft } from "../suites/bodies/ordinary-values.ts";
import { textOf } from "../suites/bodies/body-drafts.ts";
import { compileValidators } from "./compile-schemas.ts";
import { type Operation, readOperation } from "./read-operation.ts";

const node = { $ref: "#/components/schemas/Node" };
const text = { type: "string", enum: ["a"] };

function withNode(schema: object, more: object = {}): Operation {
  const content = (of: object): object => ({ content: { "application/json": { schema: of } } });
  const post = { requestBody: content(node), responses: { 201: content({ type: "object" }) } };
  const components = { schemas: { Node: { type: "object", ...schema }, ...more } };
  return readOperation(stringify({ openapi: "3.1.0", info: { version: "1" }, paths: { "/n": { post } }, components }));
}

const children = { type: "array", items: node };
const person = { type: "object", properties: { name: text, home: node }, required: ["name"] };

test.each<readonly [string, object, object, unknown]>([
  [
    "a tree is made one level deep",
    { required: ["name"], properties: { name: text, children, parent: node } },
    {},
    { children: [{ name: "a" }], name: "a", parent: { name: "a" } },
  ],
  [
    "an array that is required is empty in the end",
    { required: ["children"], properties: { children } },
    {},
    { children: [{ children: [] }] },
  ],
  [
    "two schemas that refer to each other",
    { required: ["owner"], properties: { owner: { $ref: "#/components/schemas/Person" } } },
    { Person: person },
    { owner: { home: { owner: { name: "a" } }, name: "a" } },
  ],
  [
    "what cannot come to an end is left out where it is not required",
    { properties: { name: text, loop: { $ref: "#/components/schemas/Loop" } } },
    { Loop: { type: "object", required: ["again"], properties: { again: { $ref: "#/components/schemas/Loop" } } } },
    { name: "a" },
  ],
  [
    "a map of itself is left out",
    { properties: { name: text, map: { $ref: "#/components/schemas/Map" } } },
    { Map: { type: "object", additionalProperties: { $ref: "#/components/schemas/Map" } } },
    { name: "a" },
  ],
])("%s", (_case, schema, more, body) => {
  const operation = withNode(schema, more);
  expect(JSON.parse(textOf(ordinaryDraft(operation.request, 1)))).toEqual(body);
  const validators = compileValidators(operation);
  for (const check of checksOf(operation, validators)) {
    for (const request of check.next((k) => 1_000_000 + k, [])) {
      if (request.kind === "ordinary" || request.kind === "valid") {
        expect([check.id, validators.newPlant(JSON.parse(Buffer.from(request.body ?? []).toString()))]).toEqual([
          check.id,
          [],
        ]);
      }
    }
  }
});

test.each([
  { required: ["parent"], properties: { parent: node } },
  { required: ["children"], properties: { children: { ...children, minItems: 1 } } },
  { allOf: [node] },
  { additionalProperties: node },
])("%j is refused, because no body of it would have an end", (schema) => {
  expect(() => withNode(schema)).toThrow(/^The schema at \/components\/schemas\/Node refers to itself, and no body/);
});

test("many schemas that all refer to each other are read at once", () => {
  const names = Array.from({ length: 10 }, (_, k) => `S${k}`);
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
  const schemas = Object.fromEntries(names.map((name) => [name, { type: "object", properties }]));
  expect(withNode({ properties }, schemas).request.members).toHaveLength(10);
});

test.each([
  ["two members", (ref: object) => ({ type: "object", properties: { one: ref, two: ref } })],
  ["both of its parts", (ref: object) => ({ allOf: [ref, ref] })],
])(
  "schemas that each refer to the one before as %s are refused where they lead to a million places",
  (_what, twice) => {
    const refTo = (k: number): object => ({ $ref: `#/components/schemas/S${k}` });
    const levels = Array.from({ length: 20 }, (_, k) => [`S${k + 1}`, twice(refTo(k))] as const);
    const schemas = { S0: { type: "object", properties: { name: text } }, ...Object.fromEntries(levels) };
    expect(() => withNode(refTo(20), schemas)).toThrow("The schemas of one body lead to more than 20000 places");
  },
);
