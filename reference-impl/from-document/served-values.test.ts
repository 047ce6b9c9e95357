/** Values of a served document: those that a request may have, and those of an answer. */
import { describe, expect, test } from "vitest";
import { type Description, servedBySchema } from "./document-server.ts";

/** The status, the body and the header fields of the answer to a body. */
type Answered = (body: string) => { readonly status: number; readonly body: unknown; readonly headers: unknown };

const problem = { type: "object", properties: { title: { type: "string" } } };

/** An operation whose request and success have these schemas, and whose success requires these header fields. */
function serving(schemas: { readonly request?: object; readonly made?: object; readonly headers?: object }): Answered {
  const { request = { type: "object" }, made = { type: "object" }, headers = {} } = schemas;
  const shown = { status: 201, mediaType: "application/json", schemaPath: "/made", path: "/responses/201" };
  const description: Description = {
    path: "/things",
    method: "POST",
    credentials: { kind: "none" },
    requestMediaType: "application/json",
    requestSchemaPath: "/request",
    success: { ...shown, requiredHeaders: Object.keys(headers) },
    failure: { status: 422, mediaType: "application/json", schemaPath: "/problem" },
    others: [],
    identity: null,
    leftOut: [],
    document: { request, made, problem, responses: { 201: { headers } } },
  };
  const { create } = servedBySchema(description, "none");
  return (body) => {
    const answer = create(Buffer.from(body));
    return { status: answer.status, body: JSON.parse(answer.body) as unknown, headers: answer.headers };
  };
}

describe("a pattern is one of Unicode, also where it escapes signs without need:", () => {
  const title = { type: "string", pattern: String.raw`^\p{L}+\-[\w-.\#]+]$` };
  const create = serving({ request: { properties: { title } } });
  test.each([
    ["Bäume-a-b.#]", 201],
    ["p{L}-a]", 422],
    ["Baum-a", 422],
    ["Baum-é]", 422],
  ])("%s: %d", (text, status) => expect(create(JSON.stringify({ title: text })).status).toBe(status));
});

describe("an answer has a value that its schema allows:", () => {
  const answered = (schema: object, given = ""): unknown => {
    const made = { type: "object", required: ["serial"], properties: { serial: schema, title: { type: "string" } } };
    const { status, body } = serving({ made })(`{"title":"Fern"${given}}`);
    expect([status, body]).toEqual([201, expect.objectContaining({ title: "Fern" })]);
    return (body as { readonly serial: unknown }).serial;
  };
  test.each<readonly [object, unknown]>([
    [{ type: "string", pattern: "^[A-Z]{4}-[0-9]{9}$" }, expect.stringMatching(/^[A-Z]{4}-[0-9]{9}$/u)],
    [{ type: "string", pattern: String.raw`^\p{Lu}\-\d$` }, expect.stringMatching(/^\p{Lu}-\d$/u)],
    [{ type: "string", pattern: "^[a-z]+$", minLength: 30, maxLength: 30 }, expect.stringMatching(/^[a-z]{30}$/u)],
    [
      { type: "string", pattern: "^(?=.*[0-9])(?=.*[A-Z]).{8,}$" },
      expect.stringMatching(/^(?=.*[0-9])(?=.*[A-Z]).{8,}$/u),
    ],
    [
      { allOf: [{ type: "string", pattern: "^a" }, { pattern: "z$" }], maxLength: 9 },
      expect.stringMatching(/^a.{0,7}z$/u),
    ],
    [{ type: "string", maxLength: 2 }, "te"],
    [{ type: "string", format: "ipv4" }, "192.0.2.1"],
    [{ type: "integer", maximum: -3 }, -3],
    [{ type: "integer", exclusiveMinimum: 7, multipleOf: 5 }, 10],
    [{ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 0.5 }, 0.25],
  ])("%j", (schema, expected) => expect(answered(schema)).toEqual(expected));

  test("that of the request only where it is one", () => {
    const code = { type: "string", pattern: "^[A-Z]{3}$" };
    expect(answered(code, ',"serial":"ABC"')).toBe("ABC");
    expect(answered(code, ',"serial":"abc"')).toMatch(/^[A-Z]{3}$/u);
  });
});

test.each([
  ["without an example is found", {}, /^[a-f0-9]{8}-$/u],
  ["is its example", { example: "0123abcd-" }, /^0123abcd-$/u],
])("a header field of a pattern %s", (_what, more, expected) => {
  const headers = { "X-Code": { ...more, schema: { type: "string", pattern: String.raw`^[a-f0-9]{8}\-$` } } };
  expect(serving({ headers })("{}").headers).toHaveProperty("X-Code", expect.stringMatching(expected));
});
