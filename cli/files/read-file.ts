/** Files that the user names. Read whole, up to a limit, or refused in a sentence. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { UsageError } from "../io.ts";
import { systemWords } from "../process/faults.ts";

/** Bytes. A result with a thousand exchanges, each with the longest bodies that are kept, is a tenth of it. */
const longestFile = 256 * 1024 * 1024;

/**
 * A file's bytes, `most` of them; by default as many as anything has that the suite writes.
 * @throws {UsageError} when it cannot be read, or is longer
 */
export function readBytes(path: string, most = longestFile): Buffer {
  try {
    return readLimited(path, most);
  } catch (error) {
    throw new UsageError(`The file ${JSON.stringify(path)} cannot be read: ${systemWords(error)}`);
  }
}

/** The bytes to read at once from a source of unknown length. */
const PART = 64 * 1024;

/**
 * The bytes of a file, a pipe or a device, which may have no end.
 * @throws {Error} of the system, or for a folder and for more than `most` bytes
 */
export function readLimited(path: string, most: number): Buffer {
  const descriptor = openSync(path, "r");
  try {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) throw new Error("it is a folder");
    const parts: Buffer[] = [];
    for (let size = 0; size <= most;) {
      const part = Buffer.allocUnsafe(Math.max(PART, Math.min(stats.size, most) + 1 - size));
      const read = readSync(descriptor, part);
      if (read === 0) return Buffer.concat(parts);
      parts.push(part.subarray(0, read));
      size += read;
    }
    throw new Error(`it has ${stats.size > most ? stats.size : "too many"} bytes, and ${most} is the limit`);
  } finally {
    closeSync(descriptor);
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
