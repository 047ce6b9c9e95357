/** Documents that others wrote: what is read from them, and which faults end the run before anything is sent. */
import { stringify } from "yaml";
import { describe, expect, test } from "vitest";
import { inDepth } from "../proof/gate/depth.ts";
import { compileValidators } from "./compile-schemas.ts";
import { defined } from "./defined.ts";
import { jsonResponses, orList } from "./described-responses.ts";
import { type Operation, type ReadingOptions, readOperation } from "./read-operation.ts";

const json = (schema: object | boolean): object => ({ content: { "application/json": { schema } } });
const thing = { type: "object", properties: { title: { type: "string" } }, required: ["title"] };
const post = {
  operationId: "addThing",
  requestBody: { required: true, ...json(thing) },
  responses: { 201: { description: "Added", ...json(thing) } },
};

function documentWith(operation: object, more: object = {}): object {
  return {
    openapi: "3.1.0",
    info: { title: "Things", version: "7" },
    paths: { "/things": { post: { ...post, ...operation } } },
    ...more,
  };
}

const read = (document: object, reading: ReadingOptions = {}): Operation => readOperation(stringify(document), reading);

describe("a document of another service", () => {
  test("gives the operation its path, status, version and digest, and is not the one that ships", () => {
    expect(read(documentWith({}))).toMatchObject({
      version: "7",
      path: "/things",
      operationId: "addThing",
      success: { status: 201, mediaType: "application/json" },
      successes: [201],
      failure: null,
      refusals: null,
      others: [],
      security: { kind: "none" },
      roles: { identity: null, label: "title" },
      bodyIsRequired: true,
      isShipped: false,
    });
  });

  test("in JSON is read as the same in YAML", () => {
    const { sha256: _, ...yaml } = read(documentWith({}));
    expect(readOperation(JSON.stringify(documentWith({})))).toMatchObject(yaml);
  });

  test("is followed through references of path items, bodies, responses, headers and parameters", () => {
    const operation = read({
      openapi: "3.1.0",
      info: { version: "7" },
      paths: { "/things": { $ref: "#/components/pathItems/Things" } },
      components: {
        pathItems: {
          Things: {
            post: {
              parameters: [{ $ref: "#/components/parameters/Trace" }],
              requestBody: { $ref: "#/components/requestBodies/Thing" },
              responses: { 200: { $ref: "#/components/responses/Added" } },
            },
          },
        },
        parameters: { Trace: { name: "Trace", in: "header" } },
        requestBodies: { Thing: json({ $ref: "#/components/schemas/A%20thing" }) },
        responses: {
          Added: { headers: { Location: { $ref: "#/components/headers/Location" } }, ...json(true) },
        },
        headers: { Location: { required: true, schema: { type: "string" } } },
        schemas: { "A thing": thing },
      },
    });
    expect(operation).toMatchObject({ success: { requiredHeaders: ["Location"] }, bodyIsRequired: false });
    expect(operation.request.members.map(({ name }) => name)).toEqual(["title"]);
  });

  test("has failures of a request, and other responses, by their statuses", () => {
    const body = json({ type: "object" });
    const responses = { ...post.responses, 200: body, 401: body, 409: body, 422: body, 400: {}, 404: {} };
    expect(read(documentWith({ responses }))).toMatchObject({
      success: { status: 200 },
      successes: [200, 201],
      failure: { status: 422 },
      refusals: [400, 404, 422],
      others: [{ status: 201 }, { status: 401 }, { status: 409 }],
      statuses: [200, 201, 400, 401, 404, 409, 422],
    });
  });

  test.each([[404], [413], [415]])("with %d alone shows no failure that a wrong body is answered with", (status) => {
    const operation = read(documentWith({ responses: { ...post.responses, [status]: json(true) } }));
    expect(operation).toMatchObject({ failure: null, refusals: null, others: [{ status }] });
  });

  test.each([
    ["2XX", { "2XX": json(true), 200: json(true), 422: json(true) }, [200, 422, 201, 202]],
    ["default alone", { default: json(true) }, [200, 201, 202]],
    ["default and a failure", { default: json(true), 400: json(true) }, [200, 400, 201, 202]],
    ["a default that is an error", { default: { description: "Unexpected error", ...json(true) } }, []],
    ["a 201 and default", { 201: json(true), default: json(true) }, [201, 400, 409, 422]],
  ])("with %s shows bodies of the statuses that it describes", (_name, responses, shown) => {
    const operation = read(documentWith({ responses }));
    const { successes, states } = operation;
    expect(jsonResponses(operation).map(({ status }) => status)).toEqual(shown);
    expect(orList(successes)).toBe("201" in responses ? "201" : "2xx");
    expect(states).toEqual("default" in responses ? [409] : []);
  });

  test.each(["default", "4XX"])("with a response for %s does not limit the statuses of a refusal", (key) => {
    const responses = { ...post.responses, 400: json(true), [key]: json(true) };
    expect(read(documentWith({ responses }))).toMatchObject({ failure: { status: 400 }, refusals: null });
  });

  test("has every media type of a response, and is held against that of JSON", () => {
    const content = { "application/xml": {}, "application/json; charset=utf-8": { schema: thing } };
    expect(read(documentWith({ responses: { 200: { content } } })).success).toMatchObject({
      mediaType: "application/json",
      mediaTypes: ["application/xml", "application/json"],
    });
  });
});

describe("the operation", () => {
  const paths = { "/a": { post: { ...post, operationId: "addA" } }, "/b": { post: { ...post, operationId: "addB" } } };

  test.each(["addB", "/b"])("of several is chosen by %s", (operation) => {
    expect(read({ ...documentWith({}), paths }, { operation }).path).toBe("/b");
  });

  test("has to be named where there are several", () => {
    expect(() => read({ ...documentWith({}), paths })).toThrow("The document has addA (/a), addB (/b)");
  });

  test("that is named has to be there", () => {
    expect(() => read({ ...documentWith({}), paths }, { operation: "addC" })).toThrow(/called addC.*addA \(\/a\)/);
  });

  test("is found beside extensions, and among header fields that OpenAPI ignores", () => {
    const parameters = [{ name: "Content-type", in: "header", required: true }];
    const operation = read(
      documentWith({ parameters }, { paths: { "/things": { post: { ...post, parameters } }, "x-a": "b" } }),
    );
    expect(operation.path).toBe("/things");
  });

  test("is a POST with a body in JSON", () => {
    const form = { requestBody: { content: { "text/plain": {} } } };
    expect(() => read(documentWith(form))).toThrow("no operation that creates something");
  });

  test("is a PUT where no POST has a body in JSON, or where the PUT is named", () => {
    const put = { ...post, operationId: "putThing" };
    const at = (item: object, name?: string): unknown => {
      const { method, operationPath } = read(
        { ...documentWith({}), paths: { "/things": item } },
        defined({ operation: name }),
      );
      return [method, operationPath];
    };
    expect(at({ put })).toEqual(["PUT", "/paths/~1things/put"]);
    for (const name of [undefined, "/things"]) {
      expect(at({ put, post }, name)).toEqual(["POST", "/paths/~1things/post"]);
    }
    for (const name of ["putThing", "PUT /things"])
      expect(at({ put, post }, name)).toEqual(["PUT", "/paths/~1things/put"]);
  });
});

describe("OpenAPI 3.0", () => {
  test("has its nullable members and exclusive bounds in the words of 3.1, and nothing beside a reference", () => {
    const operation = read({
      ...documentWith({
        requestBody: json({
          type: "object",
          properties: {
            note: { type: "string", nullable: true },
            size: { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
            kind: { $ref: "#/components/schemas/Kind", maxLength: 1 },
          },
        }),
      }),
      openapi: "3.0.3",
      components: { schemas: { Kind: { type: "string", example: { nullable: true } } } },
    });
    expect(operation.request.members.map(({ shape }) => shape)).toMatchObject([
      { types: ["string", "null"] },
      { exclusiveMinimum: 0, maximum: 9 },
      { types: ["string"] },
    ]);
    expect(operation.request.members[1]?.shape).not.toHaveProperty("minimum");
    expect(operation.request.members[2]?.shape).not.toHaveProperty("maxLength");
    expect(operation.document).toMatchObject({ components: { schemas: { Kind: { example: { nullable: true } } } } });
  });

  test("takes null in an answer where it is nullable", () => {
    const schema = { type: "object", properties: { note: { type: "string", nullable: true } } };
    const operation = read({ ...documentWith({ responses: { 200: json(schema) } }), openapi: "3.0.0" });
    const { plant } = compileValidators(operation);
    expect([plant({ note: null }), plant({ note: 1 }).length]).toEqual([[], 1]);
  });
});

test("a key that is twice in one object is reported with its place", () => {
  const text = '{"openapi": "3.1.0",\n "info": {"title": "a", "title": "b"}}';
  expect(() => readOperation(text)).toThrow(
    'The document has the key "title" twice in one object: the second is at line 2, column 25',
  );
});

test("many keys in one object are read in a time that grows as their number", () => {
  const lines = Array.from({ length: inDepth({ gate: 5_000, proof: 300_000 }) }, (_, n) => `  k${n}: 1\n`);
  expect(readOperation(`${stringify(documentWith({}))}x-many:\n${lines.join("")}`).path).toBe("/things");
});

test("JSON on one line with blanks after its colons is not nested deeply", () => {
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`k${n}`, n]));
  const text = JSON.stringify(documentWith({}, { "x-many": many })).replaceAll('":', '": ');
  expect(readOperation(text).path).toBe("/things");
});

test("a request of any media type is sent as JSON, where no other operation names JSON", () => {
  const taking = (type: string): object => ({
    post: {
      requestBody: { content: { [type]: { schema: { type: "object", properties: { size: { type: "integer" } } } } } },
      responses: { 201: { description: "made" } },
    },
  });
  const reading = (paths: object): ReturnType<typeof readOperation> =>
    readOperation(JSON.stringify({ openapi: "3.1.0", info: { title: "Things", version: "1" }, paths }));
  const { requestMediaType, request } = reading({ "/things": taking("*/*") });
  expect([requestMediaType, request.members.map(({ name }) => name)]).toEqual(["application/json", ["size"]]);
  expect(reading({ "/things": taking("application/*") }).requestMediaType).toBe("application/json");
  expect(reading({ "/files": taking("*/*"), "/things": taking("application/json") }).path).toBe("/things");
});

test("more than 1,000 aliases are refused, because each is looked up in the whole document", () => {
  const aliased = (count: number): string => {
    const lines = Array.from({ length: count }, (_, n) => `  - &a${n} 1\n  - *a${n}\n`);
    return `${stringify(documentWith({}), { aliasDuplicateObjects: false })}x-many:\n${lines.join("")}`;
  };
  expect(readOperation(aliased(1_000)).path).toBe("/things");
  const ofOne = `x-one: &one [1]\nx-many: [${Array.from({ length: 200 }, () => "*one").join(", ")}]\n`;
  expect(readOperation(stringify(documentWith({})) + ofOne).path).toBe("/things");
  expect(() => readOperation(aliased(1_001))).toThrow("The document has more than 1000 aliases");
});

test("a reference that leads nowhere is reported with its place", () => {
  const parameters = [{ $ref: "#/components/parameters/Tenant" }];
  expect(() => read(documentWith({ parameters }))).toThrow(
    "There is nothing at /components/parameters/Tenant, which $ref at /paths/~1things/post/parameters/0 refers to",
  );
});

test.each([
  { contentEncoding: "base64" },
  { contentMediaType: "text/csv" },
  { contentSchema: true },
  { $comment: "a" },
])("the annotation %j stops nothing", (annotation) => {
  const schema = { ...thing, properties: { title: { type: "string", ...annotation } } };
  expect(() => read(documentWith({ requestBody: json(schema) }))).not.toThrow();
});

describe("security", () => {
  const schemes = {
    bearer: { type: "http", scheme: "Bearer" },
    key: { type: "apiKey", in: "header", name: "X-Key" },
    query: { type: "apiKey", in: "query", name: "key" },
    basic: { type: "http", scheme: "basic" },
    oauth: { type: "oauth2" },
  };
  const secured = (security: readonly object[], own?: readonly object[]): Operation["security"] =>
    read({
      ...documentWith(own === undefined ? {} : { security: own }),
      security,
      components: { securitySchemes: schemes },
    }).security;

  test.each([
    [[{ bearer: [] }], undefined, { kind: "bearer" }],
    [[{ key: [] }], undefined, { kind: "api-key", header: "X-Key" }],
    [[], undefined, { kind: "none" }],
    [[{ bearer: [] }], [], { kind: "none" }],
    [[{ bearer: [] }], [{ key: [] }], { kind: "api-key", header: "X-Key" }],
  ])("%j, and %j of the operation", (security, own, expected) => {
    expect(secured(security, own)).toEqual(expected);
  });

  test.each([
    [[{ oauth: [] }], "bearer"],
    [[{ query: [] }, { bearer: [] }], "bearer"],
    [[{ key: [] }, { bearer: [] }], "api-key"],
    [[{}, { bearer: [] }], "bearer"],
    [[{}, { basic: [] }], "none"],
  ])("%j is not judged, and says why", (security, kind) => {
    expect(secured(security)).toEqual(
      expect.objectContaining({ kind, notJudged: expect.stringContaining("/security") }),
    );
  });

  test.each([
    [[{ query: [] }], { kind: "none", notJudged: expect.stringContaining("query at /security is apiKey query") }],
    [[{ basic: [] }], { kind: "none", notJudged: expect.stringContaining("basic at /security is http basic") }],
    [[{ bearer: [], key: [] }], { kind: "bearer", notJudged: expect.stringContaining("several security schemes") }],
  ])("%j is not judged, and does not stop the run", (security, expected) => {
    expect(secured(security)).toEqual(expected);
  });

  test("that names no scheme is reported with the place that refers to it", () => {
    expect(() => secured([{ other: [] }])).toThrow(
      "There is nothing at /components/securitySchemes/other, which the security at /security refers to as other",
    );
  });
});

describe("what is not understood ends the reading, with its place:", () => {
  const ofRequest = (schema: object): object => ({ requestBody: json({ type: "object", ...schema }) });
  const ofAnswer = (schema: object | boolean): object => ({ responses: { 200: json(schema) } });
  test.each<readonly [object, string]>([
    [
      ofRequest({ oneOf: [] }),
      "The keyword oneOf at /paths/~1things/post/requestBody/content/application~1json/schema",
    ],
    [ofRequest({ required: ["a"], properties: { a: { format: "iban" } } }), "The format iban at"],
    [ofRequest({ properties: { a: { $ref: "a.yaml#/A" } } }), "The reference a.yaml#/A at"],
    [{ requestBody: json({ type: "array" }) }, "is not an object"],
    [ofAnswer({ items: { $ref: "https://example.com/a" } }), "The reference https://example.com/a at"],
    [
      ofAnswer({ $ref: "#/components/schemas/A" }),
      "There is nothing at /components/schemas/A, which $ref at /paths/~1things/post/responses/200/content/application~1json/schema refers to",
    ],
    [
      ofRequest({ required: ["a"], properties: { a: { $ref: "#/$defs/A" } } }),
      "There is nothing at /$defs/A, which $ref at /paths/~1things/post/requestBody/content/application~1json/schema/properties/a refers to",
    ],
    [
      ofRequest({ required: ["a"], additionalProperties: false }),
      "The keyword additionalProperties at /paths/~1things/post/requestBody/content/application~1json/schema shuts out a, which required names",
    ],
    [ofAnswer({ $dynamicRef: "#a" }), "The keyword $dynamicRef at"],
    [{ responses: { 400: json(true), "4XX": {} } }, "There is no success at /paths/~1things/post/responses"],
    [
      { parameters: [{ name: "a b", in: "header", required: true }] },
      "The keyword required at /paths/~1things/post/parameters/0 cannot be met: no request can have the parameter a b",
    ],
    [ofRequest({ required: ["a"], $ref: "#/components/__proto__" }), "There is nothing at /components/__proto__"],
    [{ requestBody: { content: { "application/json;\nx": {} } } }, "cannot be sent in a header field"],
    [{ "x-conformance": { identity: 1 } }, "The overlay at /paths/~1things/post/x-conformance cannot be used"],
  ])("%j", (operation, message) => {
    expect(() => read(documentWith(operation))).toThrow(message);
  });

  test.each([
    ["a path with a fragment", { paths: { "/a#b": { post } } }, "The path /a#b cannot be sent to"],
    ["a path with a line feed", { paths: { "/a\nb": { post } } }, "cannot be sent to"],
    ["no version", { info: { title: "Things" } }, "There is no version at /info/version"],
    ["a path with one brace", { paths: { "/{a": { post } } }, "The path /{a cannot be sent to"],
    ["another version", { openapi: "3.2.0" }, 'The document is of OpenAPI "3.2.0"'],
    [
      "Swagger",
      { openapi: undefined, swagger: "2.0" },
      "The document is Swagger (OpenAPI) 2.0, and 3.0 and 3.1 are read; convert it",
    ],
    ["a version that is a number", { openapi: 3.1 }, "The version 3.1 at /openapi is a number"],
    ["another dialect", { jsonSchemaDialect: "https://example.com/" }, "The keyword jsonSchemaDialect at /"],
    ["a circle", { paths: { "/a": { $ref: "#/paths/~1a" } } }, "leads to itself"],
  ])("%s", (_name, more, message) => {
    expect(() => read(documentWith({}, more))).toThrow(message);
  });

  test.each([
    [
      "a text that is neither",
      "a: [",
      "The document is neither YAML nor JSON: line 1, column 5 (it begins at a column where nothing can begin; BAD_INDENT)",
    ],
    ["more than 8 MiB", `# ${"x".repeat(8 * 1024 * 1024)}`, "at most 8388608 are read"],
    ["deep nesting", `${"[".repeat(500)}${"]".repeat(500)}`, "it is not an object"],
    ["deep members", `openapi: 3.1.0\na: ${"[".repeat(500)}${"]".repeat(500)}`, "nested deeper than 100"],
    ["nesting that ends the stack", `openapi: 3.1.0\na: ${"[".repeat(100_000)}`, "The document"],
    ["an alias of itself", "openapi: 3.1.0\na: &a\n  b: *a", "nested deeper than 100 at /a/b"],
    ["aliases of aliases", aliases(), "The document cannot be used: Excessive alias count"],
    ["nesting that is closed", `a: ${"[".repeat(100_000)}${"]".repeat(100_000)}`, "nested deeper than 100"],
    ["items in items", `a:\n ${"- ".repeat(100_000)}`, "nested deeper than 100"],
    ["a list", "- a", "it is not an object"],
  ])("%s", (_name, text, message) => {
    expect(() => readOperation(text)).toThrow(message);
  });
});

/** Each line contains the previous one nine times: 9^9 in all. */
function aliases(): string {
  const line = (_: unknown, n: number): string =>
    `a${n}: &a${n} [${Array.from({ length: 9 }, () => (n === 0 ? "x" : `*a${n - 1}`)).join(", ")}]`;
  return ["openapi: 3.1.0", ...Array.from({ length: 9 }, line)].join("\n");
}
