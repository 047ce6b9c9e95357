/** Large documents: they are read in seconds, or refused with a sentence before anything is made of them. */
import { expect, test } from "vitest";
import { Name } from "ajv/dist/compile/codegen/code.js";
import { ValueScope, ValueScopeName } from "ajv/dist/compile/codegen/scope.js";
import { ajvFor } from "./compile-schemas.ts";
import { fullWork } from "./pattern/run-pattern.ts";
import { type Operation, readOperation } from "./read-operation.ts";
import { readYaml } from "./shipped-yaml.ts";
import { valueOfYaml, yamlIn } from "./read-yaml-text.ts";

/** A document in JSON, with these members of the body of a request, of a success and of `info`. */
function textWith({ sent = {}, answered = {}, info = {} }: Readonly<Record<string, object>>): string {
  const json = (properties: object): object => ({
    content: { "application/json": { schema: { type: "object", properties } } },
  });
  const responses = { 201: { description: "Added", ...json(answered) } };
  const post = { operationId: "addThing", requestBody: { required: true, ...json(sent) }, responses };
  return JSON.stringify({ openapi: "3.1.0", info: { version: "7", ...info }, paths: { "/things": { post } } });
}

const read = (parts: Readonly<Record<string, object>>): Operation => readOperation(textWith(parts));

/** As many members, each with a schema of its own. */
function members(count: number, schema: (place: number) => object = () => ({ type: "string" })): object {
  return Object.fromEntries(Array.from({ length: count }, (_, place) => [`m${place}`, schema(place)]));
}

test.each([
  '{"a": [1, -0, 1.50, 1e3, 12345678901234567890], "b": {"a": null, "c": [true, "x: y", "{\\"a\\": 1}"]}}',
  '{"__proto__": 1, "constructor": {"__proto__": 2}, "2": "two", "1": "\\u00e9\\/\\ud83c\\udf31"}',
  '[{"a": "b"}, {"a": "b"}, "a", ["a", "a"]]',
])("JSON has the value that YAML's parser gives it: %s", (text) => {
  expect(readYaml(text).value).toEqual(valueOfYaml(yamlIn(text)));
  expect(JSON.stringify(readYaml(text).value)).toBe(JSON.stringify(JSON.parse(text)));
});

test.each(['{"a": 1, "b": {"a": [{"a": 2}]}, "a": 3}', '{"b": [{"a": 1, "\\u0061" : {}}]}', '{"a": "\\"", "a": 1}'])(
  "a key that is twice in an object of JSON is refused: %s",
  (text) => expect(() => readYaml(text)).toThrow("a key is given twice"),
);

test("JSON of more than eight mebibytes is read, and as much YAML is not", () => {
  const text = textWith({ info: { description: "a word ".repeat(1_300_000) } });
  expect(readOperation(text).version).toBe("7");
  expect(() => readOperation(`# YAML\n${text}`)).toThrow("of YAML; at most 8388608 are read, or 16777216 of JSON");
});

test("more members than have checks in one run are refused, those within others too", () => {
  const inner = { type: "object", properties: members(30) };
  expect(() => read({ sent: members(1_001) })).toThrow(
    "The request body at /paths/~1things/post/requestBody/content/application~1json/schema has 1001 members, and at most 1000 have checks in one run",
  );
  expect(() => read({ sent: members(40, () => inner) })).toThrow("has 1240 members, and at most 1000");
  expect(() => read({ sent: { a: { type: "array", items: inner }, ...members(970) } })).toThrow("has 1001 members");
  expect(read({ sent: { a: inner, ...members(969) } }).request.members).toHaveLength(970);
});

test("more schemas of an answer than are compiled in time are refused", () => {
  const answered = members(20_000);
  expect(() => read({ answered })).toThrow("has, with those it refers to, more than 20000 schemas in it");
});

test("what thousands of patterns are declared with is written in time, and as ajv does", () => {
  const declared = (of: ValueScope, count: number): string => {
    const names = Array.from({ length: count }, (_, place) => {
      const name = new ValueScopeName("pattern", `pattern${place}`);
      name.setValue({ ref: place }, { property: "pattern", itemIndex: place });
      return name;
    });
    return String(of.scopeRefs(new Name("scope"), { pattern: new Set(names), formats: new Set() }));
  };
  const { scope } = ajvFor(read({}), { asserted: {}, work: fullWork() });
  expect(declared(scope, 3)).toBe(declared(new ValueScope({ scope: {} }), 3));
  // ajv copies all for each, which would take minutes.
  expect(declared(scope, 100_000)).toContain("const pattern99999 = scope.pattern[99999];");
});
