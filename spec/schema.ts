/** JSON Schema as the OpenAPI document holds it, and the members of an object schema with `$ref` and `allOf` resolved. */

/** The JSON types, in JSON Schema's words. `integer` is a number whose value is whole. */
export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** The keywords that the suite reads. Others are left to the validator. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly allOf?: readonly Schema[];
}

/** One member of an object schema. */
export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** JSON Pointer to the member's schema in the OpenAPI document. */
  readonly path: string;
}

interface Located {
  readonly schema: Schema;
  readonly path: string;
}

/**
 * Follows a local `$ref` (JSON Pointer, RFC 6901) until a schema without one is reached.
 * @throws {Error} when the reference is not local or leads nowhere
 */
export function resolve(document: unknown, located: Located): Located {
  const reference = located.schema.$ref;
  if (reference === undefined) return located;
  if (!reference.startsWith("#/")) throw new Error(`The reference ${reference} at ${located.path} is not local`);
  const path = reference.slice(1);
  return resolve(document, { schema: at(document, path), path });
}

/** The value at a JSON Pointer. */
export function at(document: unknown, pointer: string): Schema {
  let value: unknown = document;
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    value = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  }
  if (typeof value !== "object" || value === null) throw new Error(`There is nothing at ${pointer}`);
  return value;
}

/** Parts of a schema: itself and, resolved, everything under `allOf`. */
function parts(document: unknown, located: Located): readonly Located[] {
  const { schema, path } = resolve(document, located);
  const under = (schema.allOf ?? []).flatMap((part, index) =>
    parts(document, { schema: part, path: `${path}/allOf/${index}` }),
  );
  return [...under, { schema, path }];
}

/**
 * The members that an object schema names, with `allOf` and `$ref` resolved, required ones first and otherwise in the
 * document's order. Rests on JSON Schema 2020-12 Core section 10.2.1.1 and Validation section 6.5.3.
 */
export function membersOf(document: unknown, located: Located): readonly Member[] {
  const all = parts(document, located);
  const required = new Set(all.flatMap(({ schema }) => schema.required ?? []));
  const members = all.flatMap(({ schema, path }) =>
    Object.entries(schema.properties ?? {}).map(([name, member]): Member => {
      const found = resolve(document, { schema: member, path: `${path}/properties/${name}` });
      return { name, required: required.has(name), schema: found.schema, path: found.path };
    }),
  );
  return [...members.filter((member) => member.required), ...members.filter((member) => !member.required)];
}

/** The JSON types that a schema allows; all of them where it names none. */
export function typesOf(schema: Schema): readonly JsonType[] {
  if (schema.type === undefined) return ["null", "boolean", "number", "string", "array", "object"];
  return typeof schema.type === "string" ? [schema.type] : schema.type;
}
