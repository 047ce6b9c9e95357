import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/types/index.js";
import { describe, expect, test } from "vitest";
import { formats } from "./schema-formats.ts";
import { NotRun } from "./pattern/pattern-syntax.ts";
import { type Validator, validatorOf, validatorsOf } from "./validators.ts";

/** One shared instance: it compiles each schema once, however often `proof/weakenings.proof.test.ts` runs these tests. */
const ajv = new Ajv2020({ allErrors: true, strict: false, formats });

const text = { type: "string" };

/** The validator as if just compiled, without the errors of its last call. */
function compiled(schema: object): ValidateFunction {
  return Object.assign(ajv.compile(schema), { errors: null });
}

function validator(schema: object): Validator {
  const validate = compiled(schema);
  return validatorsOf({ plant: validate, error: validate, newPlant: validate }).plant;
}

describe("a mismatch is reported in the document's terms", () => {
  test.each<readonly [object, unknown, readonly unknown[]]>([
    [{ type: "string" }, "Fern", []],
    [{ type: "string" }, null, [{ keyword: "type", where: "", expected: "JSON type string" }]],
    [{ type: ["string", "null"] }, 1, [{ keyword: "type", where: "", expected: "JSON type string or null" }]],
    [
      { items: { required: ["a"] } },
      [{ a: 1 }, {}],
      [{ keyword: "required", where: "/1/a", expected: "to be present" }],
    ],
    [
      { type: "integer", format: "int32" },
      2 ** 31,
      [{ keyword: "format", where: "", expected: "an integer within int32" }],
    ],
    [{ format: "int32" }, 2 ** 31 - 1, []],
    [{ format: "int32" }, -(2 ** 31), []],
    [{ format: "int32" }, -(2 ** 31) - 1, [{ keyword: "format", where: "", expected: "an integer within int32" }]],
    [{ format: "int32" }, 1.5, [{ keyword: "format", where: "", expected: "an integer within int32" }]],
    [
      { type: "integer", format: "int64" },
      2 ** 63,
      [{ keyword: "format", where: "", expected: "an integer within int64" }],
    ],
    [{ format: "int64" }, 2 ** 63 - 1024, []],
    [{ format: "int64" }, -(2 ** 63), []],
    [{ format: "int64" }, -(2 ** 63) - 2048, [{ keyword: "format", where: "", expected: "an integer within int64" }]],
    [{ format: "int64" }, 1.5, [{ keyword: "format", where: "", expected: "an integer within int64" }]],
    [
      { maxLength: 3 },
      "Fern",
      [{ keyword: "maxLength", where: "", expected: "maxLength: must NOT have more than 3 characters" }],
    ],
  ])("%j: %j", (schema, value, mismatches) => {
    expect(validator(schema)(value)).toEqual(mismatches);
  });
});

test("another response has the validator of its status, and finds nothing wrong where it has none", () => {
  const validate = compiled(text);
  const all = validatorsOf({
    plant: validate,
    error: validate,
    newPlant: validate,
    others: new Map([[401, validate]]),
  });
  expect(validatorOf(all, { status: 401 })(1)).toEqual([{ keyword: "type", where: "", expected: "JSON type string" }]);
  expect(validatorOf(all, { status: 409 })(1)).toEqual([]);
});

test("the first thousand mismatches of a body are reported", () => {
  const wrong = Array.from({ length: 1_001 }, () => 1);
  expect(validator({ items: text })(wrong)).toHaveLength(1_000);
  expect(validator({ items: text })(wrong.slice(2))).toHaveLength(999);
});

test("a body that is nested too deep is not compared, and another error stays what it is", () => {
  let nested: unknown[] = [];
  for (let depth = 0; depth < 100_000; depth += 1) nested = [nested];
  expect(() => validator({ items: { $ref: "#" } })(nested)).toThrow(NotRun);
  const failing = Object.defineProperty({}, "a", {
    enumerable: true,
    get: () => {
      throw new TypeError("no value");
    },
  });
  expect(() => validator({ properties: { a: text } })(failing)).toThrow(TypeError);
});
