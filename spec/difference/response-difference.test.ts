/** The changes of a revision in the answers, based on what a provider of the earlier document may send. */
import { parse, stringify } from "yaml";
import { describe, expect, test } from "vitest";
import { catalogueFor } from "../document-catalogue.ts";
import { readOperation } from "../read-operation.ts";
import { bookings } from "../testing/bookings.ts";
import { type WrittenDocument, likeTheError, responsesIn, revised } from "../testing/revised.ts";
import { type ComparedDocument, compareOperations } from "./operation-difference.ts";

type Edit = (document: WrittenDocument) => void;

function compared(edit: Edit): ComparedDocument {
  const operation = revised(edit);
  return { operation, catalogue: catalogueFor(operation) };
}

const json = (schema: object, mediaType = "application/json"): object => ({ content: { [mediaType]: { schema } } });

/** The document that ships, with additional responses. */
const showing =
  (more: Record<string, object>): Edit =>
  (document) =>
    void Object.assign(responsesIn(document), more);

const usual: Edit = () => undefined;

const without400: Edit = (document) => void delete responsesIn(document)["400"];

const requiring =
  (...names: readonly string[]): Edit =>
  (document) => {
    const headers = Object.fromEntries(names.map((name) => [name, { required: true, schema: { type: "string" } }]));
    Object.assign(responsesIn(document)["200"] ?? {}, { headers });
  };

const heading =
  (schema: object): Edit =>
  (document) =>
    void Object.assign(responsesIn(document)["200"] ?? {}, { headers: { "X-Left": { schema } } });

/** A failure whose schema cannot be compared by keyword. */
const nested = (description: string): object => {
  const either = { description: "x", oneOf: [{ type: "string" }, { type: "integer" }] };
  return { description, ...json({ type: "object", properties: { detail: either } }) };
};

type Expected = readonly [providers: readonly string[], canFail: boolean];

test.each<readonly [name: string, revision: readonly [before: Edit, now: Edit], ...Expected]>([
  [
    "a second header field that is required",
    [requiring("X-A"), requiring("X-A", "X-B")],
    ["new-demand: MUST sends-documented-headers: a 200 has the header field X-B, and did not have to"],
    true,
  ],
  [
    "a header field that is no longer required, and one in different letter case",
    [requiring("X-A", "X-B"), requiring("x-a")],
    ["now-free: MUST sends-documented-headers: a 200 no longer has to have the header field X-B"],
    false,
  ],
  [
    "a bound of a header field that is described",
    [usual, heading({ type: "integer", minimum: 0 })],
    [
      "no-longer-free: MUST sends-documented-headers: in the header field X-Left of a 200, type of the value is integer, and there was none",
      "no-longer-free: MUST sends-documented-headers: in the header field X-Left of a 200, minimum of the value is 0, and there was none",
    ],
    true,
  ],
  ["a header field whose value is any text, which says nothing of it", [usual, heading({ type: "string" })], [], false],
  [
    "a bound of a header field that is no longer described",
    [heading({ type: "integer", minimum: 0 }), usual],
    [
      "now-free: MUST sends-documented-headers: in the header field X-Left of a 200, type of the value was integer, and there is none",
      "now-free: MUST sends-documented-headers: in the header field X-Left of a 200, minimum of the value was 0, and there is none",
    ],
    false,
  ],
  [
    "another bound of a header field",
    [heading({ type: "integer", minimum: 0, maximum: 9 }), heading({ type: "integer", minimum: 1, maximum: 10 })],
    [
      "no-longer-free: MUST sends-documented-headers: in the header field X-Left of a 200, minimum of the value is 1, and was 0",
      "now-free: MUST sends-documented-headers: in the header field X-Left of a 200, maximum of the value is 10, and was 9",
    ],
    true,
  ],
  [
    "another body of a 409",
    [showing({ 409: likeTheError }), showing({ 409: json({ type: "object", required: ["message", "detail"] }) })],
    [
      "now-free: MUST error-shape: in a 409, type of `message` was string, and there is none",
      "no-longer-free: MUST error-shape: in a 409, the required member `detail` is added",
      "now-free: MUST error-shape: in a 409, the required member `error` is removed",
    ],
    true,
  ],
  [
    "another media type of a 409",
    [showing({ 409: json({}) }), showing({ 409: json({}, "application/problem+json") })],
    [
      "new-demand: MUST error-media-type: the media type of a 409 is application/problem+json instead of application/json",
    ],
    true,
  ],
  [
    "the body of a 400",
    [without400, usual],
    ["no-longer-free: MUST error-shape: the body of a 400 is shown, and was not"],
    true,
  ],
  [
    "no body of a 400 any more",
    [usual, without400],
    ["now-free: MUST error-shape: the body of a 400 is no longer shown"],
    false,
  ],
  [
    "no 403 for a missing token any more",
    [showing({ 401: likeTheError, 403: { description: "Forbidden" } }), showing({ 401: likeTheError })],
    ["new-demand: MUST missing-token: a request without credentials is answered with 401 instead of 401 or 403"],
    true,
  ],
  [
    "the same body at another place, and another text beside it",
    [
      showing({ 409: nested("Conflict") }),
      (document) => {
        showing({ 409: { $ref: "#/components/responses/Conflict" } })(document);
        Object.assign(document.components, { responses: { Conflict: nested("It is there") } });
      },
    ],
    [],
    false,
  ],
])("%s", (_name, [before, now], expected, canFail) => {
  const { providers, providersCanFail } = compareOperations(compared(before), compared(now));
  expect(providers.map(({ kind, level, requirement, what }) => `${kind}: ${level} ${requirement}: ${what}`)).toEqual(
    expected,
  );
  expect(providersCanFail).toBe(canFail);
});

test("a provider that goes on asking for a token fails once the document asks for none", () => {
  const open: Edit = (document) => {
    document.security = [];
  };
  const { providers, providersCanFail } = compareOperations(compared(usual), compared(open));
  expect(providers).toContainEqual(
    expect.objectContaining({ kind: "new-demand", requirement: "accepts-valid-plant", level: "MUST" }),
  );
  expect(providersCanFail).toBe(true);
});

test("for consumers: what a request has to have, and need not have any more", () => {
  const open: Edit = (document) => {
    document.security = [];
    delete document.paths["/plants"].post.requestBody.required;
  };
  const changes = (before: Edit, now: Edit): readonly string[] =>
    compareOperations(compared(before), compared(now)).consumers.map(({ kind, what }) => `${kind}: ${what}`);
  expect(changes(usual, open)).toEqual([
    "request-accepted: requests needed a bearer token, and need none",
    "request-accepted: a request no longer has to have a body",
  ]);
  expect(changes(open, usual)).toEqual([
    "request-refused: requests need a bearer token, and needed none",
    "request-refused: a request has to have a body, and had not",
  ]);
});

describe("a failure that the document shows for a state is a freedom of providers, with a body and without:", () => {
  const bare = { description: "Taken" };
  /** The hotel's document, in which no member is an identity, with more responses. */
  const bookingsWith = (responses: object): ComparedDocument => {
    const document = parse(bookings) as { paths: Record<string, { post: { responses: object } }> };
    for (const { post } of Object.values(document.paths)) Object.assign(post.responses, responses);
    const operation = readOperation(stringify(document));
    return { operation, catalogue: catalogueFor(operation) };
  };
  const inShort = (before: object, now: object): readonly unknown[] => {
    const { providersCanFail, providers, consumers } = compareOperations(bookingsWith(before), bookingsWith(now));
    const own = [...providers, ...consumers].filter(({ requirement }) => requirement === "accepts-valid-plant");
    return [providersCanFail, ...own.map(({ kind }) => kind)];
  };

  test.each([402, 404, 409, 410, 423, 424, 451])("%i", (status) => {
    for (const response of [bare, { ...json({ type: "object" }) }]) {
      expect(inShort({ [status]: response }, {})).toEqual([true, "new-demand", "answer-gone"]);
      expect(inShort({}, { [status]: response }).slice(1)).toEqual(["now-free", "answer-added"]);
      expect(inShort({ [status]: response }, { [status]: response })).toEqual([false]);
    }
  });

  test("but not where the client chooses the identity, so that a conflict is about that", () => {
    const { providers } = compareOperations(compared(showing({ 409: bare })), compared(usual));
    expect(providers.map(({ requirement }) => requirement)).not.toContain("accepts-valid-plant");
  });
});

test("a header field that a request has to have asks consumers for it, and lets providers do without it later", () => {
  const asking: Edit = ({ paths }) =>
    void Object.assign(paths["/plants"].post, {
      parameters: [{ name: "X-Bed", in: "header", required: true, schema: { type: "string" } }],
    });
  const changes = (before: Edit, now: Edit): readonly string[] => {
    const { providers, consumers } = compareOperations(compared(before), compared(now));
    return [...providers, ...consumers].map(({ kind, what }) => `${kind}: ${what}`);
  };
  expect(changes(usual, asking)).toEqual([
    "request-refused: a request has to have the header field X-Bed, and had not",
  ]);
  expect(changes(asking, usual)).toEqual([
    "new-demand: a request no longer has to have the header field X-Bed",
    "request-accepted: a request no longer has to have the header field X-Bed",
  ]);
  expect(changes(asking, asking)).toEqual([]);
});

test("an answer whose schema leads back to itself is not compared by keyword: a change of it may be either", () => {
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const answering =
    (label: object): Edit =>
    (document) => {
      const inside = { type: "array", items: ref("Bed") };
      Object.assign(document.components.schemas, { Bed: { type: "object", properties: { label, inside } } });
      Object.assign(responsesIn(document), { 409: json(ref("Bed")) });
    };
  const changes = (before: object, now: object): readonly string[] =>
    compareOperations(compared(answering(before)), compared(answering(now))).providers.map(
      ({ kind, what }) => `${kind}: ${what}`,
    );
  const label = { type: "string" };
  expect(changes(label, { ...label, maxLength: 9 })).toEqual([
    "no-longer-free: in a 409, the schema of the body differs in ways that are not compared",
    "now-free: in a 409, the schema of the body differs in ways that are not compared",
  ]);
  expect(changes(label, label)).toEqual([]);
});
