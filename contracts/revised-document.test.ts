/**
 * Pacts compared with a revision of the document, which decides points that 1.0.0 leaves open, and leaves open what it
 * does not show.
 */
import { describe, expect, test } from "vitest";
import { compileValidators } from "../spec/compile-schemas.ts";
import { type WrittenDocument, likeTheError, responsesIn, revised } from "../spec/testing/revised.ts";
import { type DocumentForPacts, documentForPacts } from "./document-for-pacts.ts";
import { type DocumentReading, readAgainstDocument } from "./pact-against-document.ts";
import { readPact } from "./pact-file.ts";

type Edit = (document: WrittenDocument) => void;

function revisionBy(...edits: readonly Edit[]): DocumentForPacts {
  const operation = revised((document) => {
    for (const edit of edits) edit(document);
  });
  return documentForPacts(operation, compileValidators(operation));
}

/** How an interaction differs from one with a plant that is accepted. */
interface Expected {
  readonly path?: string;
  readonly method?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly states?: readonly string[];
  readonly response?: object;
}

const json = { "Content-Type": "application/json" };
const fern = { id: 1_234_567, name: "Fern" };

/** The suite's reading of one interaction: `contradicts` with the document's statement, and the open points. */
function said(document: DocumentForPacts, expected: Expected): DocumentReading {
  const { path = document.operation.path, method = "POST", query, states = [], body = fern, response = {} } = expected;
  const { headers = { ...json, Authorization: "Bearer x" } } = expected;
  const pact = {
    consumer: { name: "shop" },
    provider: { name: "store" },
    interactions: [
      {
        description: "one",
        providerStates: states.map((name) => ({ name })),
        request: { method, path, headers, body, ...(query === undefined ? {} : { query }) },
        response: { status: 200, headers: json, ...response },
      },
    ],
    metadata: { pactSpecification: { version: "3.0.0" } },
  };
  const [one] = readPact({ text: JSON.stringify(pact), name: "test", origin: "user-supplied" }).interactions;
  if (one === undefined) throw new Error("There is no interaction");
  return readAgainstDocument(one, document);
}

const nothing = { contradicts: [], openPoints: [] };

function contradicted(where: string, expected: string, seen: string): DocumentReading {
  return { contradicts: [{ where, expected, seen }], openPoints: [] };
}

const leftOpen = (id: string, where: string): DocumentReading => ({ contradicts: [], openPoints: [{ id, where }] });

/** A revision at /herbs, with 201 and 401, a colour, and names of at most 60 characters. */
const revision = revisionBy(
  (document) => {
    const responses = responsesIn(document);
    Object.assign(responses, { 201: responses["200"], 401: likeTheError });
    Reflect.deleteProperty(responses, "200");
  },
  ({ components: { schemas } }) => {
    schemas.NewPlant.allOf.push({ properties: { name: { maxLength: 60 } } });
    Object.assign(schemas.Plant.properties, { colour: { type: "string", enum: ["green", "red"] } });
  },
  ({ paths }) => {
    Object.assign(paths, { "/herbs": paths["/plants"], "/herbs/{id}": { get: { responses: {} } } });
    Reflect.deleteProperty(paths, "/plants");
  },
);
const created = { status: 201 };
const withoutToken = { headers: json };

describe("a revision at /herbs with 201, 401, a colour and a bound of names", () => {
  test.each<readonly [string, Expected, DocumentReading]>([
    [
      "states a plant with a colour, and its 201",
      { body: { ...fern, colour: "red" }, response: { status: 201, body: { name: "Fern", colour: "red" } } },
      nothing,
    ],
    ["rules out the 200 of 1.0.0", {}, contradicted("status", "201", "200")],
    ["does not show the path of 1.0.0", { path: "/plants" }, leftOpen("other-paths", "request path")],
    ["does not show a slash after its path", { path: "/herbs/" }, leftOpen("trailing-slash", "request path")],
    ["does not show another method", { method: "DELETE" }, leftOpen("method-delete", "request method")],
    ["states the 401 of a request without a token", { ...withoutToken, response: { status: 401 } }, nothing],
    [
      "rules out another refusal of a request without a token",
      { ...withoutToken, response: { status: 400 } },
      contradicted("status", "401 without credentials", "400"),
    ],
    [
      "leaves open whether the body or the token is refused first",
      { ...withoutToken, body: { id: 1 }, response: { status: 400 } },
      nothing,
    ],
    ["states a name of 60 characters", { body: { id: 1, name: "x".repeat(60) }, response: created }, nothing],
    [
      "names no member beyond the colour",
      { body: { ...fern, size: 3 }, response: created },
      leftOpen("unknown-members", "request /size"),
    ],
    [
      "rules out that a valid plant is refused",
      { body: { ...fern, colour: "red" }, response: { status: 400 } },
      contradicted("status", "201 for a valid NewPlant", "400"),
    ],
    [
      "says in its overlay that an answer has no id",
      { response: { status: 201, body: { id: 1_234_567, name: "Fern" } } },
      contradicted("/id", "no such member", "1234567"),
    ],
    [
      "shows no size in an answer",
      { response: { status: 201, body: { name: "Fern", size: 3 } } },
      contradicted("/size", "no such member", "3"),
    ],
    ["does not show a 422", { response: { status: 422 }, body: { id: 1 } }, leftOpen("other-statuses", "status")],
    [
      "leaves open what else a provider in some state refuses",
      { states: ["a full store"], response: { status: 400 } },
      leftOpen("duplicate-id", "status"),
    ],
  ])("%s", (_what, expected, reading) => {
    expect(said(revision, expected)).toEqual(reading);
  });

  test.each<readonly [string, Expected, string]>([
    ["a colour that is not listed", { body: { ...fern, colour: "blue" }, response: created }, "request /colour"],
    ["a name of 61 characters", { body: { id: 1, name: "x".repeat(61) }, response: created }, "request /name"],
    ["an answer whose name is a number", { response: { status: 201, body: { name: 81 } } }, "/name"],
    [
      "an answer to a missing token that is not an Error",
      { ...withoutToken, response: { status: 401, body: { error: 401, message: 7 } } },
      "/message",
    ],
  ])("rules out %s", (_what, expected, where) => {
    expect(said(revision, expected).contradicts.map((finding) => finding.where)).toEqual([where]);
  });

  test("has another operation, with which nothing is compared", () => {
    expect(said(revision, { method: "GET", path: "/herbs/7" })).toEqual({
      ...nothing,
      notCompared: "It is about another operation than POST /herbs.",
    });
  });
});

describe("a number beyond its format, which another document only annotates,", () => {
  const numbered = revisionBy(({ components: { schemas } }) => {
    schemas.NewPlant.allOf.push({ properties: { count: { type: "integer", format: "int32" } } });
  });
  const small = revisionBy(({ components: { schemas } }) => {
    schemas.NewPlant.allOf.push({ properties: { id: { format: "int32" } } });
  });
  const beyond32 = 2 ** 31;
  test.each<readonly [string, DocumentForPacts, number, Expected]>([
    ["is accepted, in a member", numbered, 200, { body: { ...fern, count: beyond32 } }],
    ["is refused, in a member", numbered, 400, { body: { ...fern, count: beyond32 } }],
    ["is accepted, in the identity", small, 200, { body: { ...fern, id: beyond32 } }],
    ["is refused, in the identity", small, 400, { body: { ...fern, id: beyond32 } }],
    ["of int64 is accepted", numbered, 200, { body: { ...fern, id: 2 ** 64 } }],
    ["of int64 is refused", numbered, 400, { body: { ...fern, id: 2 ** 64 } }],
  ])("%s: no contradiction, as it is no MUST", (_what, document, status, expected) => {
    expect(said(document, { ...expected, response: { status } })).toEqual(nothing);
  });

  test("of another type is a contradiction", () => {
    expect(said(numbered, { body: { ...fern, count: 1.5 } })).toEqual(
      contradicted("request /count", "JSON type integer", "1.5"),
    );
  });

  test("within it is a valid body, whose refusal is ruled out", () => {
    expect(said(small, { body: fern, response: { status: 400 } }).contradicts).toHaveLength(1);
  });
});

describe("a revision decides", () => {
  const accepted = { body: { ...fern, size: 3 } };
  const xml = { headers: { "Content-Type": "application/xml", Authorization: "Bearer x" }, body: "<plant/>" };
  test.each<readonly [string, Edit, Expected, DocumentReading]>([
    [
      "that a duplicate is answered 409",
      (document) => void (responsesIn(document)["409"] = likeTheError),
      { states: ["a plant exists"], response: { status: 409 } },
      nothing,
    ],
    [
      "that unknown members are accepted",
      ({ components: { schemas } }) => void Object.assign(schemas.NewPlant, { unevaluatedProperties: true }),
      accepted,
      nothing,
    ],
    ["that no token is needed", (document) => void (document.security = []), withoutToken, nothing],
    [
      "that a key is needed",
      (document) => {
        document.security = [{ key: [] }];
        Object.assign(document.components.securitySchemes, { key: { type: "apiKey", in: "header", name: "X-Key" } });
      },
      {},
      contradicted("request header x-key", "a key", "no such header"),
    ],
    [
      "that a body may be XML, which is not compared",
      ({ paths }) => void Object.assign(paths["/plants"].post.requestBody.content, { "application/xml": {} }),
      xml,
      nothing,
    ],
    [
      "that there is a query",
      ({ paths }) => void Object.assign(paths["/plants"].post, { parameters: [{ name: "dry", in: "query" }] }),
      { query: "dry=1" },
      nothing,
    ],
    [
      "that an answer has a header field",
      (document) => void Object.assign(responsesIn(document)["200"] ?? {}, { headers: { "X-Version": {} } }),
      { response: { headers: { ...json, "X-Version": "1" } } },
      nothing,
    ],
    [
      "nothing for a status that only a range has",
      (document) => void (responsesIn(document)["4XX"] = likeTheError),
      { response: { status: 404 } },
      leftOpen("other-statuses", "status"),
    ],
    [
      "nothing for a number beside the plant, whose bounds it does not show",
      ({ components: { schemas } }) => void schemas.NewPlant.allOf.push({ properties: { height: { type: "number" } } }),
      { body: { ...fern, height: 1e300 }, response: { status: 400 } },
      nothing,
    ],
  ])("%s", (_what, edit, expected, reading) => {
    expect(said(revisionBy(edit), expected)).toEqual(reading);
  });

  test("that unknown members are refused", () => {
    const closed = revisionBy(({ components: { schemas } }) => {
      Object.assign(schemas.NewPlant, { unevaluatedProperties: false });
    });
    expect(said(closed, accepted)).toMatchObject({ contradicts: [{ where: "request" }], openPoints: [] });
    expect(said(closed, { ...accepted, response: { status: 400 } })).toEqual(nothing);
  });
});

describe("a pact that reads a part of an answer", () => {
  /** The answer is one of two kinds of plant, each with a member of its own, and has two members at least. */
  const ofKinds = revisionBy((document) => {
    const kind = (name: string, own: string): object => ({
      properties: { kind: { const: name }, [own]: { type: "integer" } },
      required: ["kind", own],
    });
    const schema = {
      oneOf: [kind("herb", "leaves"), kind("tree", "rings")],
      minProperties: 4,
      dependentRequired: { tag: ["name"] },
      properties: { name: { type: "string" }, tag: { anyOf: [{ type: "string" }, { type: "null" }] } },
    };
    Object.assign(responsesIn(document)["200"] ?? {}, { content: { "application/json": { schema } } });
  });
  const answered = (document: DocumentForPacts, body: unknown): DocumentReading =>
    said(document, { body: { ...fern, tag: "shade" }, response: { body } });

  test.each([{ tag: "shade" }, {}, { name: "Fern" }])("contradicts nothing by what it does not name: %j", (body) => {
    expect(answered(revisionBy(), body)).toEqual(nothing);
    expect(answered(ofKinds, body)).toEqual(nothing);
  });

  test.each([{ kind: "tree" }, { rings: 7, tag: null }])("may leave a choice of schemas undecided: %j", (body) => {
    expect(answered(ofKinds, body)).toEqual(nothing);
  });

  test("still contradicts by what it names", () => {
    expect(answered(revisionBy(), { tag: 5 })).toEqual(contradicted("/tag", "JSON type string", "5"));
    expect(said(revisionBy(), { response: { status: 400, body: { error: "x" } } }).contradicts).toContainEqual(
      contradicted("/error", "JSON type integer", '"x"').contradicts[0],
    );
  });
});

test.each(["Location", "ETag", "X-Request-Id"])(
  "a %s in an answer speaks of no version, so no point is open",
  (name) => {
    expect(said(revisionBy(), { response: { headers: { ...json, [name]: "81" } } })).toEqual(nothing);
  },
);
