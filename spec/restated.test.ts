import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { catalogueFor } from "./document-catalogue.ts";
import { type Operation, readOperation } from "./read-operation.ts";
import type { Requirement } from "./requirements.ts";
import { at } from "./schema.ts";
import { shipped } from "./shipped.ts";
import { bookings } from "./testing/bookings.ts";
import { type WrittenDocument, responsesIn, revised } from "./testing/revised.ts";

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
