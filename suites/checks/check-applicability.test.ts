/** A check that does not apply to a document is not asked, affects no verdict, and gives the reason. */
import { describe, expect, test } from "vitest";
import { readOperation } from "../../spec/read-operation.ts";
import { type WrittenDocument, likeTheError, responsesIn, revised, withMethod } from "../../spec/testing/revised.ts";
import { notApplicableIn } from "./check-applicability.ts";
import { checksFor } from "../testing/revised-checks.ts";

type Edit = (document: WrittenDocument) => void;

const requestOf = ({ paths }: WrittenDocument): WrittenDocument["paths"]["/plants"]["post"]["requestBody"] =>
  paths["/plants"].post.requestBody;
const secured =
  (scheme: object): Edit =>
  ({ components }) =>
    void (components.securitySchemes["bearer"] = scheme);
const ofBearer = [
  "requires-bearer-scheme",
  "accepts-bearer-in-any-case",
  "refuses-empty-token",
  "challenges-with-401",
  "keeps-token-secret",
];
const ofTokens = ["malformed-token", "malformed-token-body", "unknown-token", "unknown-token-body"];
const ofSecurity = ["requires-authorization", "missing-token", "missing-token-body"];

test("of the document that ships, everything is asked", () => {
  expect(notApplicableIn(readOperation())).toEqual(new Map());
});

describe("not applicable", () => {
  test.each<readonly [string, Edit, readonly string[], string]>([
    [
      "a body of a 401",
      (document) => void (responsesIn(document)["401"] = likeTheError),
      ["missing-token-body"],
      "the document shows the body of a 401",
    ],
    [
      "a default for the optional label",
      ({ components }) => void Object.assign(components.schemas.Plant.properties.tag, { default: "plain" }),
      ["adds-no-tag"],
      "the document has a default for a member that is not sent",
    ],
    [
      "a schema that allows the named members alone",
      ({ components }) => void Object.assign(components.schemas.NewPlant, { unevaluatedProperties: false }),
      ["unknown-members"],
      "says which other members there may be",
    ],
    [
      "a schema that allows other members in so many words",
      ({ components }) => void Object.assign(components.schemas.NewPlant, { unevaluatedProperties: true }),
      [],
      "",
    ],
    ["a body of a 402", (document) => void (responsesIn(document)["402"] = likeTheError), [], ""],
    ["a body of a 400 alone", () => undefined, [], ""],
    [
      "a default response",
      (document) => void (responsesIn(document)["default"] = {}),
      ["refuses-with-400"],
      "the document does not limit the statuses",
    ],
    [
      "a body that is not required",
      (document) => void (requestOf(document).required = false),
      ["refuses-no-body"],
      "does not require a request body",
    ],
    [
      "bodies of two media types",
      (document) => void Object.assign(requestOf(document).content, { "application/xml": {} }),
      ["refuses-other-media-types"],
      "several media types",
    ],
    ["no security", (document) => void (document.security = []), [...ofSecurity, ...ofBearer, ...ofTokens], "no token"],
    [
      "a scheme that is not judged",
      secured({ type: "oauth2" }),
      [...ofSecurity, ...ofBearer, ...ofTokens],
      "is oauth2",
    ],
    [
      "a key in a header",
      secured({ type: "apiKey", in: "header", name: "X-Key" }),
      [...ofBearer, ...ofTokens],
      "does not name the bearer scheme",
    ],
  ])("by a document with %s", (_name, edit, ids, reason) => {
    const found = notApplicableIn(revised(edit));
    expect([...found.keys()].toSorted()).toEqual(ids.toSorted());
    expect([...found.values()].every((words) => words.includes(reason))).toBe(true);
  });
});

test("a check that is not applicable sends nothing, and is judged to be that", () => {
  const { named, outcomeOf } = checksFor(revised((document) => void (requestOf(document).required = false)));
  expect(named("refuses-no-body/no-body")?.next((k) => k, [])).toEqual([]);
  expect(outcomeOf("refuses-no-body/no-body", [{}])).toBe("not-applicable");
});

test("the method of the operation is not asked as another one", () => {
  const { outcomeOf } = checksFor(withMethod("PUT"));
  expect(outcomeOf("method-put/value", [{}, {}, {}], [1])).toBe("not-applicable");
  expect(outcomeOf("method-patch/value", [{}, { status: 405 }, {}], [1])).toBe("405");
});

test("a check that reads what another sent reads nothing where it is not applicable", () => {
  const { named, outcomeOf } = checksFor(revised((document) => void (responsesIn(document)["401"] = likeTheError)));
  expect(named("missing-token-body/value")?.reads).toBeUndefined();
  expect(outcomeOf("missing-token-body/value", [{}, { status: 401 }, {}], [1])).toBe("not-applicable");
});

test("without a documented body of a failure, no body of one is asked for", () => {
  const { named, outcomeOf } = checksFor(revised((document) => void (responsesIn(document)["400"] = {})));
  for (const id of ["error-media-type/every-400", "error-encoding/every-400", "error-shape/every-400"] as const) {
    expect(outcomeOf(id, [{ status: 400, body: "[]" }])).toBe("not-applicable");
  }
  expect(named("error-shape/every-422")).toBeUndefined();
});

test("where another failure than of a request has a body, that is asked for", () => {
  const { named, outcomeOf } = checksFor(
    revised((document) => {
      const { 200: success = {} } = responsesIn(document);
      document.paths["/plants"].post.responses = { 200: success, 202: success, 409: likeTheError };
    }),
  );
  expect(outcomeOf("error-shape/every-409", [{ status: 409, body: "[]" }])).toBe(" []");
  expect([named("error-shape/every-400"), named("error-shape/every-202")]).toEqual([undefined, undefined]);
});
