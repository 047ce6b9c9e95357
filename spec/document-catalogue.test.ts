/** The catalogue follows the document: the levels that it decides, and the places. */
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { catalogueFor } from "./document-catalogue.ts";
import { type Operation, readOperation } from "./read-operation.ts";
import { readRecords, readRequirements, type Requirement } from "./requirements.ts";
import { documentWords, filler } from "./document-words.ts";
import { at } from "./schema.ts";
import { shipped } from "./shipped-yaml.ts";
import { bookings } from "./testing/bookings.ts";
import {
  likeTheError as error,
  responsesIn,
  responsesIn as responsesOf,
  revised,
  withMethod,
  type WrittenDocument,
} from "./testing/revised.ts";

const responsePlace = "/paths/~1plants/post/responses";

/** The differences from the shipped catalogue, by id: the level and the first source. */
function differences(operation: Operation): readonly unknown[] {
  const before = new Map(readRequirements().map(({ id, level }) => [id, level]));
  return catalogueFor(operation).flatMap(({ id, level, sources: [source] }) =>
    before.get(id) === level ? [] : [[id, level, "document" in source ? source.document : null]],
  );
}

test("the document that ships has the catalogue that ships", () => {
  expect(catalogueFor(readOperation())).toEqual(readRequirements());
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

function stated(operation: Operation, id: string): Requirement {
  const found = catalogueFor(operation).find((requirement) => requirement.id === id);
  if (found === undefined) throw new Error(`There is no requirement ${id}`);
  return found;
}

describe("by a document with other members, a requirement", () => {
  const text = stringify(parse(shipped("openapi.yaml"))).replaceAll(/\bname:(?= *\n)/gu, "title:");
  const operation = readOperation(text.replaceAll("- name", "- title"));

  test("names them", () => {
    expect(operation.roles).toMatchObject({ label: "title", optionalLabel: "tag", identity: null });
    expect(stated(operation, "returns-name").statement).toContain("returns `title` as it was sent");
    expect(stated(operation, "name-length").statement).toBe("The maximum length of `title`.");
  });
});

test("by a document whose success has more members, a requirement refers to its schema", () => {
  const operation = revised(({ components }) => {
    Object.assign(components.schemas.Plant.properties, { colour: { type: "string" } });
  });
  expect(stated(operation, "plant-shape").statement).toBe("The body of every 200 matches Plant.");
  expect(stated(operation, "plant-has-no-other-members").statement).not.toContain("`name`");
});

test("by a document with another failure, a requirement refers to its schema and its status", () => {
  const operation = revised((document) => {
    const responses = responsesIn(document);
    responses["422"] = { content: { "application/json": { schema: { type: "object", required: ["problem"] } } } };
    delete responses["400"];
  });
  expect(stated(operation, "error-shape").statement).toBe(
    "The body of every 422 matches the schema that the document shows for it.",
  );
});

test("no sentence about another document has a word of the document that ships", () => {
  const operation = readOperation(bookings);
  const asked = catalogueFor(operation).filter(({ id }) => !ofErrorMembers.has(id));
  const foreign = asked.flatMap(({ id, statement, fix }) =>
    [statement, fix].filter((text) => ofPlants.test(text.replace("`a Plant` if", ""))).map((text) => `${id}: ${text}`),
  );
  expect(foreign).toEqual([]);
});

test("no sentence about a PUT calls it a POST", () => {
  const sentences = catalogueFor(withMethod("PUT")).flatMap(({ statement, fix }) => [statement, fix]);
  expect(sentences.filter((text) => text.includes("POST"))).toEqual([]);
});

const ofPlants = /plant|\btags?\b|`(?:name|id|tag|error|message)`|\b200\b|\bname that\b|\bid\b/iu;

/** Open points about the members of an Error, which are not judged for other failures. */
const ofErrorMembers = new Set(["error-values", "error-equals-status"]);

test("sentences have the path, the schemas, the statuses and the media types of their document", () => {
  const operation = readOperation(bookings);
  const said = (id: string): string => stated(operation, id).statement;
  expect(said("operation-exists")).toContain("POST {base_url}/v1/bookings is");
  expect(said("accepts-valid-plant")).toBe("An AskForRoom, with ordinary values, receives 201.");
  expect(stated(operation, "accepts-valid-plant").fix).toBe(
    "Accept every body that matches AskForRoom, and answer 201.",
  );
  expect(said("plant-shape")).toBe("The body of every 201 matches Booking.");
  expect(said("returns-tag")).toContain("returns `room` as sent");
  expect(said("error-media-type")).toBe("The media type of every 400 or 422 is application/problem+json.");
  expect(said("refuses-with-400")).toContain("receives 400 or 415 or 422.");
  expect(said("requires-authorization")).not.toContain("Authorization");
});

test("each place of a template stands for words of a document", () => {
  const fill = filler(documentWords(readOperation(bookings)));
  const templates = readRecords().flatMap(({ otherDocument = {} }) => Object.values(otherDocument));
  expect(templates.length).toBeGreaterThan(0);
  expect(templates.filter((template) => fill(template) === undefined)).toEqual([]);
  expect(fill("{nothing}")).toBeUndefined();
});

test("a schema without a name is the schema of the request", () => {
  const operation = readOperation(
    bookings.replace(
      'schema: { $ref: "#/components/schemas/AskForRoom" }',
      "schema: { type: object, required: [guest], properties: { guest: { type: string }, room: { type: string } } }",
    ),
  );
  expect(stated(operation, "accepts-valid-plant")).toMatchObject({
    statement: "A body that the schema of the request allows, with ordinary values, receives 201.",
    fix: "Accept every body that matches the schema of the request, and answer 201.",
  });
});

test.each<readonly [string, (document: WrittenDocument) => void]>([
  ["another text alone", () => undefined],
  ["no body of a failure", (document) => void (responsesIn(document)["400"] = { description: "No" })],
])("every source in a document with %s is a place in it, or a clause of a standard", (_what, edit) => {
  const operation = revised(edit);
  const places = catalogueFor(operation).flatMap(({ sources }) =>
    sources.flatMap((source) => ("document" in source ? [source.document] : [])),
  );
  expect(places.length).toBeGreaterThan(50);
  for (const place of new Set(places)) expect(() => at(operation.document, place)).not.toThrow();
});
