/** The document's schemas as validators, compiled by ajv. */
import type { AnyValidateFunction, ErrorObject } from "ajv/dist/types/index.js";
import { builtValidators } from "./built-validators.ts";
import type { Operation } from "./read-operation.ts";

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
  /** Of the other responses with a body in JSON, by status. */
  readonly others: ReadonlyMap<number, Validator>;
}

/** The validator of another response. Every one that is described has one. */
export function validatorOf({ others }: Validators, { status }: { readonly status: number }): Validator {
  return others.get(status) ?? (() => []);
}

type Compiled = Readonly<Record<"plant" | "error" | "newPlant", AnyValidateFunction>> & {
  /** Absent in what the build made: the document that ships has none. */
  readonly others?: ReadonlyMap<number, AnyValidateFunction>;
};

/**
 * The validators of an operation. Compiling them takes longer than a run of requests, so that the build does it for the
 * document that ships; what it made is used only for the document that it was made from.
 */
export function loadValidators(operation: Operation): Promise<Validators> {
  const validators = loaded.get(operation.document) ?? load(operation);
  loaded.set(operation.document, validators);
  return validators;
}

/** By the document that they were made from, so that a process that judges many providers makes them once. */
const loaded = new WeakMap<Operation["document"], Promise<Validators>>();

async function load(operation: Operation): Promise<Validators> {
  const made = (await builtValidators()) as (Compiled & { readonly sha256: string }) | null;
  if (made?.sha256 === operation.sha256) return validatorsOf(made);
  const { compileValidators } = await import("./compile.ts");
  return compileValidators(operation);
}

/** Puts ajv's functions into the words of this project. */
export function validatorsOf({ plant, error, newPlant, others = new Map() }: Compiled): Validators {
  return {
    plant: validator(plant),
    error: validator(error),
    newPlant: validator(newPlant),
    others: new Map([...others].map(([status, validate]) => [status, validator(validate)])),
  };
}

function validator(validate: AnyValidateFunction): Validator {
  return (value) => (validate(value) === true ? [] : (validate.errors ?? []).map(mismatch));
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
