/** What the result says about another document. */
import { stringify } from "yaml";
import { expect, test } from "vitest";
import { assertJudgeable, documentNotes, judgedOperation } from "./judged-document.ts";

const json = (schema: object): object => ({ content: { "application/json": { schema } } });

function textWith(properties: object, openapi = "3.1.0"): string {
  const thing = { type: "object", properties };
  const post = { requestBody: json(thing), responses: { 201: json({ type: "object" }) } };
  return stringify({ openapi, info: { version: "1" }, paths: { "/things": { post } } });
}

test("bounds that no body reaches are not asked, and are named", async () => {
  const text = { type: "string", minLength: 1, maxLength: 65_535 };
  const list = { type: "array", minItems: 1, maxItems: 2_147_483_647, items: { ...text, maxLength: 50_000 } };
  const operation = judgedOperation({ text: textWith({ text, list }) });
  await assertJudgeable(operation);
  const notes = (await documentNotes(operation)).filter((note) => note.includes("was not asked"));
  const place = "/paths/~1things/post/requestBody/content/application~1json/schema/properties";
  expect(notes.toSorted()).toEqual([
    `maxItems 2147483647 at ${place}/list was not asked: no body is made longer than 50000.`,
    `maxLength 65535 at ${place}/text was not asked: no body is made longer than 50000.`,
  ]);
  const [own, items] = operation.request.members.map(({ shape }) => shape);
  expect([own, items, items?.items].map((shape) => [shape?.maxLength, shape?.maxItems])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    [50_000, undefined],
  ]);
});

test.each([
  ["3.1.0", { type: ["string", "null"] }, []],
  ["3.0.3", { type: "string", nullable: true }, []],
  [
    "3.0.3",
    { type: ["string", "null"] },
    [
      "A fault of the document: type at /paths/~1things/post/requestBody/content/application~1json/schema/properties/a is a list, which OpenAPI 3.0 does not have. It was read as in 3.1.",
    ],
  ],
])("by OpenAPI %s, of %j: %j", async (version, schema, expected) => {
  const operation = judgedOperation({ text: textWith({ a: schema }, version) });
  expect(operation.request.members[0]?.shape.types).toEqual(["string", "null"]);
  expect((await documentNotes(operation)).slice(1)).toEqual(expected);
});

test("a schema with more levels or alternatives than the stack holds is refused in a sentence", async () => {
  const said = "Its schemas have too many levels, or too many alternatives, to be read";
  const chain = Object.fromEntries(
    Array.from({ length: 19_000 }, (_, nth) => [`C${nth}`, { $ref: `#/components/schemas/C${nth + 1}` }]),
  );
  const first = textWith({ a: { $ref: "#/components/schemas/C0" } });
  expect(() => judgedOperation({ text: first + stringify({ components: { schemas: chain } }) })).toThrow(said);
  const answer = { oneOf: Array.from({ length: 19_000 }, (_, nth) => ({ const: nth })) };
  const post = { requestBody: json({ properties: { a: {} } }), responses: { 201: json(answer) } };
  const text = JSON.stringify({ openapi: "3.1.0", info: { version: "1" }, paths: { "/things": { post } } });
  await expect(assertJudgeable(judgedOperation({ text }))).rejects.toThrow(said);
});

test("a document is read once for a run, which needs it several times, and again where anything of it differs", () => {
  const document = { text: textWith({ a: {} }), overlay: {} };
  const read = judgedOperation(document);
  expect(judgedOperation({ ...document, overlay: {} })).toBe(read);
  expect(judgedOperation({ text: document.text })).not.toBe(read);
  const other = { ...document, text: textWith({ b: {} }) };
  expect(judgedOperation(other).request.members.map(({ name }) => name)).toEqual(["b"]);
  Object.assign(other, { text: document.text });
  expect(judgedOperation(other).request.members.map(({ name }) => name)).toEqual(["a"]);
});
