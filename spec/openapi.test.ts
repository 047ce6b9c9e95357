import { Validator } from "@seriousme/openapi-schema-validator";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { readOperation } from "./read-operation.ts";
import { shipped } from "./shipped-yaml.ts";
import { compileValidators } from "./compile-schemas.ts";

const operation = readOperation();
const validators = compileValidators(operation);

describe("openapi.yaml", () => {
  test("is a valid OpenAPI 3.1 document", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(parse(shipped("openapi.yaml")));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  test("is what the source document says of it: OpenAPI 3.1.0, version 1.0.0, licence MIT", () => {
    expect(operation.document).toMatchObject({
      openapi: "3.1.0",
      info: { version: "1.0.0", license: { name: "MIT" } },
    });
  });

  test("secures the whole service by the bearer scheme", () => {
    expect(operation.document).toMatchObject({
      security: [{ bearer: [] }],
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    });
  });

  test("describes one operation, POST /plants, that answers 200 and 400 in application/json", () => {
    expect(Object.keys(operation.document["paths"] as object)).toEqual(["/plants"]);
    expect(operation).toMatchObject({
      path: "/plants",
      requestMediaType: "application/json",
      success: { mediaType: "application/json" },
      failure: { mediaType: "application/json" },
    });
  });

  test("makes NewPlant of Plant and one more member", () => {
    expect(
      operation.request.members.map(({ name, required, shape }) => [name, required, shape.types, shape.formats]),
    ).toEqual([
      ["name", true, ["string"], []],
      ["id", true, ["integer"], ["int64"]],
      ["tag", false, ["string"], []],
    ]);
  });
});

describe("the validators", () => {
  test.each([
    [{ name: "Fern" }, []],
    [{ name: "Fern", tag: "herb", more: 1 }, []],
    [{ name: "Fern", tag: null }, ["/tag"]],
    [{}, ["/name"]],
    [[], [""]],
    [{ ["__proto__"]: { name: "Fern" } }, ["/name"]],
  ])("Plant: %j is wrong at %j", (value, places) => {
    expect(validators.plant(value).map(({ where }) => where)).toEqual(places);
  });

  test("what an object inherits is not its own", () => {
    expect(validators.plant(JSON.parse('{"__proto__":{"name":"Fern"}}')).map(({ where }) => where)).toEqual(["/name"]);
  });

  test.each([
    [{ error: 400, message: "" }, []],
    [{ error: -(2 ** 31), message: "x" }, []],
    [{ error: 2 ** 31, message: "x" }, ["/error"]],
    [{ error: 1.5, message: "x" }, ["/error"]],
    [{ error: "400", message: "x" }, ["/error"]],
    [{ error: 400, message: ["x"] }, ["/message"]],
    [{}, ["/error", "/message"]],
  ])("Error: %j is wrong at %j", (value, places) => {
    expect([...new Set(validators.error(value).map(({ where }) => where))].sort()).toEqual(places);
  });

  test.each([
    [{ id: 1, name: "Fern" }, true],
    [{ id: 2 ** 65, name: "Fern" }, false],
    [{ id: 1.5, name: "Fern" }, false],
    [{ name: "Fern" }, false],
  ])("NewPlant: %j is valid: %s", (value, valid) => {
    expect(validators.newPlant(value).length === 0).toBe(valid);
  });
});
