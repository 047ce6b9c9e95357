/** The document's schemas as validators, compiled by ajv. */
import type { AnyValidateFunction, ErrorObject } from "ajv/dist/types/index.js";
import { builtValidators } from "./built-validators.ts";
import { NotRun } from "./pattern/pattern-syntax.ts";
import type { Operation } from "./read-operation.ts";

/** One way in which a value does not match its schema. */
export interface Mismatch {
  /** The keyword of JSON Schema that the value does not meet. */
  readonly keyword: string;
  /** JSON Pointer into the value; empty for the whole. */
  readonly where: string;
  readonly expected: string;
}

/**
 * Every way in which a value does not match; empty when it does. Throws `NotRun` if a pattern cannot be run, or a limit
 * ended the comparison.
 */
export type Validator = (value: unknown) => readonly Mismatch[];

export interface Validators {
  readonly plant: Validator;
  readonly error: Validator;
  readonly newPlant: Validator;
  /** The validators of the other responses with a body in JSON, by status. */
  readonly others: ReadonlyMap<number, Validator>;
}

/** The validator of another response. Every described response has one. */
export function validatorOf({ others }: Validators, { status }: { readonly status: number }): Validator {
  return others.get(status) ?? (() => []);
}

type Compiled = Readonly<Record<"plant" | "error" | "newPlant", AnyValidateFunction>> & {
  /** Absent in the built validators, because the document that ships has no other responses. */
  readonly others?: ReadonlyMap<number, AnyValidateFunction>;
};

/**
 * The validators of an operation. Compiling them takes longer than a run of requests, so the build does it for the
 * document that ships. The built validators are used only for exactly that document.
 */
export function loadValidators(operation: Operation): Promise<Validators> {
  const validators = loaded.get(operation.document) ?? load(operation);
  loaded.set(operation.document, validators);
  return validators;
}

/** Cached by document, so that a process that judges many providers creates them once. */
const loaded = new WeakMap<Operation["document"], Promise<Validators>>();

async function load(operation: Operation): Promise<Validators> {
  const made = (await builtValidators()) as (Compiled & { readonly sha256: string }) | null;
  if (made?.sha256 === operation.sha256) return validatorsOf(made);
  const { compileValidators } = await import("./compile-schemas.ts");
  return compileValidators(operation);
}

/**
 * Converts ajv's functions to validators of this project.
 * @param before called before each value is compared
 */
export function validatorsOf(
  { plant, error, newPlant, others = new Map() }: Compiled,
  before: () => void = () => undefined,
): Validators {
  const validator = (validate: AnyValidateFunction): Validator => {
    return (value) => {
      before();
      return withinStack(() =>
        validate(value) === true ? [] : (validate.errors ?? []).slice(0, MOST_MISMATCHES).map(mismatch),
      );
    };
  };
  return {
    plant: validator(plant),
    error: validator(error),
    newPlant: validator(newPlant),
    others: new Map([...others].map(([status, validate]) => [status, validator(validate)])),
  };
}

/** The most mismatches of one body that are reported. */
const MOST_MISMATCHES = 1_000;

/** A schema that refers to itself is compared by functions that call each other, once for each level of a body. */
function withinStack<T>(compare: () => T): T {
  try {
    return compare();
  } catch (error) {
    if (error instanceof RangeError) throw new NotRun("it is nested too deep to be compared with its schema");
    throw error;
  }
}

/** The mismatch in the terms of the document instead of ajv's. */
function mismatch({ keyword, instancePath: where, params, message = "as in the schema" }: ErrorObject): Mismatch {
  const { missingProperty, type, format }: Readonly<Record<string, unknown>> = params;
  switch (keyword) {
    case "required":
      return { keyword, where: `${where}/${String(missingProperty)}`, expected: "to be present" };
    case "type":
      return { keyword, where, expected: `JSON type ${[type].flat().join(" or ")}` };
    case "format":
      return { keyword, where, expected: `an integer within ${String(format)}` };
    default:
      return { keyword, where, expected: `${keyword}: ${message}` };
  }
}
