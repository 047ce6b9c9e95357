/** JSON Schema within the OpenAPI document: the place of a schema, its references, and the known formats. */

/** The JSON types, in JSON Schema's words. `integer` is a number whose value is whole. */
export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** The keywords that bodies are made from. */
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly SchemaOrBoolean[];
  readonly anyOf?: readonly SchemaOrBoolean[];
  readonly oneOf?: readonly SchemaOrBoolean[];
  readonly discriminator?: Discriminator;
  readonly type?: JsonType | readonly JsonType[];
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly items?: SchemaOrBoolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly properties?: { readonly [name: string]: SchemaOrBoolean };
  readonly additionalProperties?: SchemaOrBoolean;
  readonly unevaluatedProperties?: SchemaOrBoolean;
}

/** Names the schema of a choice by the value of a member (OpenAPI 3.1, Discriminator Object). */
export interface Discriminator {
  readonly propertyName: string;
  readonly mapping?: Readonly<Record<string, string>>;
}

/** A schema may be `true` (anything) or `false` (nothing). */
export type SchemaOrBoolean = Schema | boolean;

/** The members of a JSON object. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: not null, and not an array. */
export function isFields(value: unknown): value is JsonFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as JSON text that does not depend on the order of members. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    isFields(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** A schema and the JSON Pointer to it in the document. */
export interface Located {
  readonly schema: SchemaOrBoolean;
  readonly path: string;
}

/**
 * The JSON Pointer in a local reference.
 * @throws {Error} when the reference is not local
 */
export function pointerOf(reference: string, path: string): string {
  if (typeof reference !== "string" || !reference.startsWith("#/"))
    throw new Error(`The reference ${reference} at ${path} is not local`);
  return percentDecoded(reference.slice(1));
}

/**
 * A text without percent-encoding, if it has any: a pointer in a reference is a fragment of a URI (RFC 6901 section 6).
 */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The value that a reference leads to, and its JSON Pointer.
 * @throws {Error} when the reference is not local, or leads nowhere
 */
export function referredTo(document: unknown, reference: string, place: string): Referred {
  const path = pointerOf(reference, place);
  const value = valueAt(document, path);
  if (value !== undefined) return { value, path };
  throw new Error(`There is nothing at ${path}, which $ref at ${place} refers to`);
}

interface Referred {
  readonly value: unknown;
  readonly path: string;
}

/** The object at a JSON Pointer. */
export function at(document: unknown, pointer: string): Schema {
  const value = valueAt(document, pointer);
  if (typeof value !== "object" || value === null) throw new Error(`There is nothing at ${pointer}`);
  return value;
}

/** The value at a JSON Pointer; undefined if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value: unknown = document;
  for (const step of pointer.split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    value =
      typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  }
  return value;
}

/** One token of a JSON Pointer (RFC 6901 section 3). */
export function token(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/**
 * The text formats for which bodies are made. Texts that violate a format are not sent, and do not count against an
 * answer.
 */
export const textFormats = [
  "date",
  "date-time",
  "time",
  "duration",
  "uuid",
  "uri",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "byte",
] as const;

/** A text format for which bodies are made. */
export type TextFormat = (typeof textFormats)[number];

/**
 * Formats for which bodies are made, and formats that do not affect which values are valid (OpenAPI 3.1, section 4.4).
 */
export const knownFormats: readonly string[] = [
  "int32",
  "int64",
  "uint32",
  "uint64",
  "float",
  "double",
  "password",
  ...textFormats,
];

/** Formats that every text of another format has as well, by name: an IPv4 address is an IP address. */
const wider: ReadonlyMap<string, string> = new Map([
  ["uint", "uint32"],
  ["ip", "ipv4"],
  ["url", "uri"],
  ["iri", "uri"],
  ["uri-reference", "uri"],
  ["iri-reference", "uri"],
  ["idn-email", "email"],
  ["idn-hostname", "hostname"],
  ["guid", "uuid"],
]);

/** The format whose values are made for a format. Some documents write it in capitals. */
export function madeFormat(format: string): string {
  const name = format.toLowerCase();
  const made = wider.get(name) ?? name;
  return isKnownFormat(made) ? made : format;
}

/** Whether bodies are made for a format. */
export function isKnownFormat(format: string): boolean {
  return knownFormats.includes(format);
}
