/** Converts a schema to a shape: `$ref`, `allOf` and choices with null are resolved. */
import { defined } from "./defined.ts";
import { heirsOf, named, type Option, optionsOf } from "./schema-choices.ts";
import { assertKnown, comparedIn, isBeyondBodies, unmadeBy } from "./body-limits.ts";
import { isLeftOut } from "./read-only-members.ts";
import { NULL_IS_OPEN } from "./openapi-3-0.ts";
import { endless, enter, ifMakeable, onFrom, start, toOptional, unmakeable } from "./schema-recursion.ts";
import type { Optional, Walk } from "./schema-recursion.ts";
import {
  type JsonType,
  type Located,
  type Member,
  type Schema,
  type SchemaOrBoolean,
  type Shape,
  allows,
  everyType,
  everyValue,
  referredTo,
  token,
  isAnnotation,
} from "./schema.ts";
import { ofFormat } from "./unknown-formats.ts";

// Combines two shapes, as `allOf` does.

/**
 * The shape of the values that match both shapes.
 * @throws {Error} when no value matches both, or when they cannot be combined
 */
function both(one: Shape, two: Shape): Shape {
  const types = one.types.flatMap((type) => (allows(two.types, type) ? [type] : narrower(two.types, type)));
  if (types.length === 0) throw new Error(`No value matches both ${one.path} and ${two.path}: they share no type`);
  if (one.multipleOf !== undefined && two.multipleOf !== undefined && one.multipleOf !== two.multipleOf) {
    throw new Error(`The keyword multipleOf at ${two.path} cannot be turned into checks: ${one.path} has another`);
  }
  const texts = one.values && two.values && new Set(two.values.map((value) => JSON.stringify(value)));
  const values = one.values?.filter((value) => texts?.has(JSON.stringify(value)) ?? true) ?? two.values;
  const items = one.items !== undefined && two.items !== undefined ? both(one.items, two.items) : one.items;
  const merged: Shape = defined({
    ...two,
    ...one,
    ...tightest([one, two], ["minLength", "minimum", "exclusiveMinimum", "minItems"], Math.max),
    ...tightest([one, two], ["maxLength", "maximum", "exclusiveMaximum", "maxItems"], Math.min),
    values,
    items,
    types,
    formats: [...new Set([...one.formats, ...two.formats])],
    patterns: [...new Set([...one.patterns, ...two.patterns])],
    uniqueItems: one.uniqueItems || two.uniqueItems,
    members: bothMembers(one, two),
    ...bothOthers(one, two),
  });
  return merged.isEndless === true ? emptied(merged) : makeable(merged);
}

function narrower(allowed: readonly JsonType[], type: JsonType): readonly JsonType[] {
  return type === "number" && allowed.includes("integer") ? ["integer"] : [];
}

function tightest(
  shapes: readonly Shape[],
  keywords: readonly (keyof Shape)[],
  choose: (...bounds: readonly number[]) => number,
): Partial<Shape> {
  return Object.fromEntries(
    keywords.flatMap((keyword) => {
      const bounds = shapes.map((shape) => shape[keyword]).filter((bound) => typeof bound === "number");
      return bounds.length === 0 ? [] : [[keyword, choose(...bounds)]];
    }),
  );
}

/** Members by name. A member that only one shape names must also match what the other says about unnamed members. */
function bothMembers(one: Shape, two: Shape): readonly Member[] {
  const names = [...new Set([...one.members, ...two.members].map(({ name }) => name))];
  return names.map((name) => {
    const [first, second] = [one, two].map(({ members }) => members.find((member) => member.name === name));
    if (first !== undefined && second !== undefined) {
      return { name, required: first.required || second.required, shape: both(first.shape, second.shape) };
    }
    const [member, other] = first === undefined ? [second, one] : [first, two];
    if (member === undefined) throw new Error(`There is no member ${name}`);
    if (other.others === false) {
      throw new Error(
        `The keyword additionalProperties or unevaluatedProperties at ${other.path} shuts out ${name}, which ${member.shape.path} names: put unevaluatedProperties beside the allOf`,
      );
    }
    return typeof other.others === "object" ? { ...member, shape: both(member.shape, other.others) } : member;
  });
}

function bothOthers(one: Shape, two: Shape): { readonly others?: Shape | boolean } {
  if (one.others === undefined) return two.others === undefined ? {} : { others: two.others };
  if (two.others === undefined) return { others: one.others };
  if (typeof one.others === "object" && typeof two.others === "object") return { others: both(one.others, two.others) };
  return { others: [one.others, two.others].find((other) => other !== true) ?? true };
}

/** An array shape for which only an empty array is sent. @throws {Error} when the array must not be empty */
function emptied({ items: _items, minItems = 0, maxItems: _maxItems, ...shape }: Shape): Shape {
  if (minItems > 0) throw endless(shape.path);
  return { ...shape, uniqueItems: false, isEndless: true };
}

// A choice of types, such as a number or a string of a pattern: frameworks write it for decimals and unions.

/** The restrictions of a shape that are about values of each type, besides formats. */
const OF_TYPE: Readonly<Record<JsonType, readonly (keyof Shape)[]>> = {
  null: [],
  boolean: [],
  integer: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  string: ["minLength", "maxLength", "patterns"],
  array: ["items", "minItems", "maxItems", "uniqueItems", "isEndless"],
  object: ["members", "others"],
};

/**
 * The shape of the values that match one of these shapes, if no type is allowed by two of them: each keyword restricts
 * the values of one type only. Undefined if there is no such shape.
 */
function oneOfTypes(shapes: readonly Shape[]): Shape | undefined {
  const [first, ...others] = shapes;
  if (first === undefined || others.length === 0) return first;
  const isApart = shapes.every((one, index) =>
    shapes.slice(index + 1).every(({ types }) => !one.types.some((type) => overlaps(types, type))),
  );
  // A list of values, examples of a format and the open null are about all types at once.
  const isListed = shapes.some(
    ({ values, samples, nullIsOpen }) => values !== undefined || samples !== undefined || nullIsOpen === true,
  );
  if (!isApart || isListed) return undefined;
  const { path } = first;
  const choice = shapes.find((shape) => shape.choice !== undefined)?.choice;
  return {
    ...shapes.reduce((all, one) => ({ ...all, ...ofOwnTypes(one) }), everyValue(path, [])),
    types: shapes.flatMap(({ types }) => types),
    formats: shapes.flatMap(({ formats }) => formats),
    ...defined({ choice }),
  };
}

function overlaps(types: readonly JsonType[], type: JsonType): boolean {
  return allows(types, type) || (type === "number" && types.includes("integer"));
}

/** What a shape says of the types that it allows. Other keywords restrict nothing in it, and would in the choice. */
function ofOwnTypes(shape: Shape): Partial<Shape> {
  const keywords = shape.types.flatMap((type) => OF_TYPE[type]).filter((keyword) => shape[keyword] !== undefined);
  return Object.fromEntries(keywords.map((keyword) => [keyword, shape[keyword]]));
}

/**
 * The shape that a schema describes. See JSON Schema 2020-12 Core sections 10.2.1.1, 10.3.2 and 11.3, and on
 * Validation section 6.
 * @throws {Error} when a keyword cannot be used, a reference leads nowhere or to itself, or nothing can match
 */
export function shapeOf(document: unknown, located: Located, from: Walk = start): Shape {
  const { schema, path } = located;
  const walk = enter(from, path);
  if (schema === true) return everyValue(path);
  if (schema === false) throw new Error(`The schema false at ${path} cannot be turned into checks: nothing matches it`);
  if (walk.trail.includes(path)) throw endless(path);
  assertKnown(schema, path, walk.chooses);
  const on = onFrom(walk, path);
  const inside = (part: SchemaOrBoolean, place: string): Shape => shapeOf(document, { schema: part, path: place }, on);
  if (Reflect.get(schema, NULL_IS_OPEN) === true) return openShape(document, located, walk);
  const { $ref, allOf = [], unevaluatedProperties } = schema;
  const targets = $ref === undefined ? [] : [referredTo(document, $ref, path)];
  const referred = targets.map((target) => inside(target.value as SchemaOrBoolean, target.path));
  const under = allOf.map((part, index) => inside(part, `${path}/allOf/${index}`));
  const own = ownShape(schema, path, { inside, whereMakeable: whereMakeable(document, on) });
  const says = Object.keys(schema).some((keyword) => !COMPOSING.has(keyword));
  const chosen = chosenParts({ document, schema, path, walk: on, beside: [...referred, ...under, own] }, inside);
  const [first = own, ...rest] = [...referred, ...under, ...chosen.map(({ shape }) => shape), ...(says ? [own] : [])];
  const merged = compared(withoutRivals(rest.reduce(both, first), chosen), schema, path);
  if (unevaluatedProperties === undefined || merged.others !== undefined) return merged;
  return { ...merged, others: othersOf(unevaluatedProperties, `${path}/unevaluatedProperties`, inside) };
}

/** The shape with a mark where its schema has a keyword that a body is only compared with. */
function compared(shape: Shape, schema: Schema, path: string): Shape {
  const keyword = comparedIn(schema);
  if (keyword === undefined) return shape;
  if ((schema.minProperties ?? 0) > shape.members.length) {
    throw unmakeable(`The keyword minProperties at ${path} cannot be turned into checks: ${NAMED_ONLY}`);
  }
  return { ...shape, choice: shape.choice ?? `${keyword} at ${path}` };
}

const NAMED_ONLY = "bodies are made of the members that a schema names";

/** Keywords that combine other schemas. */
const COMPOSING: ReadonlySet<string> = new Set(["$ref", "allOf", "anyOf", "oneOf", "discriminator"]);

/** A schema in which choices are met. */
interface Choosing extends Omit<Located, "schema"> {
  readonly document: unknown;
  readonly schema: Schema;
  readonly walk: Walk;
  /** The shapes that the chosen schema is combined with. */
  readonly beside: readonly Shape[];
}

/** A schema that was chosen, and the members that the others of a `oneOf` require: with them, both could match. */
interface Chosen {
  readonly shape: Shape;
  readonly rivals: readonly string[];
}

/** The shapes of the choices of a schema. */
function chosenParts(choosing: Choosing, inside: Inside): readonly Chosen[] {
  const { document, schema, path, walk } = choosing;
  const chosen = (["anyOf", "oneOf"] as const).flatMap((keyword) =>
    schema[keyword] === undefined ? [] : [choiceOf(choosing, [keyword, schema[keyword]], inside)],
  );
  if (schema.discriminator === undefined || chosen.length > 0 || !walk.chooses) return chosen;
  const heirs = heirsOf(document, schema, path);
  const entered = heirs.find(({ target }) => walk.around.includes(target));
  const nothingMore = { schema: {}, path: `${path}/discriminator`, target: entered?.target ?? path };
  const options = [...(entered === undefined ? heirs : []), nothingMore];
  const shape = firstOf(options, choosing, inside);
  return shape === undefined ? [] : [{ shape: { ...shape, choice: `discriminator at ${path}` }, rivals: [] }];
}

/** The value of a choice: one of each type, or else one of the first schema of which one can be made. */
function choiceOf(
  choosing: Choosing,
  [keyword, parts]: readonly ["anyOf" | "oneOf", readonly SchemaOrBoolean[]],
  inside: Inside,
): Chosen {
  const { schema, path, walk } = choosing;
  const ofTypes = (): Chosen => ({ shape: orNull(parts, { keyword, path }, inside), rivals: [] });
  if (!walk.chooses) return ofTypes();
  const whole = schema.discriminator === undefined ? attempted(ofTypes) : undefined;
  if (whole !== undefined) return whole;
  const options = optionsOf(parts, `${path}/${keyword}`).filter(({ schema: part }) => !isNull(part));
  for (const option of options) {
    const shape = firstOf([option], choosing, inside);
    if (shape === undefined) continue;
    const others = options.filter((other) => keyword === "oneOf" && other !== option);
    const rivals = others.flatMap((other) => attempted(() => inside(other.schema, other.path))?.members ?? []);
    const required = rivals.filter((member) => member.required).map(({ name }) => name);
    return { shape: { ...shape, choice: `${keyword} at ${path}` }, rivals: required };
  }
  return ofTypes();
}

/** The first shape of which a value can be made beside the others; with the name that a discriminator gives it. */
function firstOf(options: readonly Option[], { schema, beside }: Choosing, inside: Inside): Shape | undefined {
  const shapes = options.flatMap(({ schema: part, path, target }) => {
    const shape = attempted(() => inside(part, path));
    return shape === undefined ? [] : [named(shape, schema, target), shape];
  });
  return shapes.find((shape) => {
    const all = attempted(() => beside.reduce(both, shape));
    return all?.members.every((member) => member.shape.values?.length !== 0) === true;
  });
}

function withoutRivals(shape: Shape, chosen: readonly Chosen[]): Shape {
  const rivals = new Set(chosen.flatMap((one) => one.rivals));
  if (rivals.size === 0) return shape;
  return { ...shape, members: shape.members.filter(({ name, required }) => required || !rivals.has(name)) };
}

function attempted<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

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
  return defined({
    ...shape,
    types: [...new Set([...shape.types, "null" as const])],
    values: shape.values && [...new Set([...shape.values, null])],
  });
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
  const shutOut = names.find((name) => !Object.hasOwn(properties, name));
  if (shutOut !== undefined && additionalProperties === false && !("patternProperties" in schema)) {
    throw unmakeable(`The keyword additionalProperties at ${path} shuts out ${shutOut}, which required names`);
  }
  const others =
    additionalProperties === undefined
      ? undefined
      : othersOf(additionalProperties, `${path}/additionalProperties`, inside);
  const own: Shape = {
    ...given(schema, ["minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]),
    ...given(schema, ["multipleOf", "minItems", "maxItems", "default"]),
    path,
    types: type === undefined ? everyType : [type].flat(),
    ...defined({ values: schema.const === undefined ? schema.enum : [schema.const], others }),
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
