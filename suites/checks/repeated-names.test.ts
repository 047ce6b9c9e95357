import { expect, test } from "vitest";
import { repeatedNames } from "./repeated-names.ts";

test.each([
  ['{"name":"Fern","name":"Fern"}', ["name"]],
  ['{"name":"Fern", "n\\u0061me" : "Moss"}', ["name"]],
  ['{"tag":"a","name":"b","tag":"c","name":"d","name":"e"}', ["tag", "name"]],
  ['[{"a":{"b":1,"b":2}}]', ["b"]],
  ['{"":1,"":2}', [""]],
  ['{"a\\"":1,"a\\"":2}', ['a"']],
  ['{"__proto__":1,"__proto__":2}', ["__proto__"]],
])("%s has members of the same name", (text, names) => {
  expect(repeatedNames(text)).toEqual(names);
});

test.each([
  '{"name":"Fern","tag":"name"}',
  '{"name":"\\"name\\":","tag":"{\\"name\\":"}',
  '{"a":{"a":{"a":"a"}}}',
  '[{"a":1},{"a":2}]',
  '{"name":"a","Name":"b"}',
  '{"a":"x\\\\","b":"a"}',
  '{"a":["a","a"],"b":"a"}',
  '"name"',
  "7",
])("%s has none", (text) => {
  expect(repeatedNames(text)).toEqual([]);
});

test("a string of a mebibyte of escapes is read in one pass", () => {
  expect(repeatedNames(`{"name":${JSON.stringify("\\".repeat(500_000))},"name":1}`)).toEqual(["name"]);
});
