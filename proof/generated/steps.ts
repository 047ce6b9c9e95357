/** Steps that several copies of this folder share. */
import type { ProviderAnswer, Refusal, Request } from "../behaviour.ts";
import { unauthorized } from "../correct.ts";
import { INT64, type Value } from "../json-text.ts";

/** An answer in text/plain. */
export function sentence(status: number, body: string): ProviderAnswer {
  return { status, headers: { "Content-Type": "text/plain; charset=utf-8" }, body };
}

/** Compares the header field with the token, exactly as written. */
export function sameBearer({ headers, token }: Request): Refusal | undefined {
  return headers.authorization === `Bearer ${token}` ? undefined : unauthorized();
}

/** The text of a scalar, as type-converting readers return it; undefined for null, arrays and objects. */
export function textOf(value: Value | undefined): string | undefined {
  if (value?.type === "string") return value.value;
  if (value?.type === "number") return value.source;
  return value?.type === "boolean" ? String(value.value) : undefined;
}

/** The id; undefined outside int64. */
export function withinInt64(id: bigint): bigint | undefined {
  return id < INT64.least || id > INT64.greatest ? undefined : id;
}

/** An i64 as serde_json reads it. `7.0` is not an i64. */
export function i64Of(value: Value | undefined): bigint | undefined {
  return value?.type === "number" && /^-?\d+$/u.test(value.source) ? withinInt64(BigInt(value.source)) : undefined;
}

/** A media type as the crate `mime` reads it: without a space before the semicolon. `+json` counts as JSON. */
export function isJsonToMime({ headers }: Request): boolean {
  return /^application\/(?:json|[\w.-]+\+json)(?:;|$)/iu.test(headers["content-type"] ?? "");
}

/** Decodes a body like readers that replace each invalid byte by U+FFFD. A byte order mark is dropped. */
export function decodedLoosely({ body }: Request): string {
  return new TextDecoder("utf-8").decode(body);
}
