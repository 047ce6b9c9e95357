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

// The restrictions of a schema on a value, including all schemas that it refers to. `schema-shape.ts` creates them.

/** All restrictions on a value. Absent members restrict nothing. */
export interface Shape {
  /** JSON Pointer to the schema in the OpenAPI document; to the first one if several are combined. */
  readonly path: string;
  /** The allowed JSON types; `number` allows integers as well. */
  readonly types: readonly JsonType[];
  /** Null is among the types, and the document does not say whether it is valid. */
  readonly nullIsOpen?: true;
  /** The allowed values, from `enum` and `const`. */
  readonly values?: readonly unknown[];
  /** The value that is assumed if none is given. */
  readonly default?: unknown;
  readonly formats: readonly string[];
  /** For an unknown format: the only values that are known to have it. */
  readonly samples?: readonly unknown[];
  /** In code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly patterns: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems: boolean;
  /** The items lead back to a schema that contains the array, or cannot be made, so only an empty array is sent. */
  readonly isEndless?: true;
  /**
   * The place of a choice of schemas of which only one is followed, or of a keyword that is not: other values can be
   * valid, and some of these may not be.
   */
  readonly choice?: string;
  /** The members that are named, in the document's order. */
  readonly members: readonly Member[];
  /** The restriction on other members: false if none is allowed, absent if the schema says nothing. */
  readonly others?: Shape | boolean;
}

/** The shape and all shapes in it: those of its members, of its items and of other members. */
export function shapesIn(shape: Shape): readonly Shape[] {
  const { members, items, others } = shape;
  const parts = [...members.map((member) => member.shape), items, others].filter((part) => typeof part === "object");
  return [shape, ...parts.flatMap(shapesIn)];
}

/** The first choice within a value of which only one case is followed; undefined if there is none. */
export function choiceIn(shape: Shape): string | undefined {
  return shapesIn(shape).flatMap(({ choice }) => choice ?? [])[0];
}

/** The shape of every value of these types. */
export function everyValue(path: string, types: readonly JsonType[] = everyType): Shape {
  return { path, types, formats: [], patterns: [], uniqueItems: false, members: [] };
}

/** One member of an object. */
export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly shape: Shape;
  /** The role of the member. Only direct members of the request can have one. */
  readonly role?: Role;
}

/** The roles of members. At most one member has each of them. `member-roles.ts` describes them. */
export type Role = "identity" | "label" | "optionalLabel";

/** The types that a value may have if the schema does not restrict them. */
export const everyType: readonly JsonType[] = ["string", "number", "boolean", "object", "array", "null"];

/** Whether a type is among the allowed ones: `number` allows integers (Validation section 6.1.1). */
export function allows(allowed: readonly JsonType[], type: JsonType): boolean {
  return allowed.includes(type) || (type === "integer" && allowed.includes("number"));
}

/**
 * The type that the keywords of a schema without a type speak of: documents leave out `type: object` beside
 * `properties`, and servers with types read it so. Undefined beside a type, and if no keyword speaks of one.
 */
export function impliedType(shape: Shape): JsonType | undefined {
  const { types, formats, patterns, members, others, items, uniqueItems } = shape;
  if (types.length < everyType.length) return undefined;
  const has = (...keywords: readonly (keyof Shape)[]): boolean =>
    keywords.some((keyword) => shape[keyword] !== undefined);
  if (members.length > 0 || others !== undefined) return "object";
  if (items !== undefined || uniqueItems || has("minItems", "maxItems")) return "array";
  if (formats.some((format) => NUMBERS.includes(format))) return "number";
  if (has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")) return "number";
  if (formats.length > 0 || patterns.length > 0 || has("minLength", "maxLength")) return "string";
  const type = typeof shape.default;
  return type === "string" || type === "number" || type === "boolean" ? type : undefined;
}

const NUMBERS: readonly string[] = ["int32", "int64", "uint32", "uint64", "float", "double"];

/** The type of an ordinary value: the first that is allowed besides null. */
export function ordinaryType(shape: Shape): JsonType {
  return impliedType(shape) ?? shape.types.find((one) => one !== "null") ?? "null";
}

/** Whether a value can only be an object. `properties` and `required` do not restrict other values. */
export function isObjectAlone({ types }: Shape): boolean {
  return types.every((type) => type === "object");
}

// The keywords of schemas, by what bodies are made of them.

/** The words of lines. */
export function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(" ").split(" "));
}

/** Keywords that do not affect which values are valid. */
const annotations = words(
  "title description default example examples deprecated readOnly writeOnly externalDocs xml $comment $defs $anchor $schema contentEncoding contentMediaType contentSchema",
);

/** Keywords that bodies are made by. */
export const knownKeywords = words(
  "$ref allOf anyOf oneOf discriminator type format enum const minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum",
  "multipleOf items minItems maxItems uniqueItems required properties additionalProperties unevaluatedProperties",
);

/** Keywords that a body is only compared with: it is made without them, and mostly matches them all the same. */
export const comparedKeywords = words(
  "not if then else dependentSchemas dependentRequired propertyNames patternProperties minProperties maxProperties",
);

/** Keywords that a value made without them hardly ever matches. */
export const unmadeKeywords = words("prefixItems contains minContains maxContains unevaluatedItems");

/** Keywords that decide what is valid and are not followed: those of other drafts, and the merge key of YAML. */
export const unreadKeywords = words(
  "<< id $id $dynamicRef $dynamicAnchor $recursiveRef dependencies additionalItems extends disallow divisibleBy",
);

/**
 * Whether a keyword does not affect which values are valid. One that JSON Schema does not define is an annotation (JSON
 * Schema 2020-12, Core section 6.5).
 */
export function isAnnotation(keyword: string): boolean {
  return [knownKeywords, comparedKeywords, unmadeKeywords, unreadKeywords].every((some) => !some.has(keyword));
}

/** Whether neither JSON Schema nor OpenAPI defines a keyword, so that it may be misspelt. */
export function isUndefined(keyword: string): boolean {
  return isAnnotation(keyword) && !annotations.has(keyword) && !keyword.startsWith("x-");
}
