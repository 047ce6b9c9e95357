/** Converts a schema to a shape: `$ref`, `allOf` and choices with null are resolved. */
import { isBeyondBodies, unmadeBy } from "./body-limits.ts";
import { both, emptied } from "./both-shapes.ts";
import { oneOfTypes } from "./choice-of-types.ts";
import { isLeftOut } from "./directions.ts";
import { NULL_IS_OPEN } from "./openapi-3-0.ts";
import { type Optional, type Walk, endless, onFrom, start, toOptional, ifMakeable, unmakeable } from "./recursion.ts";
import {
  type Located,
  type Schema,
  type SchemaOrBoolean,
  assertKnown,
  at,
  isAnnotation,
  pointerOf,
  token,
} from "./schema.ts";
import { type Member, type Shape, everyType } from "./shape.ts";
import { ofFormat } from "./unknown-formats.ts";

const anything = (path: string): Shape => ({
  path,
  types: everyType,
  formats: [],
  patterns: [],
  uniqueItems: false,
  members: [],
});

/**
 * The shape that a schema describes. See JSON Schema 2020-12 Core sections 10.2.1.1, 10.3.2 and 11.3, and on
 * Validation section 6.
 * @throws {Error} when a keyword cannot be used, a reference leads nowhere or to itself, or nothing can match
 */
export function shapeOf(document: unknown, located: Located, walk: Walk = start): Shape {
  const { schema, path } = located;
  if (schema === true) return anything(path);
  if (schema === false) throw new Error(`The schema false at ${path} cannot be turned into checks: nothing matches it`);
  if (walk.trail.includes(path)) throw endless(path);
  assertKnown(schema, path);
  const on = onFrom(walk, path);
  const inside = (part: SchemaOrBoolean, place: string): Shape => shapeOf(document, { schema: part, path: place }, on);
  if (Reflect.get(schema, NULL_IS_OPEN) === true) return openShape(document, located, walk);
  const { $ref, allOf = [], unevaluatedProperties } = schema;
  const referred = $ref === undefined ? [] : [inside(at(document, pointerOf($ref, path)), pointerOf($ref, path))];
  const under = [
    ...allOf.map((part, index) => inside(part, `${path}/allOf/${index}`)),
    ...(["anyOf", "oneOf"] as const).flatMap((keyword) =>
      schema[keyword] === undefined ? [] : [orNull(schema[keyword], { keyword, path }, inside)],
    ),
  ];
  const own = ownShape(schema, path, { inside, whereMakeable: whereMakeable(document, on) });
  const says = Object.keys(schema).some((keyword) => !COMPOSING.has(keyword));
  const [first = own, ...rest] = [...referred, ...under, ...(says ? [own] : [])];
  const merged = rest.reduce(both, first);
  if (unevaluatedProperties === undefined || merged.others !== undefined) return merged;
  return { ...merged, others: othersOf(unevaluatedProperties, `${path}/unevaluatedProperties`, inside) };
}

/** Keywords that combine other schemas. */
const COMPOSING: ReadonlySet<string> = new Set(["$ref", "allOf", "anyOf", "oneOf"]);

/**
 * A choice between null and other schemas, which frameworks write for a nullable value. It becomes these schemas with
 * null allowed.
 */
function orNull(
  parts: readonly SchemaOrBoolean[],
  { keyword, path }: { readonly keyword: "anyOf" | "oneOf"; readonly path: string },
  inside: Inside,
): Shape {
  const others = [...parts.entries()].filter(([, part]) => !isNull(part));
  const refuse = (why: string): never => {
    throw new Error(`The keyword ${keyword} at ${path} cannot be turned into checks: ${why}`);
  };
  const shape = oneOfTypes(others.map(([index, part]) => inside(part, `${path}/${keyword}/${index}`)));
  if (shape === undefined || parts.length > others.length + 1)
    return refuse("it is not a choice between null and schemas of other types");
  if (parts.length === others.length) return shape;
  if (keyword === "oneOf" && shape.types.includes("null")) return refuse("two of its schemas allow null");
  return withNull(shape);
}

/** The shape of a schema for which null is open: the shape of the schema as the document has it, at its place. */
function openShape(document: unknown, { schema, path }: Located, walk: Walk): Shape {
  const { anyOf: [written = true] = [] } = schema as Schema;
  const shape = withNull(shapeOf(document, { schema: written, path }, walk));
  return { ...shape, ...given(schema as Schema, ["default"]), nullIsOpen: true };
}

function withNull(shape: Shape): Shape {
  return {
    ...shape,
    types: [...new Set([...shape.types, "null" as const])],
    ...(shape.values === undefined ? {} : { values: [...new Set([...shape.values, null])] }),
  };
}

/** Whether a schema allows null and nothing else. */
function isNull(schema: SchemaOrBoolean): boolean {
  if (typeof schema === "boolean") return false;
  const { type } = schema;
  const isOnly = Object.keys(schema).every((keyword) => keyword === "type" || isAnnotation(keyword));
  return isOnly && [type].flat().join() === "null";
}

type Inside = (part: SchemaOrBoolean, path: string) => Shape;

/** Returns the shape of an optional part; undefined if none can be made. */
type IfMakeable = (part: SchemaOrBoolean, path: string, optional: Optional) => Shape | undefined;

function whereMakeable(document: unknown, walk: Walk): IfMakeable {
  return (schema, path, optional) => {
    const way = toOptional(document, [path, optional], walk);
    if (way === null) return undefined;
    const made = (): Shape => shapeOf(document, { schema, path }, way);
    return walk.leavesOut ? ifMakeable(made) : made();
  };
}

/** The shapes of the parts of a schema. */
interface Parts {
  readonly inside: Inside;
  readonly whereMakeable: IfMakeable;
}

function ownShape(schema: Schema, path: string, { inside, whereMakeable: optional }: Parts): Shape {
  const { type, properties = {}, required = [], additionalProperties, items, pattern } = schema;
  const names = [...new Set([...Object.keys(properties), ...required])].filter((name) => !isLeftOut(properties[name]));
  const own: Shape = {
    ...given(schema, ["minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]),
    ...given(schema, ["multipleOf", "minItems", "maxItems", "default"]),
    path,
    types: type === undefined ? everyType : [type].flat(),
    ...(schema.enum === undefined ? {} : { values: schema.enum }),
    ...(schema.const === undefined ? {} : { values: [schema.const] }),
    ...ofFormat(schema, path),
    patterns: pattern === undefined ? [] : [pattern],
    uniqueItems: schema.uniqueItems === true,
    members: names.flatMap((name): readonly Member[] => {
      const part = (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? true;
      const place = `${path}/properties/${token(name)}`;
      const isRequired = required.includes(name);
      const shape = isRequired ? inside(part, place) : optional(part, place, "member");
      return shape === undefined ? [] : [{ name, required: isRequired, shape }];
    }),
    ...(additionalProperties === undefined
      ? {}
      : { others: othersOf(additionalProperties, `${path}/additionalProperties`, inside) }),
  };
  return makeable(items === undefined ? own : withItems(own, items, { inside, whereMakeable: optional }));
}

function withItems(own: Shape, schema: SchemaOrBoolean, { inside, whereMakeable: optional }: Parts): Shape {
  const place = `${own.path}/items`;
  const items = (own.minItems ?? 0) > 0 ? inside(schema, place) : optional(schema, place, "items");
  return items === undefined ? emptied(own) : { ...own, items };
}

/** The same shape, if a value is not longer than what is sent, and its pattern is run. */
function makeable(shape: Shape): Shape {
  const unmade = unmadeBy(shape);
  if (unmade === null) return shape;
  throw unmakeable(`The keyword ${unmade.keyword} at ${shape.path} cannot be turned into checks: ${unmade.why}`);
}

function othersOf(schema: SchemaOrBoolean, path: string, inside: Inside): Shape | boolean {
  return typeof schema === "boolean" ? schema : inside(schema, path);
}

function given<K extends keyof Schema>(schema: Schema, keywords: readonly K[]): Pick<Schema, K> {
  return Object.fromEntries(
    keywords.flatMap((keyword) => {
      const value = schema[keyword];
      return value === undefined || isBeyondBodies(keyword, value) ? [] : [[keyword, value]];
    }),
  ) as Pick<Schema, K>;
}
