/** Values of a schema: the members that it names, with the request's values where they fit. */
import { type NumberKeywords, isText, numberOf, textOf } from "./values-of.ts";

/** The keywords that determine a value. */
export interface AnswerSchema extends NumberKeywords {
  readonly $ref?: string;
  readonly allOf?: readonly AnswerSchema[];
  readonly anyOf?: readonly AnswerSchema[];
  readonly oneOf?: readonly AnswerSchema[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: AnswerSchema;
  readonly minItems?: number;
  readonly properties?: { readonly [name: string]: AnswerSchema };
  readonly required?: readonly string[];
}

type Members = { readonly [name: string]: unknown };

/** How a value is made. */
export interface Example {
  readonly document: unknown;
  /** Where the values come from: a request's body, or a part of it. */
  readonly given: unknown;
  /** `all`: also the optional members that the schema names and the request has; otherwise only the required ones. */
  readonly which: "all" | "required";
}

/** The most references that are followed within one another: a schema that refers to itself has no end. */
const DEEPEST = 32;

/** The value at `#/a%20b/c` in a document: a fragment of a URI (RFC 6901 section 6). */
export function lookUp(document: unknown, reference: string): unknown {
  return decodeURIComponent(reference)
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((value, name) => (has(value, name) ? value[name] : undefined), document);
}

/** A value of a schema, as far as the keywords above define it. */
export function exampleOf(schema: AnswerSchema, example: Example, depth = 0): unknown {
  const all = flat(schema, example.document, depth);
  if (depth > DEEPEST) return null;
  const { given } = example;
  const [type] = [all.type ?? (all.properties === undefined ? "string" : "object")].flat();
  if (type === "object" || (type === undefined && all.properties !== undefined)) return objectOf(all, example, depth);
  if (isOf(given, all.type) && (typeof given !== "string" || isText(given, all))) return given;
  const listed = [all.const, all.enum?.[0], all.example, all.examples?.[0]].find((one) => one !== undefined);
  if (listed !== undefined) return listed;
  if (type === "array") {
    return Array.from({ length: all.minItems ?? 0 }, () => exampleOf(all.items ?? {}, example, depth + 1));
  }
  return plainValue(type ?? "string", all);
}

function objectOf(schema: Flat, example: Example, depth: number): Members {
  const { properties = {}, required } = schema;
  const { given, which } = example;
  const named = [...new Set([...Object.keys(properties), ...required])];
  const names = named.filter((name) => required.includes(name) || (which === "all" && has(given, name)));
  return Object.fromEntries(
    names.map((name) => {
      const inside = { ...example, given: has(given, name) ? given[name] : given };
      return [name, exampleOf(properties[name] ?? {}, inside, depth + 1)];
    }),
  );
}

function plainValue(type: string, keywords: Flat): unknown {
  switch (type) {
    case "integer":
    case "number":
      return numberOf(keywords);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return textOf(keywords);
  }
}

type Flat = AnswerSchema & { readonly required: readonly string[]; readonly patterns: readonly string[] };

/** A schema merged with the schemas that it refers to and combines. */
function flat(schema: AnswerSchema, document: unknown, depth: number): Flat {
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema;
  if (depth > DEEPEST) return { ...schema, required: [], patterns: [] };
  const referred = $ref === undefined ? [] : [(lookUp(document, $ref) ?? {}) as AnswerSchema];
  // Of a choice, the first schema that is not only null.
  const chosen = [anyOf, oneOf].flatMap((parts) => parts.find(({ type }) => type !== "null") ?? []);
  const parts = [...referred, ...allOf, ...chosen].map((part) => flat(part, document, depth + 1));
  const all = [...parts, schema];
  const properties = Object.assign({}, ...all.map((part) => part.properties)) as NonNullable<Flat["properties"]>;
  return {
    ...(Object.assign({}, ...all) as AnswerSchema),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    required: all.flatMap((part) => part.required ?? []),
    patterns: [...parts.flatMap(({ patterns }) => patterns), ...(schema.pattern === undefined ? [] : [schema.pattern])],
  };
}

function has(given: unknown, name: string): given is Members {
  return typeof given === "object" && given !== null && Object.hasOwn(given, name);
}

function isOf(given: unknown, type: AnswerSchema["type"]): boolean {
  const types = type === undefined ? [] : [type].flat();
  return types.some((one) => {
    if (one === "integer") return Number.isInteger(given);
    if (one === "array") return Array.isArray(given);
    return one === "null" ? given === null : typeof given === one;
  });
}
