/** The catalogue follows the document: the levels that it decides, and the places. */
import { describe, expect, test } from "vitest";
import { catalogueFor } from "./document-catalogue.ts";
import { type Operation, readOperation } from "./read-operation.ts";
import { type Requirement, readRequirements } from "./requirements.ts";
import { type WrittenDocument, likeTheError as error, responsesIn as responsesOf, revised } from "./testing/revised.ts";

const responsePlace = "/paths/~1plants/post/responses";

/** The differences from the shipped catalogue, by id: the level and the first source. */
function differences(operation: Operation): readonly unknown[] {
  const before = new Map(readRequirements().map(({ id, level }) => [id, level]));
  return catalogueFor(operation).flatMap(({ id, level, sources: [source] }) =>
    before.get(id) === level ? [] : [[id, level, "document" in source ? source.document : null]],
  );
}

test("the document that ships has the catalogue that ships", () => {
  expect(catalogueFor(readOperation())).toBe(readRequirements());
});

test("a document that differs in its text alone has the same levels, topics and ids", () => {
  const said = ({ id, level, topic }: Requirement): unknown => ({ id, level, topic });
  expect(catalogueFor(revised(() => undefined)).map(said)).toEqual(readRequirements().map(said));
});

const int32 = { type: "integer", format: "int32" };

describe("a document", () => {
  const identity = ["duplicate-id", "duplicate-id-other-body"];
  test.each<readonly [string, (document: WrittenDocument) => void, readonly unknown[]]>([
    [
      "that shows a 401 decides the answer to a missing token",
      (document) => void (responsesOf(document)["401"] = error),
      [["missing-token", "MUST", `${responsePlace}/401`]],
    ],
    ["that shows a 403 alone decides nothing", (document) => void (responsesOf(document)["403"] = error), []],
    [
      "that shows a 409 decides the answer to an id that exists",
      (document) => void (responsesOf(document)["409"] = error),
      identity.map((id) => [id, "MUST", `${responsePlace}/409`]),
    ],
    [
      "that allows unknown members in so many words decides their answer",
      ({ components }) => void Object.assign(components.schemas.NewPlant, { unevaluatedProperties: true }),
      [["unknown-members", "MUST", "/components/schemas/NewPlant/unevaluatedProperties"]],
    ],
    [
      "that allows them in a part of its schema does, too",
      ({ components }) => void components.schemas.NewPlant.allOf.push({ additionalProperties: true }),
      [["unknown-members", "MUST", "/components/schemas/NewPlant/allOf/2/additionalProperties"]],
    ],
    [
      "that requires a header field of a response has one requirement more",
      (document) =>
        void Object.assign(responsesOf(document)["200"] ?? {}, { headers: { Location: { required: true } } }),
      [["sends-documented-headers", "MUST", responsePlace]],
    ],
    [
      "that has a number of format int32 in a request has one requirement more, which is no MUST",
      ({ components }) => void components.schemas.NewPlant.allOf.push({ properties: { n: int32 } }),
      [["refuses-number-beyond-int32", "SHOULD", "/components/schemas/NewPlant/allOf/2/properties/n"]],
    ],
    [
      "that has one in an item of a list has it, too",
      ({ components }) =>
        void components.schemas.NewPlant.allOf.push({ properties: { n: { type: "array", items: int32 } } }),
      [["refuses-number-beyond-int32", "SHOULD", "/components/schemas/NewPlant/allOf/2/properties/n/items"]],
    ],
    [
      "whose header field is not required has none",
      (document) => void Object.assign(responsesOf(document)["200"] ?? {}, { headers: { Location: {} } }),
      [],
    ],
  ])("%s", (_name, edit, expected) => {
    expect(differences(revised(edit))).toEqual(expected);
  });

  test("that shows a 409 decides nothing where no member is an identity", () => {
    expect(differences(revised((document) => void (responsesOf(document)["409"] = error), {}))).toEqual([]);
  });

  test("has its own statuses in the statements", () => {
    const operation = revised((document) => {
      const { 200: success = {}, 400: failure = {} } = responsesOf(document);
      document.paths["/plants"].post.responses = { 201: success, 422: failure };
    });
    const statements = new Map(catalogueFor(operation).map(({ id, statement }) => [id, statement]));
    expect(statements.get("accepts-valid-plant")).toBe("A NewPlant, with ordinary values, receives 201.");
    expect(statements.get("error-media-type")).toBe("The media type of every 422 is application/json.");
  });
});
