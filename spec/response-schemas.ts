/**
 * Schemas of answers. Bodies are only validated against them, not generated from them, so more of JSON Schema can be
 * used.
 */
import { referredTo, token, unreadKeywords, valueAt, words } from "./schema.ts";

/**
 * The keywords that ajv validates, and where they contain schemas: as the value itself, in each item of a list, in each
 * member.
 */
const single =
  "items additionalProperties unevaluatedProperties unevaluatedItems contains not if then else propertyNames";
const lists = "allOf anyOf oneOf prefixItems";
const maps = "properties patternProperties dependentSchemas";

const [ofSchema, ofList, ofMap] = [words(single), words(lists), words(maps)];

/** A schema and the JSON Pointer to it. */
export type Placed = readonly [schema: Readonly<Record<string, unknown>>, path: string];

/**
 * Makes sure that a body can be validated by the schema at a pointer, and by every schema that it refers to.
 * @throws {Error} if it cannot, naming the keyword and its place: an unknown keyword may change what is valid
 */
export function assertCheckable(document: unknown, pointer: string): void {
  schemasUnder(document, pointer);
}

/**
 * The schema at a pointer and every schema that it refers to, without those that are `true` or `false`.
 * @throws {Error} naming the first unknown keyword and its place
 */
export function schemasUnder(document: unknown, pointer: string): readonly Placed[] {
  const found = new Map<string, Placed>();
  const waiting: (readonly [unknown, string])[] = [[valueAt(document, pointer), pointer]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [schema, path] = next;
    if (found.has(path) || typeof schema === "boolean") continue;
    if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
      throw new Error(`The schema at ${path} is none: it is neither an object nor true or false`);
    }
    found.set(path, [schema as Placed[0], path]);
    for (const part of Object.entries(schema)) waiting.push(...partsOf(document, part, path));
  }
  return [...found.values()];
}

/** The values at the places of schemas in the value of a keyword; none if the value is of another kind. */
export function schemasIn(keyword: string, value: unknown, place: string): readonly (readonly [unknown, string])[] {
  if (ofSchema.has(keyword)) return [[value, place]];
  const isKind = Array.isArray(value) ? ofList.has(keyword) : ofMap.has(keyword);
  if (!isKind || typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([key, part]) => [part, `${place}/${token(key)}`] as const);
}

/** The schemas under a keyword, each with its place. */
function partsOf(
  document: unknown,
  [keyword, value]: readonly [string, unknown],
  path: string,
): readonly (readonly [unknown, string])[] {
  const place = `${path}/${keyword}`;
  if (keyword === "$ref") {
    const referred = referredTo(document, String(value), path);
    return [[referred.value, referred.path]];
  }
  if (!unreadKeywords.has(keyword)) return schemasIn(keyword, value, place);
  throw new Error(`The keyword ${keyword} at ${path} cannot be judged: it is not one that the suite knows`);
}
