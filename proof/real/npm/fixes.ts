/** Code that the fixed variants share, for what no framework of this folder offers as a setting. */
import { parse } from "lossless-json";
import { integerOf } from "../../json-text.ts";

/** What the fixed variants store, by id. */
export interface StoredPlant {
  readonly name: string;
  readonly tag?: string;
}

const strict = new TextDecoder("utf-8", { fatal: true });

/**
 * Decodes a body strictly, where body parsers replace invalid bytes by U+FFFD. A byte order mark is dropped.
 * @throws {TypeError} when the bytes are not UTF-8 (RFC 8259 section 8.1)
 */
export function utf8(bytes: Uint8Array): string {
  return strict.decode(bytes);
}

/**
 * Reads JSON with every integer as a bigint, by its value (`7.0` is an integer), so that none is rounded.
 * @throws {Error} when the text is not JSON, is nested too deep, or has a member twice with two values
 */
export function readExactly(text: string): unknown {
  return parse(text, undefined, (source) => integerOf(source) ?? Number(source));
}

/** The exact id of a body; undefined if it is not an int64, or if the text cannot be read exactly. */
export function exactId(text: string): bigint | undefined {
  try {
    const id: unknown = Reflect.get(Object(readExactly(text)), "id");
    return typeof id === "bigint" && isInt64(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Section NewPlant: the format of `id` is int64. */
export function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/**
 * The token of an Authorization header. The scheme may have any letter case (RFC 9110 section 11.1, RFC 6750 section
 * 2.1).
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/iu.exec(authorization ?? "")?.[1];
}
