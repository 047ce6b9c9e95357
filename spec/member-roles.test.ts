/** Roles are read from the overlay and from the schemas, never from the name of a member. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { overlayOf, shippedOverlay } from "./overlay.ts";
import { packageFile } from "./package-file.ts";
import { readOperation } from "./read-operation.ts";
import { rolesOf } from "./member-roles.ts";
import { shapeOf } from "./schema-shape.ts";
import { shipped } from "./shipped-yaml.ts";

function shape(properties: object, required: readonly string[] = []): ReturnType<typeof shapeOf> {
  return shapeOf({}, { schema: { type: "object", properties, required } as object, path: "/schema" });
}

const text = { type: "string" };

describe("the document that ships", () => {
  test("has an overlay of the published form", () => {
    const schema = JSON.parse(packageFile("spec/overlay.schema.json")) as object;
    expect(new Ajv2020().validate(schema, parse(shipped("overlay.yaml")))).toBe(true);
  });

  test("has an identity, a label, an optional label, and leaves the id out of the answer by rule 1", () => {
    expect(readOperation().roles).toEqual({
      identity: "id",
      label: "name",
      optionalLabel: "tag",
      returned: ["name", "tag"],
      leftOut: ["id"],
      namedOnly: true,
    });
  });

  test("is known by its digest, whether it is given or not", () => {
    const written = shipped("openapi.yaml");
    expect([
      readOperation().isShipped,
      readOperation(written).isShipped,
      readOperation(`${written}\n`).isShipped,
    ]).toEqual([true, true, false]);
    expect(readOperation(written)).toEqual(readOperation());
  });

  test("answers 200 and 400 to a bearer token, and nothing else", () => {
    expect(readOperation()).toMatchObject({
      success: { status: 200 },
      failure: { status: 400 },
      others: [],
      security: { kind: "bearer" },
    });
  });
});

describe("without an overlay", () => {
  const request = shape({ id: { type: "integer" }, code: { ...text, pattern: "^a$" }, title: text, note: text }, [
    "id",
    "code",
    "title",
  ]);

  test("the first texts that the answer has are labels; nothing is an identity or returned, whatever its name", () => {
    const success = shape({ title: text, code: text, note: text, more: text });
    expect(rolesOf({ request, success, overlay: {} })).toEqual({
      identity: null,
      label: "title",
      optionalLabel: "note",
      returned: [],
      leftOut: [],
      namedOnly: false,
    });
  });

  test.each([
    ["has other members", shape({ other: text })],
    ["has them in another type", shape({ title: { type: "integer" }, note: {} })],
    ["has a schema that no shape can be made of", null],
  ])("no member has a role where the answer %s", (_name, success) => {
    expect(rolesOf({ request, success, overlay: {} })).toMatchObject({
      label: null,
      optionalLabel: null,
      returned: [],
    });
  });
});

describe("an overlay", () => {
  const request = shape({ key: text, one: text, two: text, extra: text }, ["key", "one", "two"]);
  const success = shape({ one: text, two: text, extra: text });
  const named = (member: string): { member: string; source: string } => ({ member, source: "section 1" });

  test("chooses among the members that fit", () => {
    const overlay = {
      identity: named("key"),
      label: named("two"),
      returned: [named("extra")],
      leftOut: [named("key")],
      namedOnly: { source: "section 2" },
    };
    expect(rolesOf({ request, success, overlay })).toEqual({
      identity: "key",
      label: "two",
      optionalLabel: "extra",
      returned: ["two", "extra"],
      leftOut: ["key"],
      namedOnly: true,
    });
  });

  test("gives no role to a member that a revision made optional", () => {
    const label = { overlay: { label: named("extra") } };
    expect(rolesOf({ request, success, ...label }).label).toBeNull();
  });

  test("that names what is not a member of the request is refused", () => {
    expect(() => rolesOf({ request, success, overlay: { identity: named("kye") } })).toThrow(
      'The overlay\'s identity is "kye", which is not a member of the request',
    );
    expect(() => rolesOf({ request, success, overlay: { returned: [named("one"), named("tow")] } })).toThrow(
      'The overlay\'s returned is "tow", which is not a member of the request',
    );
  });

  test("says nothing that an answer returns where the answer has it in another type, or does not have it", () => {
    const other = shape({ one: { type: "integer" } });
    const overlay = { returned: [named("one"), named("two")] };
    expect(rolesOf({ request, success: other, overlay }).returned).toEqual([]);
  });

  test.each([
    [{ identity: "id" }, "The overlay cannot be used: /identity must be object"],
    [{ names: named("id") }, 'The overlay cannot be used: it must NOT have additional properties: "names"'],
    [{ label: { member: "name" } }, "The overlay cannot be used: /label must have required property 'source'"],
    [null, "The overlay cannot be used: it must be object"],
  ])("%j is not of the form", (value, message) => {
    expect(() => overlayOf(value, "The overlay")).toThrow(message);
  });

  test("of the form is taken as it is", () => {
    expect(overlayOf(parse(shipped("overlay.yaml")), "The overlay")).toEqual(shippedOverlay());
  });
});
