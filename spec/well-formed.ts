/** Whether the schemas of a document are schemas: `required: true`, or a pattern that is none, says nothing of any value. */
import { createRequire } from "node:module";
import type * as Ajv from "ajv/dist/2020.js";
import { expressionOf } from "./pattern.ts";
import { at, isAnnotation, pointerOf, token } from "./schema.ts";

/**
 * Makes sure that each keyword of a schema, and of what it refers to, has a value that JSON Schema 2020-12 allows for it.
 * References that lead nowhere are for others to report.
 * @throws {Error} naming the place of the first keyword that has not
 */
export function assertWellFormed(document: unknown, pointer: string): void {
  const ajv = (compiler ??= newCompiler());
  const seen = new Set<string>();
  const waiting = [pointer];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const schema = schemaAt(document, path);
    if (seen.has(path) || schema === undefined) continue;
    seen.add(path);
    void ajv.validateSchema(schema);
    const error = (ajv.errors ?? []).find(({ instancePath }) => !instancePath.split("/").some(isAnnotation));
    if (error?.message === NO_SCHEMA) {
      throw new Error(`The schema at ${path}${error.instancePath} is none: it is neither an object nor true or false`);
    }
    if (error !== undefined) refuse(`${path}${error.instancePath}`, error.message ?? "is not allowed");
    waiting.push(...referencesUnder(schema, path));
  }
}

/** What ajv says of a value in the place of a schema. */
const NO_SCHEMA = "must be object,boolean";

/** One in a process: it compiles the schema of schemas. */
let compiler: Ajv.Ajv2020 | undefined;

/** Loaded when it is needed, and not before: the document that ships needs none of it. */
function newCompiler(): Ajv.Ajv2020 {
  const { Ajv2020 } = createRequire(import.meta.url)("ajv/dist/2020.js") as typeof Ajv;
  return new Ajv2020({ strict: false, logger: false, allErrors: true });
}

/** @param place JSON Pointer to the value of the keyword */
function refuse(place: string, why: string): never {
  const cut = place.lastIndexOf("/");
  throw new Error(`The keyword ${place.slice(cut + 1)} at ${place.slice(0, cut)} cannot be used: it ${why}`);
}

function schemaAt(document: unknown, path: string): object | undefined {
  try {
    return at(document, path);
  } catch {
    return undefined;
  }
}

/** The local references under a schema; what is a text there has a form that its keyword asks for. */
function referencesUnder(value: unknown, path: string): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]: readonly [string, unknown]) => {
    const place = `${path}/${token(key)}`;
    if (key === "$ref" && typeof part === "string") return part.startsWith("#/") ? [pointerOf(part, path)] : [];
    if (key === "pattern" && typeof part === "string" && !isExpression(part)) {
      refuse(place, "must be a regular expression of ECMA-262");
    }
    if (key === "enum" && Array.isArray(part) && part.length === 0) refuse(place, "must have a value");
    return isAnnotation(key) || key === "enum" || key === "const" ? [] : referencesUnder(part, place);
  });
}

function isExpression(pattern: string): boolean {
  try {
    return expressionOf(pattern).source !== "";
  } catch {
    return false;
  }
}
