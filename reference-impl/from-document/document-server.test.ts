/** Operations of other documents, served: what their schemas allow, and what their responses show. */
import { describe, expect, test } from "vitest";
import { startServer } from "../server.ts";
import { type Description, servedBySchema } from "./document-server.ts";

const TOKEN = "token-of-a-document";

const document = {
  request: {
    type: "object",
    required: ["code", "title"],
    properties: {
      code: { type: "integer", format: "int64" },
      title: { type: "string", minLength: 2, maxLength: 5 },
      size: { enum: ["small", "large"] },
    },
    unevaluatedProperties: false,
  },
  made: {
    allOf: [{ $ref: "#/request" }],
    required: ["madeAt", "href"],
    properties: { madeAt: { type: "string", format: "date-time" }, href: { type: "string", example: "/things/1" } },
    unevaluatedProperties: true,
  },
  problem: {
    type: "object",
    required: ["title", "status"],
    properties: { title: { type: "string" }, status: { type: "integer" } },
  },
} as const;

const things: Description = {
  path: "/things",
  method: "POST",
  credentials: { kind: "bearer" },
  requestMediaType: "application/json",
  requestSchemaPath: "/request",
  success: { status: 201, mediaType: "application/json", schemaPath: "/made" },
  failure: { status: 422, mediaType: "application/problem+json", schemaPath: "/problem" },
  others: [],
  identity: null,
  leftOut: [],
  document: { ...document, made: { ...document.made, allOf: [{ properties: document.request.properties }] } },
};

function creating(more: Partial<Description> = {}): (body: string) => readonly [number, unknown] {
  const { create } = servedBySchema({ ...things, ...more }, TOKEN);
  return (body) => {
    const answer = create(Buffer.from(body));
    return [answer.status, JSON.parse(answer.body)];
  };
}

const refused = [422, { title: "text", status: 1 }];

describe("a body is accepted if the schema allows it, and no other:", () => {
  const create = creating();
  test.each([
    '{"code":1,"title":"Fern"}',
    '{"code":1.0,"title":"Fern","size":"large"}',
    '{"code":9223372036854775807,"title":"ab"}',
    '{"code":-9223372036854775808,"title":"ab"}',
  ])("%s is", (body) => expect(create(body)[0]).toBe(201));
  test.each([
    '{"code":1}',
    '{"code":1,"title":"F"}',
    '{"code":1,"title":"Monstera"}',
    '{"code":1,"title":"Fern","size":"huge"}',
    '{"code":1,"title":"Fern","other":1}',
    '{"code":9223372036854775808,"title":"Fern"}',
    '{"code":-9223372036854775809,"title":"Fern"}',
    '{"code":1e999,"title":"Fern"}',
    '{"code":1.00000000000000000001,"title":"Fern"}',
    '{"code":1,"title":"Fern"',
    "[]",
    "",
  ])("%s is not", (body) => expect(create(body)).toEqual(refused));
});

test("a required member without a name is missed, and a multiple is one by its digits", () => {
  const request = {
    type: "object",
    required: ["", "price"],
    properties: { price: { type: "number", multipleOf: 0.01 } },
  };
  const create = creating({ document: { ...document, request } });
  expect(create('{"":1,"price":4.35}')[0]).toBe(201);
  expect(create('{"price":4.35}')).toEqual(refused);
  expect(create('{"":1,"price":4.355}')).toEqual(refused);
});

test("a success holds what the request gave, as far as the schema names it, and examples of the rest that is required", () => {
  expect(creating()('{"code":7,"title":"Fern","size":"small"}')).toEqual([
    201,
    { code: 7, title: "Fern", size: "small", madeAt: "2026-01-01T00:00:00Z", href: "/things/1" },
  ]);
});

test("members that a success does not have are left out", () => {
  const [, body] = creating({ leftOut: ["code"] })('{"code":7,"title":"Fern"}');
  expect(body).not.toHaveProperty("code");
  expect(body).toHaveProperty("title", "Fern");
});

describe("a duplicate", () => {
  const conflict = { status: 409, mediaType: "application/json", schemaPath: "/problem" };
  const send = (create: ReturnType<typeof creating>, ...codes: readonly string[]): readonly number[] =>
    codes.map((code) => create(`{"code":${code},"title":"Fern"}`)[0]);

  test("is refused where the document shows a 409 and what identifies a body; 1 and 1.0 are one, and doubles merge none", () => {
    const create = creating({ identity: "code", others: [conflict] });
    expect(send(create, "1", "1.0", "9007199254740992", "9007199254740993")).toEqual([201, 409, 201, 201]);
  });

  test("is accepted where the document shows no 409, or nothing says what identifies a body", () => {
    expect(send(creating({ identity: "code" }), "1", "1")).toEqual([201, 201]);
    expect(send(creating({ others: [conflict] }), "1", "1")).toEqual([201, 201]);
  });
});

test("a document whose answer has a schema that nothing was found for is refused at the start, with its place", () => {
  const needs = { type: "string", pattern: "^(?=a)b$" };
  const made = { type: "object", required: ["serial"], properties: { serial: needs } };
  expect(() => creating({ document: { ...things.document, made } })).toThrow(
    "the response 201 can be made from its schema (/made)",
  );
});

test("a schema that refers to itself ends", () => {
  const made = { type: "object", required: ["parent"], properties: { parent: { $ref: "#/made" } } };
  expect(() => creating({ document: { ...things.document, made } })).toThrow("No body of the response 201");
});

/** The statuses of the answers to requests over HTTP. */
async function statuses(description: Description, requests: readonly RequestInit[]): Promise<readonly unknown[]> {
  await using server = await startServer({ token: TOKEN, operation: servedBySchema(description, TOKEN) });
  return await Promise.all(
    requests.map(async (request) => {
      const answer = await fetch(`${server.url}${description.path}`, { method: "POST", ...request });
      return [answer.status, answer.headers.get("Content-Type"), await answer.json()];
    }),
  );
}

test("over HTTP, refusals have the status and the body that the document shows, and an Error where it shows none", async () => {
  const unauthorized = { status: 401, mediaType: "application/json", schemaPath: "/problem" };
  const json = { "Content-Type": "application/json" };
  const bearer = { ...json, Authorization: `Bearer ${TOKEN}` };
  expect(
    await statuses({ ...things, others: [unauthorized] }, [
      { headers: json, body: "{}" },
      { headers: bearer, body: "{}" },
      { headers: bearer, body: '{"code":1,"title":"Fern"}' },
      { method: "PUT", headers: bearer, body: "{}" },
    ]),
  ).toEqual([
    [401, "application/json", { title: "text", status: 1 }],
    [422, "application/problem+json", { title: "text", status: 1 }],
    [201, "application/json", expect.objectContaining({ title: "Fern" })],
    [405, "application/json", { error: 405, message: "Only POST is allowed here." }],
  ]);
});

test.each([
  [[400, 404, 422], 400],
  [[404, 422], 422],
  [null, 400],
])(
  "over HTTP, a wrong body is refused with a status that the document shows without a body: %j",
  async (refusals, status) => {
    const description = { ...things, credentials: { kind: "none" } as const, failure: null, refusals };
    const [answer] = await statuses(description, [{ headers: { "Content-Type": "application/json" }, body: "{}" }]);
    expect(answer).toEqual([status, "application/json", expect.anything()]);
  },
);

test.each([
  [{ kind: "api-key", header: "X-Key" } as const, [401, 401, 201]],
  [{ kind: "none" } as const, [201, 201, 201]],
])("over HTTP, with credentials of %j", async (credentials, expected) => {
  const headers = { "Content-Type": "application/json" };
  const body = '{"code":1,"title":"Fern"}';
  const answers = await statuses({ ...things, credentials }, [
    { headers, body },
    { headers: { ...headers, "X-Key": "another" }, body },
    { headers: { ...headers, "x-key": TOKEN }, body },
  ]);
  expect(answers.map((answer) => (answer as readonly unknown[])[0])).toEqual(expected);
});

test("a response has the header fields that the document requires of it", () => {
  const headers = {
    Location: { $ref: "#/fields/Place%20of%20it" },
    "X-Rest": { schema: { type: "integer", minimum: 3 } },
    "X-Free": { schema: { type: "string" } },
  };
  const { create } = servedBySchema(
    {
      ...things,
      success: { ...things.success, path: "/responses/201", requiredHeaders: ["Location", "X-Rest"] },
      document: {
        ...things.document,
        responses: { 201: { headers } },
        fields: { "Place of it": { example: "/things/1" } },
      },
    },
    TOKEN,
  );
  expect(create(Buffer.from('{"code":1,"title":"Fern"}')).headers).toEqual({
    "Content-Type": "application/json",
    Location: "/things/1",
    "X-Rest": "3",
  });
});

test("the challenge of a 401 is the server's, where the document requires one", () => {
  const { inItsWords } = servedBySchema(
    {
      ...things,
      others: [
        { ...things.success, status: 401, schemaPath: "/problem", path: "/401", requiredHeaders: ["www-authenticate"] },
      ],
    },
    TOKEN,
  );
  const challenge = { "WWW-Authenticate": "Bearer", "Content-Type": "application/json" };
  expect(inItsWords({ status: 401, headers: challenge, body: "{}" }).headers).toEqual(challenge);
});

test("a refusal without a body has the header fields that the document requires", () => {
  const { inItsWords } = servedBySchema(
    {
      ...things,
      failure: null,
      headed: [{ status: 400, path: "/bare", requiredHeaders: ["X-Code"] }],
      document: { ...things.document, bare: { headers: { "X-Code": { schema: { enum: ["INVALID"] } } } } },
    },
    TOKEN,
  );
  expect(inItsWords({ status: 400, headers: {}, body: "{}" })).toEqual({
    status: 400,
    headers: { "X-Code": "INVALID" },
    body: "{}",
  });
});

test("names of schemas that are percent-encoded in references are found", () => {
  const success = { ...things.success, schemaPath: "/a thing%" };
  const create = creating({
    success,
    document: { ...things.document, "a thing%": { $ref: "#/made%23" }, "made#": document.problem },
  });
  expect(create('{"code":1,"title":"Fern"}')).toEqual([201, { title: "Fern", status: 1 }]);
});

test("of a choice between null and a schema, an answer has what the schema allows", () => {
  const made = {
    type: "object",
    required: ["title", "owner", "count"],
    properties: {
      title: { anyOf: [{ type: "string" }, { type: "null" }] },
      owner: { allOf: [{ anyOf: [{ allOf: [{ $ref: "#/problem" }] }, { type: "null" }] }] },
      count: { oneOf: [{ type: "null" }, { type: "integer", minimum: 3 }] },
    },
  };
  const create = creating({
    success: { ...things.success, schemaPath: "/chosen" },
    document: { ...things.document, chosen: made },
  });
  expect(create('{"code":1,"title":"Fern"}')).toEqual([
    201,
    { title: "Fern", owner: expect.objectContaining({ status: 1 }), count: 3 },
  ]);
});

test("a pattern that never ends on a text is ended, and one that asks for a million letters is not drawn from", () => {
  const properties = {
    code: { type: "string", pattern: "^(a+)+$" },
    title: { type: "string", pattern: "^[a-z]{1000000000}$" },
  };
  const create = creating({ document: { ...things.document, request: { type: "object", properties } } });
  expect(create(JSON.stringify({ code: "a".repeat(40) }))[0]).toBe(201);
  expect(create(JSON.stringify({ code: `${"a".repeat(40)}!` }))[0]).toBe(422);
  expect(create(JSON.stringify({ title: "fern" }))[0]).toBe(422);
});
