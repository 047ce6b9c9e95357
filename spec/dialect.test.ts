/** The dialects of JSON Schema that a document may name. */
import { expect, test } from "vitest";
import { revised } from "./testing/revised.ts";

test.each(["https://spec.openapis.org/oas/3.1/dialect/base", "https://json-schema.org/draft/2020-12/schema"])(
  "%s is read as what a document without a dialect says",
  (jsonSchemaDialect) => {
    const { request } = revised((document) => void Object.assign(document, { jsonSchemaDialect }));
    expect(request).toEqual(revised(() => {}).request);
  },
);
