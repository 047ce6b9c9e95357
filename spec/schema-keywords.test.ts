/** The keywords from which bodies can be made, and what the result says of the others. */
import { describe, expect, test } from "vitest";
import { assertKnown } from "./body-limits.ts";
import { documentFaults, leftOutOfRequests } from "./document-remarks.ts";
import { madeFormat } from "./schema.ts";
import { revised } from "./testing/revised.ts";

test.each<readonly [object, boolean]>([
  [{ minProperties: 0 }, true],
  [{ minProperties: 1, required: ["a"] }, true],
  [{ minProperties: 2, required: ["a"] }, false],
  [{ minProperties: 1 }, false],
  [{ maxProperties: 9 }, false],
  [{ dependentRequired: { a: ["b"] } }, false],
])("%j can be used where bodies are not compared with the schema: %j", (schema, isUsable) => {
  expect(() => assertKnown(schema, "/schema", true)).not.toThrow();
  const asserted = (): void => assertKnown(schema, "/schema", false);
  if (isUsable) expect(asserted).not.toThrow();
  else expect(asserted).toThrow(/^The keyword \w+ at \/schema cannot be turned into checks/);
});

describe("a keyword that JSON Schema does not define", () => {
  const operation = revised(({ components }) => {
    components.schemas.NewPlant.allOf.push({ min_items: 1, "x-min": 1, properties: { content: { type: "string" } } });
    Object.assign(components.schemas.Plant, { content: { "text/plain": {} } });
  });

  test("stops nothing, and is named once as one that decides nothing", () => {
    expect(documentFaults(operation)).toEqual([
      "min_items at /components/schemas/NewPlant/allOf/2 is no keyword of JSON Schema, so it decides nothing.",
      "content at /components/schemas/Plant is no keyword of JSON Schema, so it decides nothing.",
    ]);
  });
});

test("a bound beyond 2^53 is not asked, and named", () => {
  const extra = { type: "integer", maximum: 2 ** 63, minimum: -(2 ** 63) };
  const operation = revised(({ components }) => {
    components.schemas.NewPlant.allOf.push({ properties: { extra } });
  });
  const place = "/components/schemas/NewPlant/allOf/2/properties/extra";
  expect(leftOutOfRequests(operation)).toEqual([
    `maximum ${2 ** 63} at ${place} was not asked: numbers beyond 2^53 may be rounded.`,
    `minimum ${-(2 ** 63)} at ${place} was not asked: numbers beyond 2^53 may be rounded.`,
  ]);
  const shape = operation.request.members.find(({ name }) => name === "extra")?.shape;
  expect(shape).toMatchObject({ types: ["integer"] });
  expect(shape).not.toHaveProperty("maximum");
});

test.each([
  ["URL", "uri"],
  ["UUID", "uuid"],
  ["uint", "uint32"],
  ["Phone", "Phone"],
])("the format %s is made as %s", (format, made) => {
  expect(madeFormat(format)).toBe(made);
});
