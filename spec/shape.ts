/**
 * The restrictions of a schema on a value, including all schemas that it refers to. `shape-of-schema.ts` creates them.
 */
import type { JsonType } from "./schema.ts";

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

/** The first choice within a value of which only one case is followed; undefined if there is none. */
export function choiceIn({ choice, members, items, others }: Shape): string | undefined {
  if (choice !== undefined) return choice;
  const parts = [...members.map(({ shape }) => shape), items, typeof others === "object" ? others : undefined];
  return parts.flatMap((part) => (part === undefined ? [] : (choiceIn(part) ?? [])))[0];
}

/** One member of an object. */
export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly shape: Shape;
  /** The role of the member. Only direct members of the request can have one. */
  readonly role?: Role;
}

/** The roles of members. At most one member has each of them. `roles.ts` describes them. */
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
