/**
 * Checks that the schemas of a document are valid schemas. `required: true`, or an invalid pattern, restricts no value.
 */
import { createRequire } from "node:module";
import type * as Ajv from "ajv/dist/2020.js";
import { schemasIn } from "./answer-schema.ts";
import { patternFault } from "./pattern.ts";
import { at, isAnnotation, pointerOf, token } from "./schema.ts";

/**
 * Makes sure that each keyword of a schema, and of what it refers to, has a value that JSON Schema 2020-12 allows for
 * it. References that lead nowhere are reported elsewhere.
 * @throws {Error} naming the place of the first keyword that does not
 */
export function assertWellFormed(document: unknown, pointer: string): void {
  const ajv = (compiler ??= newCompiler());
  const seen = new Set<string>();
  const waiting = [pointer];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const schema = schemaAt(document, path);
    if (seen.has(path) || schema === undefined) continue;
    seen.add(path);
    void ajv.validateSchema(alone(schema));
    const [error] = ajv.errors ?? [];
    if (error?.message === NO_SCHEMA) {
      throw new Error(`The schema at ${path}${error.instancePath} is none: it is neither an object nor true or false`);
    }
    if (error !== undefined) refuse(`${path}${error.instancePath}`, error.message ?? "is not allowed");
    assertPatterns(schema, path);
    waiting.push(...partsOf(schema, path));
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** A schema without its subschemas, which are checked separately, and without annotations. */
function alone(schema: Fields): Fields {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !isAnnotation(keyword))
      .map(([keyword, value]) => [keyword, withoutSchemas(keyword, value)] as const),
  );
}

function withoutSchemas(keyword: string, value: unknown): unknown {
  const inside = schemasIn(keyword, value, "");
  if (inside.length === 0) return value;
  const kept = inside.map(([part]) => (isFields(part) ? true : part));
  if (Array.isArray(value)) return kept;
  return inside[0]?.[0] === value
    ? kept[0]
    : Object.fromEntries(Object.keys(Object(value)).map((key, n) => [key, kept[n]]));
}

/** The message of ajv for a value at the place of a schema. */
const NO_SCHEMA = "must be object,boolean";

/** One for each process, because it compiles the meta-schema. */
let compiler: Ajv.Ajv2020 | undefined;

/** Loaded only when it is needed: the document that ships does not need it. */
function newCompiler(): Ajv.Ajv2020 {
  const { Ajv2020 } = createRequire(import.meta.url)("ajv/dist/2020.js") as typeof Ajv;
  return new Ajv2020({ strict: false, logger: false, allErrors: true });
}

/** @param place JSON Pointer to the value of the keyword */
function refuse(place: string, why: string): never {
  const cut = place.lastIndexOf("/");
  throw new Error(`The keyword ${place.slice(cut + 1)} at ${place.slice(0, cut)} cannot be used: it ${why}`);
}

function schemaAt(document: unknown, path: string): Fields | undefined {
  try {
    const schema: unknown = at(document, path);
    return isFields(schema) ? schema : undefined;
  } catch {
    return undefined;
  }
}

/** The subschemas of a schema, and those that it refers to in the same document. */
function partsOf(schema: Fields, path: string): readonly string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === "$ref") return typeof value === "string" && value.startsWith("#/") ? [pointerOf(value, path)] : [];
    return schemasIn(keyword, value, `${path}/${token(keyword)}`).map(([, place]) => place);
  });
}

/**
 * Checks what the meta-schema states only in prose: a pattern is a regular expression, and an enum has at least one
 * value.
 */
function assertPatterns({ pattern, patternProperties, enum: values }: Fields, path: string): void {
  const fault = typeof pattern === "string" ? patternFault(pattern) : null;
  if (fault !== null) refuse(`${path}/pattern`, fault);
  for (const name of Object.keys(isFields(patternProperties) ? patternProperties : {})) {
    const wrong = patternFault(name);
    if (wrong !== null) refuse(`${path}/patternProperties`, `has the name ${JSON.stringify(name)}, which ${wrong}`);
  }
  if (Array.isArray(values) && values.length === 0) refuse(`${path}/enum`, "must have a value");
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
