import { stringify } from "yaml";
import { describe, expect, test } from "vitest";
import { readOperation } from "./read-operation.ts";
import { choiceIn } from "./schema.ts";

/** A document with a discriminator that has no choice beside it, and one more schema. */
function documentWith({ other, mapping }: { readonly other?: unknown; readonly mapping?: unknown }): string {
  const text = { type: "string" };
  const discriminator = { propertyName: "kind", ...(mapping === undefined ? {} : { mapping }) };
  const properties = { id: { type: "integer", format: "int64" }, name: text, kind: text };
  const Pet = { type: "object", required: ["id", "name", "kind"], properties, discriminator };
  const requestBody = { content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } };
  const paths = { "/pets": { post: { requestBody, responses: { 201: { description: "Made" } } } } };
  const components = { schemas: { Pet, ...(other === undefined ? {} : { Other: other }) } };
  return stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths, components });
}

describe("a discriminator without a choice beside it", () => {
  test.each([
    ["true", true],
    ["null", null],
    ["a list", []],
    ["one with a reference that cannot be decoded", { allOf: [{ $ref: "#/components/schemas/%E0Pet" }, null] }],
  ])("does not stumble over another schema that is %s", (_what, other) => {
    expect(choiceIn(readOperation(documentWith({ other })).request)).toBe("discriminator at /components/schemas/Pet");
  });

  test.each([[{ a: null, b: 7 }], [null], ["a"]])("may have the mapping %j, which names no schema", (mapping) => {
    expect(choiceIn(readOperation(documentWith({ mapping })).request)).toBe("discriminator at /components/schemas/Pet");
  });
});
