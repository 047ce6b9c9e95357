/** Reads files that the user names, up to a limit. A file that cannot be read is a usage error. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { UsageError } from "../io.ts";
import { systemWords } from "../process/faults.ts";

/** The default limit in bytes: ten times a result of a thousand exchanges with the longest bodies that are kept. */
const longestFile = 256 * 1024 * 1024;

/**
 * Reads a file of at most `most` bytes. The default is enough for every file that the suite writes.
 * @throws {UsageError} if it cannot be read, or is longer
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
 * Reads the bytes of a file, a pipe or a device, which may have no end.
 * @throws {Error} if the system reports a fault, or for a folder or more than `most` bytes
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

/** Reads a text file. @throws {UsageError} if it cannot be read, has more than `most` bytes, or is not UTF-8 */
export function readUtf8(path: string, most = longestFile): string {
  return decoded(path, readBytes(path, most));
}

/** Decodes bytes. @param path for the message @throws {UsageError} if they are not UTF-8 */
export function decoded(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`The file ${JSON.stringify(path)} is not text in UTF-8`);
  }
}
