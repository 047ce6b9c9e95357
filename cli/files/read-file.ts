/** Files that the user names. Read whole, up to a limit, or refused in a sentence. */
import { readFileSync, statSync } from "node:fs";
import { UsageError } from "../io.ts";

/** Bytes. A result with a thousand exchanges, each with the longest bodies that are kept, is a tenth of it. */
const longestFile = 256 * 1024 * 1024;

/**
 * A file's bytes, `most` of them; by default as many as anything has that the suite writes.
 * @throws {UsageError} when it cannot be read, or is longer
 */
export function readBytes(path: string, most = longestFile): Buffer {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) throw new Error("it is a folder");
    if (stat.size > most) throw new Error(`it has ${stat.size} bytes, and ${most} is the limit`);
    return readFileSync(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The file ${JSON.stringify(path)} cannot be read: ${why}`);
  }
}

/** A file's text. @throws {UsageError} when it cannot be read, has more than `most` bytes, or is not UTF-8 */
export function readUtf8(path: string, most = longestFile): string {
  return decoded(path, readBytes(path, most));
}

/** Bytes as text. @throws {UsageError} when they are not UTF-8 */
export function decoded(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`The file ${JSON.stringify(path)} is not text in UTF-8`);
  }
}
