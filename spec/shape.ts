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
  /** The value that is assumed where none is given. */
  readonly default?: unknown;
  readonly formats: readonly string[];
  /** Where a format is not known: the only values that are known to be of it. */
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
  /** Items lead back to what the array is in, or none can be made, so that only an empty one is sent. */
  readonly isEndless?: true;
  /** The members that are named, in the document's order. */
  readonly members: readonly Member[];
  /** What members beside those may be: false for none, absent where nothing is said. */
  readonly others?: Shape | boolean;
}

/** One member of an object. */
export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly shape: Shape;
  /** What it is for; of the request's own members alone, and of those that have a role. */
  readonly role?: Role;
}

/** What a member may be for, of which there is one each: `roles.ts` says what they are. */
export type Role = "identity" | "label" | "optionalLabel";

/** The types that a value may have where a schema does not say. */
export const everyType: readonly JsonType[] = ["string", "number", "boolean", "object", "array", "null"];

/** Whether a type is among the allowed ones: `number` allows integers (Validation section 6.1.1). */
export function allows(allowed: readonly JsonType[], type: JsonType): boolean {
  return allowed.includes(type) || (type === "integer" && allowed.includes("number"));
}

/** Whether a value is an object and nothing else. `properties` and `required` say nothing of what is none. */
export function isObjectAlone({ types }: Shape): boolean {
  return types.every((type) => type === "object");
}
