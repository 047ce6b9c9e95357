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

/** The media types of a content, and the first that is JSON; none where there is no content. */
export function mediaTypesAt(
  document: unknown,
  pointer: string,
): { readonly all: readonly string[]; readonly json: string | undefined } {
  const [parent, key] = [pointer.slice(0, pointer.lastIndexOf("/")), pointer.slice(pointer.lastIndexOf("/") + 1)];
  const content: unknown = Reflect.get(at(document, parent), key);
  const all = typeof content === "object" && content !== null ? Object.keys(content) : [];
  return { all, json: all.find(isPlainJson) ?? all.find(isJson) };
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

function isPlainJson(mediaType: string): boolean {
  return essenceOf(mediaType) === "application/json";
}

function isJson(mediaType: string): boolean {
  return /^[\w.!#$&^-]+\/([\w.!#$&^-]+\+)?json$/.test(essenceOf(mediaType));
}
