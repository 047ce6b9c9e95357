/** References within a document, beside those of schemas, and the media types of a content. */
import { at, pointerOf } from "./schema.ts";

/** References that lead to references; more is a circle. */
const MOST_HOPS = 20;

/**
 * The place that the object at a pointer is: where it is a reference, the place that it leads to.
 * @throws {Error} when the reference is not local, leads nowhere or to itself
 */
export function resolved(document: unknown, pointer: string): string {
  let place = pointer;
  for (let hops = 0; hops < MOST_HOPS; hops++) {
    const { $ref } = at(document, place);
    if ($ref === undefined) return place;
    place = pointerOf($ref, place);
  }
  throw new Error(`The reference $ref at ${pointer} leads to itself`);
}

/** The media types of a content. */
export interface MediaTypes {
  readonly all: readonly string[];
  /** The first that is JSON; none where there is no content. */
  readonly json: string | undefined;
  /** Where none is JSON, a range that JSON is within (OpenAPI 3.1, Response Object): several frameworks write no other. */
  readonly range: string | undefined;
}

/** The media types of a content, as the document writes them. */
export function mediaTypesAt(document: unknown, pointer: string): MediaTypes {
  const [parent, key] = [pointer.slice(0, pointer.lastIndexOf("/")), pointer.slice(pointer.lastIndexOf("/") + 1)];
  const content: unknown = Reflect.get(at(document, parent), key);
  const all = typeof content === "object" && content !== null ? Object.keys(content) : [];
  const json = all.find(isPlainJson) ?? all.find(isJson);
  // The most specific key is the one that counts.
  const ranges = json === undefined ? RANGES : [];
  return { all, json, range: ranges.flatMap((range) => all.find((one) => essenceOf(one) === range) ?? [])[0] };
}

/** A media type without its parameters, in lower case. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

/** Whether a media type is the one that is named, or within a range such as `text/*`; parameters make no difference. */
export function isWithin(mediaType: string, range: string): boolean {
  const [given, named] = [essenceOf(mediaType), essenceOf(range)];
  return named === "*/*" || given === named || (named.endsWith("/*") && given.startsWith(named.slice(0, -1)));
}

/** The media type of JSON (RFC 8259 section 11). */
const JSON_TYPE = "application/json";

/** Ranges that it is within, the most specific first. */
const RANGES = ["application/*", "*/*"];

/** The media type of JSON that a key of a content stands for: itself, or that of JSON where it is a range. */
export function jsonTypeOf(key: string): string {
  return isJson(key) ? essenceOf(key) : JSON_TYPE;
}

function isPlainJson(mediaType: string): boolean {
  return essenceOf(mediaType) === JSON_TYPE;
}

/** Whether a media type is one of JSON: `application/json`, or one that ends so. */
export function isJson(mediaType: string): boolean {
  return /^[\w.!#$&^-]+\/([\w.!#$&^-]+\+)?json$/.test(essenceOf(mediaType));
}
