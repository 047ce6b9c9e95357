/** The document's schemas as validators, compiled by ajv. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import type { Operation } from "./operation.ts";

/** One way in which a value does not match its schema. */
export interface Mismatch {
  /** JSON Pointer into the value; empty for the whole. */
  readonly where: string;
  readonly expected: string;
}

/** Every way in which a value does not match; empty when it does. */
export type Validator = (value: unknown) => readonly Mismatch[];

export interface Validators {
  readonly plant: Validator;
  readonly error: Validator;
  readonly newPlant: Validator;
}

/**
 * Compiles the validators of the three bodies.
 *
 * ajv-formats takes 2^65 for an int64, because it asks only whether the number is whole. The format is defined anew
 * here, as far as a double can tell: what is beyond 2^53 has to be judged on the number's text.
 */
export function compileValidators(operation: Operation): Validators {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    // A member is what the object itself has: `__proto__` in an answer lends it nothing.
    ownProperties: true,
    formats: { ...fullFormats, int64: { type: "number", validate: (value: number) => isInt64(value) } },
  });
  ajv.addSchema(operation.document, "openapi");
  const compile = (path: string): Validator => validator(ajv.compile({ $ref: `openapi#${path}` }));
  return {
    plant: compile(operation.success.schemaPath),
    error: compile(operation.failure.schemaPath),
    newPlant: compile(operation.requestSchemaPath),
  };
}

function isInt64(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
}

function validator(validate: ValidateFunction): Validator {
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(mismatch));
}

/** Wording of a mismatch, in the document's terms and not in ajv's. */
function mismatch(error: ErrorObject): Mismatch {
  const params: Readonly<Record<string, unknown>> = error.params;
  switch (error.keyword) {
    case "required":
      return { where: `${error.instancePath}/${String(params["missingProperty"])}`, expected: "to be present" };
    case "type":
      return { where: error.instancePath, expected: `JSON type ${[params["type"]].flat().join(" or ")}` };
    case "format":
      return { where: error.instancePath, expected: `an integer within ${String(params["format"])}` };
    default:
      return { where: error.instancePath, expected: `${error.keyword}: ${error.message ?? "as in the schema"}` };
  }
}
