/** Reads recorded bodies, as far as they were kept. */
import type { HeaderFields } from "../../http/message.ts";
import type { Json, RecordedBody } from "../result.ts";

/** The body as a JSON value; undefined if it is not JSON, was cut, or is not UTF-8. */
export function bodyJson({ encoding, content, sha256 }: RecordedBody): Json | undefined {
  if (encoding !== "utf-8" || sha256 !== undefined) return undefined;
  try {
    return JSON.parse(content) as Json;
  } catch {
    return undefined;
  }
}

/** What follows the JSON object with which a body begins, and is no white space of JSON; empty if nothing does. */
export function textAfterJson(body: RecordedBody | null): string {
  if (body === null || body.encoding !== "utf-8" || body.sha256 !== undefined) return "";
  const { content } = body;
  const ends = [...content.matchAll(/\}/g)].slice(0, MOST_ENDS).map(({ index }) => index + 1);
  const end = ends.find((at) => isJson(content.slice(0, at)));
  return end === undefined ? "" : content.slice(end).replaceAll(/[ \t\r\n]/g, "");
}

/** The most places at which an object of a body may end. */
const MOST_ENDS = 8;

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

/** A member of an object; undefined if there is none. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (Reflect.get(value, name) as Json) : undefined;
}

/** The media type of an answer without its parameters, in lower case; empty if there is none. */
export function mediaTypeOf(headers: HeaderFields): string {
  const field = headers.find(([name]) => name.toLowerCase() === "content-type");
  return field?.[1].split(";")[0]?.trim().toLowerCase() ?? "";
}

/** The JSON type of a value; `nothing` if there is no value. */
export function jsonTypeOf(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** The value at a JSON Pointer; undefined if there is none. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  return pointer
    .split("/")
    .slice(1)
    .reduce<Json | undefined>(
      (current, token) => memberOf(current, token.replaceAll("~1", "/").replaceAll("~0", "~")),
      value,
    );
}
