import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { catalogueFor } from "./document-catalogue.ts";
import { type Operation, readOperation } from "./read-operation.ts";
import type { Requirement } from "./requirements.ts";
import { at } from "./schema.ts";
import { shipped } from "./shipped.ts";
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
    expect(stated(operation, "plant-shape").statement).toContain("a string `title`");
    expect(stated(operation, "plant-has-no-other-members").fix).toContain("from `title` and `tag` only");
  });
});

test("by a document whose success has more members, a requirement refers to its schema", () => {
  const operation = revised(({ components }) => {
    Object.assign(components.schemas.Plant.properties, { colour: { type: "string" } });
  });
  expect(stated(operation, "plant-shape").statement).toBe(
    "The body of every 200 matches the schema that the document shows for it.",
  );
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
