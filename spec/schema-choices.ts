/** Choices of schemas: the one of which bodies are made, and the value that names it. */
import {
  type JsonFields,
  type Located,
  type Member,
  type Schema,
  type SchemaOrBoolean,
  type Shape,
  everyValue,
  isFields,
  percentDecoded,
  pointerOf,
  token,
} from "./schema.ts";

/** A schema of a choice, and the place that a discriminator's mapping calls it by. */
export interface Option extends Located {
  /** JSON Pointer to the schema that it refers to, or to itself. */
  readonly target: string;
}

const COMPONENTS = "/components/schemas/";

/** The schemas of an `anyOf` or a `oneOf`. */
export function optionsOf(parts: readonly SchemaOrBoolean[], place: string): readonly Option[] {
  return parts.map((schema, index) => {
    const path = `${place}/${index}`;
    const refers = typeof schema === "object" && typeof schema.$ref === "string" ? pointerOf(schema.$ref, path) : path;
    return { schema, path, target: refers };
  });
}

/**
 * The schemas that a discriminator without a choice beside it chooses among: those of its mapping, and those that
 * contain the schema in their `allOf` (OpenAPI 3.1, Discriminator Object), each without that part.
 */
export function heirsOf(document: unknown, { discriminator }: Schema, path: string): readonly Option[] {
  const mapped = Object.values(Object(discriminator?.mapping)).map((value) => targetOf(String(value)));
  const components: unknown = Reflect.get(Object(Reflect.get(Object(document), "components")), "schemas");
  const schemas = new Map<string, JsonFields>(
    Object.entries(Object(components)).flatMap(([name, schema]) =>
      isFields(schema) ? [[`${COMPONENTS}${token(name)}`, schema] as const] : [],
    ),
  );
  const heirs = [...schemas].filter(([, schema]) => partsOf(schema).some((part) => isTo(part, path)));
  return [...new Set([...mapped, ...heirs.map(([place]) => place)])].flatMap((target) => {
    const schema = schemas.get(target);
    if (schema === undefined || target === path) return [];
    return [
      { target, path: target, schema: { ...schema, allOf: partsOf(schema).filter((part) => !isTo(part, path)) } },
    ];
  });
}

function partsOf({ allOf }: JsonFields): readonly SchemaOrBoolean[] {
  return Array.isArray(allOf) ? (allOf as readonly SchemaOrBoolean[]) : [];
}

function isTo(part: SchemaOrBoolean, path: string): boolean {
  return isFields(part) && typeof part["$ref"] === "string" && percentDecoded(part["$ref"]) === `#${path}`;
}

/** The place that a value of a mapping means: a reference, or the name of a schema. */
function targetOf(value: string): string {
  return value.startsWith("#/") ? value.slice(1) : `${COMPONENTS}${token(value)}`;
}

/** The shape with the member by which a discriminator names a schema; the same if nothing names it. */
export function named(shape: Shape, { discriminator }: Schema, target: string): Shape {
  if (typeof discriminator?.propertyName !== "string") return shape;
  const { propertyName } = discriminator;
  const mapping: Readonly<Record<string, unknown>> = Object(discriminator.mapping);
  const isNamed = target.startsWith(COMPONENTS);
  const mapped = Object.keys(mapping).find((key) => targetOf(String(mapping[key])) === target);
  const value = mapped ?? (isNamed ? target.slice(COMPONENTS.length) : undefined);
  const own = shape.members.find(({ name }) => name === propertyName);
  if (value === undefined || (own !== undefined && !canBe(own.shape, value))) return shape;
  const name: Member = {
    name: propertyName,
    required: true,
    shape: { ...(own?.shape ?? everyValue(target)), types: ["string"], values: [value] },
  };
  const others = shape.members.filter((member) => member !== own);
  return { ...shape, members: [name, ...others] };
}

function canBe({ types, values }: Shape, value: string): boolean {
  return types.includes("string") && (values === undefined || values.includes(value));
}
