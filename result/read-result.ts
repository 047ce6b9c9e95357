/** Reads and validates the file of a result. Error messages say what is wrong and where. */
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { RESULT_FORMAT, RESULT_FORMAT_VERSION, type RunResult } from "./result.ts";
import { contradictionIn } from "./consistency.ts";
import { excerpt } from "./safe-text.ts";
import { number } from "./counts.ts";

/** The error for a text that is not a result. The message continues a sentence that begins with the file's name. */
export class ResultError extends Error {
  override readonly name = "ResultError";
}

/** Functions that convert a result to the next format version, by the version of the result. */
export type Upgrades = ReadonlyMap<number, (older: object) => object>;

/** The options of a reader. */
export interface ResultFormat {
  /** `result.schema.json`, parsed. */
  readonly schema: object;
  readonly version?: number;
  readonly upgrades?: Upgrades;
}

/** Version 1 is the first. Version 2 adds the conversion from 1 here. */
const knownUpgrades: Upgrades = new Map();

/**
 * Creates a reader of results.
 * @returns a function from the file's text to the result, which throws a `ResultError`
 */
export function resultReader(format: ResultFormat): (text: string) => RunResult {
  const { schema, version = RESULT_FORMAT_VERSION, upgrades = knownUpgrades } = format;
  const validate = new Ajv2020({ strict: false }).compile<RunResult>(schema);
  return (text) => {
    const value = upgraded(parsed(text), version, upgrades);
    if (!validate(value)) {
      throw new ResultError(`is not a result of format version ${version}: ${faultWords(validate.errors ?? [])}`);
    }
    const contradiction = contradictionIn(value);
    if (contradiction === null) return value;
    throw new ResultError(`${contradiction}; use the file that a run has written`);
  };
}

function parsed(text: string): object {
  if (text.trim() === "") throw new ResultError("is empty");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ResultError(
      isCutOff(text, message)
        ? `is cut off: its JSON ends in the middle, after ${number(text.length)} characters; copy or write it again`
        : `is not JSON: ${placeOf(text, message)}; give a result.json as check has written it`,
    );
  }
  if (typeof value !== "object" || value === null || Reflect.get(value, "format") !== RESULT_FORMAT) {
    throw new ResultError(`is not a result: its member /format is not ${JSON.stringify(RESULT_FORMAT)}`);
  }
  return value;
}

/**
 * The place where a text is not JSON. The parser gives the place of some faults; for the others, the start of the text
 * is quoted.
 */
function placeOf(text: string, message: string): string {
  const place = /at position (\d+)/.exec(message)?.[1];
  if (place === undefined) return `it begins with ${excerpt(JSON.stringify(text.trimStart().slice(0, 30)), 80)}`;
  return `line ${text.slice(0, Number(place)).split("\n").length} is wrong`;
}

/**
 * Whether the JSON is valid up to its end, so that the file was cut off. A fault in an escape sequence is reported a
 * few characters before the end of the text.
 */
function isCutOff(text: string, message: string): boolean {
  if (!text.trimStart().startsWith("{")) return false;
  const place = /at position (\d+)/.exec(message)?.[1];
  return /end of JSON|Unterminated string/.test(message) || (place !== undefined && Number(place) > text.length - 6);
}

function upgraded(value: object, version: number, upgrades: Upgrades): object {
  const found: unknown = Reflect.get(value, "formatVersion");
  if (typeof found !== "number" || !Number.isInteger(found) || found < 1) {
    throw new ResultError("is not a result: its member /formatVersion is not a whole number from 1");
  }
  if (found > version) {
    throw new ResultError(
      `was written by a newer version: its formatVersion is ${found}, and this version reads ${version} at most; install a newer one`,
    );
  }
  let current = value;
  for (let at = found; at < version; at += 1) current = upgrades.get(at)?.(current) ?? current;
  return current;
}

/** The deepest fault in words. The faults above it only say that something below is wrong. */
function faultWords(errors: readonly ErrorObject[]): string {
  const [first] = errors.toSorted((one, other) => other.instancePath.length - one.instancePath.length);
  if (first === undefined) return "it does not match the schema";
  const where = first.instancePath === "" ? "the whole" : excerpt(first.instancePath, 200);
  return `${where} ${ruleWords(first)}`;
}

function ruleWords({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case "required":
      return `lacks the member ${JSON.stringify(params["missingProperty"])}`;
    case "additionalProperties":
      return `has an unknown member ${excerpt(JSON.stringify(params["additionalProperty"]), 80)}`;
    case "type":
      return `is not of the type ${String(params["type"])}`;
    case "enum":
      return `is none of ${JSON.stringify(params["allowedValues"])}`;
    case "const":
      return `is not ${JSON.stringify(params["allowedValue"])}`;
    default:
      return message ?? "does not match the schema";
  }
}
