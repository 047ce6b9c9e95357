/** An example that its schema does not allow is a fault of the document, and is reported. */
import { parse, stringify } from "yaml";
import { expect, test } from "vitest";
import { documentFaults } from "./document-remarks.ts";
import { readOperation } from "./read-operation.ts";
import { shipped } from "./shipped-yaml.ts";

/** The document that ships, with members inserted at the steps of a JSON Pointer. */
function documentWith(steps: readonly string[], more: object): string {
  const document = parse(shipped("openapi.yaml")) as object;
  const place = steps.reduce<object>((object, step) => Reflect.get(object, step) as object, document);
  Object.assign(place, more);
  return stringify(document);
}

const operation = ["paths", "/plants", "post"];
const success = [...operation, "responses", "200", "content", "application/json"];
const plant = ["components", "schemas", "Plant"];

test("the document that ships has none", () => {
  expect(documentFaults(readOperation())).toEqual([]);
});

test.each([
  [success, { example: { name: 1 } }, "/paths/~1plants/post/responses/200/content/application~1json/example"],
  [
    success,
    { examples: { right: { value: { name: "Fern" } }, wrong: { value: {} } } },
    "/paths/~1plants/post/responses/200/content/application~1json/examples/wrong/value",
  ],
  [
    [...operation, "requestBody", "content", "application/json"],
    { example: { name: "Fern" } },
    "/paths/~1plants/post/requestBody/content/application~1json/example",
  ],
  [plant, { example: {} }, "/components/schemas/Plant/example"],
  [[...plant, "properties", "name"], { examples: ["Fern", 1] }, "/components/schemas/Plant/properties/name/examples/1"],
  [[...plant, "properties", "tag"], { default: null }, "/components/schemas/Plant/properties/tag/default"],
])("at %j, %j", (steps, more, place) => {
  const faults = documentFaults(readOperation(documentWith(steps, more)));
  expect(faults).toEqual([expect.stringMatching(/^The example at \S+ contradicts its schema at \S+\.$/)]);
  expect(faults[0]).toContain(`The example at ${place} contradicts`);
});

test.each([
  [success, { example: { name: "Fern", more: 1 } }],
  [plant, { example: { name: "Fern" } }],
])("at %j, %j is allowed", (steps, more) => {
  expect(documentFaults(readOperation(documentWith(steps, more)))).toEqual([]);
});
