/** Converts OpenAPI 3.0 to 3.1: keywords with another meaning are rewritten in JSON Schema 2020-12. Pure. */
import { defined } from "./defined.ts";
import { type JsonFields, isFields, isAnnotation } from "./schema.ts";

/**
 * A document of version 3.1 in which `nullable: true` leaves open whether null is valid. The keyword is none of 3.1, so
 * it is an annotation (JSON Schema 2020-12, Core section 6.5), but most documents that have it intend what 3.0 says.
 */
export function withOpenNull(document: JsonFields): JsonFields {
  return inOrder(document, openNullIn);
}

function openNullIn(key: string, value: unknown): unknown {
  if (VALUES.has(key) || key.startsWith("x-") || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((part: unknown) => openNullIn("", part));
  // The keys of these are names, which may be those of keywords.
  if (key === "properties" || key === "schemas")
    return inOrder(value as JsonFields, (_name, part) => openNullIn("", part));
  const schema = inOrder(value as JsonFields, openNullIn);
  if (typeof schema["nullable"] !== "boolean") return schema;
  const { nullable, ...rest } = schema;
  return nullable && ![rest["type"]].flat().includes("null") ? orNull(rest) : rest;
}

/**
 * A document of version 3.0 with its schemas converted to 3.1. Pointers into it are also valid in the original. See the
 * Schema Object of OpenAPI 3.0.3: `nullable`, `exclusiveMinimum` and `exclusiveMaximum` as booleans, and members beside
 * `$ref`, which are ignored.
 */
export function asOpenApi31(document: JsonFields): JsonFields {
  return inOrder(document, converted);
}

/** Keywords that contain values, not schemas, whatever the names of their members are. */
export const VALUES: ReadonlySet<string> = new Set(["example", "examples", "default", "enum", "const"]);

function converted(key: string, value: unknown): unknown {
  if (VALUES.has(key)) return value;
  if (key === "schema") return schemaOf(value);
  if (key === "schemas" && isFields(value)) return inOrder(value, (_name, schema) => schemaOf(schema));
  if (Array.isArray(value)) return value.map((part: unknown) => (isFields(part) ? asOpenApi31(part) : part));
  return isFields(value) ? inOrder(value, converted) : value;
}

function schemaOf(schema: unknown): unknown {
  if (!isFields(schema)) return schema;
  const isNullable = schema["nullable"] === true;
  if ("$ref" in schema) {
    const { $ref } = schema;
    return isNullable ? orNull({ $ref }) : { $ref };
  }
  const { nullable: _nullable, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  const { minimum, maximum, ...parts } = inOrder(rest, keywordOf);
  const plain: JsonFields = {
    ...parts,
    ...(Array.isArray(schema["type"]) ? { [IS_TYPE_LIST]: true } : {}),
    ...bound(["minimum", minimum], ["exclusiveMinimum", exclusiveMinimum]),
    ...bound(["maximum", maximum], ["exclusiveMaximum", exclusiveMaximum]),
  };
  if (!isNullable) return plain;
  if (shutsNullOut(plain)) return orNull(plain);
  return typeof plain["type"] === "string" ? { ...plain, type: [plain["type"], "null"] } : plain;
}

/**
 * Marks a schema with a list of types, which 3.0 does not have (Schema Object: "Value MUST be a string"). It is read as
 * in JSON Schema, in each version, because no other meaning is known.
 */
export const IS_TYPE_LIST = "x-is-type-list";

/** Marks a schema for which it is open whether null is valid. It is a choice between the schema as written and null. */
export const NULL_IS_OPEN = "x-null-is-open";

/** Whether a schema excludes null by more than its type. */
function shutsNullOut(schema: JsonFields): boolean {
  const { enum: values } = schema;
  const isUnlisted = Array.isArray(values) && !values.includes(null);
  return isUnlisted || ["allOf", "anyOf", "oneOf", "not"].some((keyword) => keyword in schema);
}

/**
 * Next to other schemas, a reference or an enum without null, `nullable` has no effect in 3.0.3, but allows null in
 * 3.0.0 to 3.0.2, which many documents intend. So null is neither wrong nor required to be accepted.
 */
function orNull(schema: JsonFields): JsonFields {
  const entries = Object.entries(schema);
  const part = (isKept: (keyword: string) => boolean): JsonFields =>
    Object.fromEntries(entries.filter(([keyword]) => isKept(keyword)));
  const asWritten = part((keyword) => !isAnnotation(keyword));
  return { ...part(isAnnotation), anyOf: [asWritten, { type: "null" }], [NULL_IS_OPEN]: true };
}

function keywordOf(keyword: string, value: unknown): unknown {
  switch (keyword) {
    case "properties":
      return isFields(value) ? inOrder(value, (_name, schema) => schemaOf(schema)) : value;
    case "items":
    case "not":
    case "additionalProperties":
      return schemaOf(value);
    case "allOf":
    case "anyOf":
    case "oneOf":
      return Array.isArray(value) ? value.map(schemaOf) : value;
    default:
      return value;
  }
}

/**
 * `minimum: 1` beside `exclusiveMinimum: true` is `exclusiveMinimum: 1` in 3.1. A value that is not a boolean is left
 * unchanged.
 */
function bound([inclusive, limit]: Keyword, [exclusive, isExclusive]: Keyword): JsonFields {
  if (isExclusive === true) return limit === undefined ? {} : { [exclusive]: limit };
  return defined({
    [inclusive]: limit,
    [exclusive]: isExclusive === false ? undefined : isExclusive,
  });
}

type Keyword = readonly [name: string, value: unknown];

/** The same members in the same order. */
function inOrder(fields: JsonFields, change: (key: string, value: unknown) => unknown): JsonFields {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, change(key, value)] as const));
}
