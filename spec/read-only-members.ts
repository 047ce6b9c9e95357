/**
 * A document as a request and as an answer see it: `readOnly` members are for answers, `writeOnly` ones for requests.
 * Pure.
 */
import { NULL_IS_OPEN, VALUES } from "./openapi-3-0.ts";
import { at, type JsonFields, isFields, pointerOf } from "./schema.ts";

/** The keyword of the members that a direction leaves out. */
const leftOutBy = { request: "readOnly", answer: "writeOnly" } as const;

/** Which way a body goes. */
export type Direction = keyof typeof leftOutBy;

const KEYWORDS: ReadonlySet<string> = new Set(Object.values(leftOutBy));

/** A document, and the keyword that marks the members to leave out. */
interface View {
  readonly document: JsonFields;
  readonly keyword: string;
}

/**
 * Returns the document for one direction. A member that the direction leaves out is not required anywhere, and its
 * schema has only the keyword, because it is open whether the member may still be sent. OpenAPI 3.0.3, Schema Object:
 * it "SHOULD NOT" be sent, and `required` applies only to the other direction. Pointers stay valid. A document without
 * the keywords is returned unchanged.
 */
export function seenBy(document: JsonFields, direction: Direction): JsonFields {
  const text = JSON.stringify(document);
  if (![...KEYWORDS].some((keyword) => text.includes(`"${keyword}":`))) return document;
  return viewed(document, { document, keyword: leftOutBy[direction] }, new Set()) as JsonFields;
}

/** Whether the schema of a member in a view marks a member that the direction leaves out. */
export function isLeftOut(schema: unknown): boolean {
  return isFields(schema) && [...KEYWORDS].some((keyword) => schema[keyword] === true);
}

/** @param around - members that are left out by the schema that this is a part of */
function viewed(value: unknown, view: View, around: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((part) => viewed(part, view, around));
  if (!isFields(value)) return value;
  const names = new Set([...around, ...leftOutIn(value, view, [])]);
  const none = new Set<string>();
  const seen = (key: string, part: unknown): unknown => {
    if (VALUES.has(key)) return part;
    if (key === "required" && Array.isArray(part)) return part.filter((name) => !names.has(String(name)));
    if (key === "properties" && isFields(part)) return inOrder(part, (schema) => membersOf(schema));
    return viewed(part, view, key === "allOf" ? names : none);
  };
  const membersOf = (schema: unknown): unknown =>
    isMarked(schema, view, []) ? { [view.keyword]: true } : viewed(schema, view, none);
  const kept = Object.entries(value).filter(([key, part]) => !(KEYWORDS.has(key) && typeof part === "boolean"));
  return Object.fromEntries(kept.map(([key, part]) => [key, seen(key, part)] as const));
}

function inOrder(fields: JsonFields, change: (part: unknown) => unknown): JsonFields {
  return Object.fromEntries(Object.entries(fields).map(([key, part]) => [key, change(part)] as const));
}

/** The members that a schema leaves out, including those of the schemas that it refers to or combines. */
function leftOutIn(schema: unknown, view: View, trail: readonly string[]): readonly string[] {
  if (!isFields(schema)) return [];
  const own = Object.entries(isFields(schema["properties"]) ? schema["properties"] : {});
  return [
    ...own.filter(([, part]) => isMarked(part, view, [])).map(([name]) => name),
    ...partsOf(schema, view, trail).flatMap(([part, further]) => leftOutIn(part, view, further)),
  ];
}

function isMarked(schema: unknown, view: View, trail: readonly string[]): boolean {
  if (!isFields(schema)) return false;
  if (schema[view.keyword] === true) return true;
  return partsOf(schema, view, trail).some(([part, further]) => isMarked(part, view, further));
}

type Part = readonly [part: unknown, trail: readonly string[]];

/**
 * The schema that a schema refers to, the parts of its `allOf`, and the schema as written if null is open. References
 * that lead nowhere or to themselves are reported elsewhere.
 */
function partsOf(schema: JsonFields, { document }: View, trail: readonly string[]): readonly Part[] {
  const { $ref, allOf, anyOf } = schema;
  const open: readonly unknown[] = schema[NULL_IS_OPEN] === true && Array.isArray(anyOf) ? anyOf.slice(0, 1) : [];
  const together: readonly unknown[] = Array.isArray(allOf) ? allOf : [];
  const parts = [...together, ...open].map((part): Part => [part, trail]);
  if (typeof $ref !== "string" || !$ref.startsWith("#/") || trail.includes($ref)) return parts;
  return [...parts, [found(document, pointerOf($ref, "")), [...trail, $ref]]];
}

function found(document: JsonFields, pointer: string): unknown {
  try {
    return at(document, pointer);
  } catch {
    return undefined;
  }
}
