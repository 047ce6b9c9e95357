/** Bodies of answers: the members that a schema names, with the values of the request where they fit. */

/** The keywords that the answers of the documents in this folder use. */
export interface AnswerSchema {
  readonly $ref?: string;
  readonly allOf?: readonly AnswerSchema[];
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: { readonly [name: string]: AnswerSchema };
  readonly required?: readonly string[];
}

type Members = { readonly [name: string]: unknown };

/** Looks up `#/a/b` in a document. */
export function lookUp(document: unknown, reference: string): unknown {
  return reference
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((value, name) => (value as Members)[name], document);
}

/**
 * A value of a schema.
 * @param which - `all` members that the schema names and the request has, or the `required` ones alone
 */
export function answerOf(document: unknown, schema: AnswerSchema, given: unknown, which: "all" | "required"): unknown {
  const { properties, required, type, format, enum: listed } = flat(document, schema);
  if (properties !== undefined) {
    const names = Object.keys(properties).filter(
      (name) => required.includes(name) || (which === "all" && has(given, name)),
    );
    const inside = (name: string): unknown =>
      answerOf(document, properties[name] ?? {}, has(given, name) ? given[name] : given, which);
    return Object.fromEntries(names.map((name) => [name, inside(name)]));
  }
  if (isOf(given, type)) return given;
  if (listed !== undefined) return listed[0];
  if (type === "string") return format === "date-time" ? "2026-01-01T00:00:00Z" : "text";
  return { integer: 1, number: 0.5, boolean: false, array: [], object: {} }[type ?? "object"];
}

function flat(document: unknown, schema: AnswerSchema): AnswerSchema & { readonly required: readonly string[] } {
  const { $ref, allOf = [] } = schema;
  const referred = $ref === undefined ? [] : [lookUp(document, $ref) as AnswerSchema];
  const parts = [...referred, ...allOf].map((part) => flat(document, part));
  const all = [...parts, schema];
  const properties = Object.assign({}, ...all.map((part) => part.properties)) as AnswerSchema["properties"] & object;
  return {
    ...Object.assign({}, ...all),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    required: all.flatMap((part) => part.required ?? []),
  } as AnswerSchema & { readonly required: readonly string[] };
}

function has(given: unknown, name: string): given is Members {
  return typeof given === "object" && given !== null && Object.hasOwn(given, name);
}

function isOf(given: unknown, type: string | undefined): boolean {
  if (type === "integer") return Number.isInteger(given);
  return type === "array" ? Array.isArray(given) : type !== "object" && typeof given === type;
}
