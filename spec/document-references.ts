/** References within a document, except those of schemas, and the media types of a content object. */
import { at, referredTo } from "./schema.ts";

/** The most references in a chain. More are taken for a circle. */
const MOST_HOPS = 20;

/**
 * The place of the object at a pointer. If it is a reference, the place that it leads to.
 * @throws {Error} when the reference is not local, leads nowhere or to itself
 */
export function resolved(document: unknown, pointer: string): string {
  let place = pointer;
  for (let hops = 0; hops < MOST_HOPS; hops++) {
    const { $ref } = at(document, place);
    if ($ref === undefined) return place;
    place = referredTo(document, $ref, place).path;
  }
  throw new Error(`The reference $ref at ${pointer} leads to itself`);
}

/** The media types of a content object. */
export interface MediaTypes {
  readonly all: readonly string[];
  /** The first one that is JSON; undefined if there is none. */
  readonly json: string | undefined;
  /**
   * If none is JSON, a range that includes JSON (OpenAPI 3.1, Response Object). Several frameworks write only ranges.
   */
  readonly range: string | undefined;
}

/** The media types of a content object, as written in the document. */
export function mediaTypesAt(document: unknown, pointer: string): MediaTypes {
  const [parent, key] = [pointer.slice(0, pointer.lastIndexOf("/")), pointer.slice(pointer.lastIndexOf("/") + 1)];
  const content: unknown = Reflect.get(at(document, parent), key);
  const all = typeof content === "object" && content !== null ? Object.keys(content) : [];
  const json = all.find(isPlainJson) ?? all.find(isJson);
  // The most specific key applies.
  const ranges = json === undefined ? RANGES : [];
  return { all, json, range: ranges.flatMap((range) => all.find((one) => essenceOf(one) === range) ?? [])[0] };
}

/** A media type without its parameters, in lower case. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

/** Whether a media type equals the named one, or is within a range such as `text/*`. Parameters are ignored. */
export function isWithin(mediaType: string, range: string): boolean {
  const [given, named] = [essenceOf(mediaType), essenceOf(range)];
  return named === "*/*" || given === named || (named.endsWith("/*") && given.startsWith(named.slice(0, -1)));
}

/** The media type of JSON (RFC 8259 section 11). */
const JSON_TYPE = "application/json";

/** The ranges that include JSON, the most specific first. */
const RANGES = ["application/*", "*/*"];

/** The JSON media type for a key of a content object: the key itself, or `application/json` if it is a range. */
export function jsonTypeOf(key: string): string {
  return isJson(key) ? essenceOf(key) : JSON_TYPE;
}

function isPlainJson(mediaType: string): boolean {
  return essenceOf(mediaType) === JSON_TYPE;
}

/** Whether a media type is JSON: `application/json`, or one that ends with `+json`. */
export function isJson(mediaType: string): boolean {
  return /^[\w.!#$&^-]+\/([\w.!#$&^-]+\+)?json$/.test(essenceOf(mediaType));
}
