/** Reads files that the user names, up to a limit. A file that cannot be read is a usage error. */
import { type Stats, closeSync, constants, createReadStream, fstatSync, openSync, readSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { asUsage, cannotBe } from "../io.ts";
import { textOf } from "../../result/text-encoding.ts";
import { YamlFault } from "../../spec/read-yaml-text.ts";

/** The default limit in bytes: ten times a result of a thousand exchanges with the longest bodies that are kept. */
const longestFile = 256 * 1024 * 1024;

/** What is at a path; undefined for nothing, or what cannot be looked at: its reader says why. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Reads a file. @throws {UsageError} if it cannot be read, or is longer */
export function readBytes(path: string): Buffer {
  return asUsage(Error, () => readLimited(path, longestFile), cannotBe("read", "The file", path));
}

/** The bytes to read at once from a source of unknown length. */
const PART = 64 * 1024;

/** Reads a file, a pipe or a device. @throws {Error} for a folder, too many bytes, or a pipe that stays empty */
export function readLimited(path: string, most: number, looks = WRITER_LOOKS): Buffer {
  // The usual way of opening a pipe blocks the whole process, which then obeys no signal, until the pipe has a writer.
  const isPipe = statSync(path).isFIFO();
  const descriptor = openSync(path, isPipe ? AT_ONCE : constants.O_RDONLY);
  try {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) throw new Error("it is a folder");
    const parts: Buffer[] = [];
    for (let size = 0; size <= most;) {
      const part = Buffer.allocUnsafe(Math.max(PART, Math.min(stats.size, most) + 1 - size));
      const read = isPipe ? readPipe(descriptor, part, size > 0, looks) : readSync(descriptor, part);
      if (read === 0) return Buffer.concat(parts);
      parts.push(part.subarray(0, read));
      size += read;
    }
    throw new Error(`it has ${stats.size > most ? stats.size : "too many"} bytes, and ${most} is the limit`);
  } finally {
    closeSync(descriptor);
  }
}

/** The time between two looks at a pipe, in milliseconds, and how often it is looked at: for a minute. */
const WRITER_PACE_MS = 100;
const WRITER_LOOKS = 600;

/** Opens a pipe, and reads from it, without waiting for a writer. */
const AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK;

/** Reads from a pipe. Before the first bytes, an end means that it has no writer yet. */
function readPipe(descriptor: number, part: Buffer, isBegun: boolean, looks: number): number {
  for (let look = 1, hasWriter = isBegun; ; look += 1) {
    const read = readAtOnce(descriptor, part);
    if (read !== null && (read > 0 || hasWriter)) return read;
    hasWriter ||= read === null;
    waitForWriter(look, looks);
  }
}

/** Waits until the next look at a pipe. @throws {Error} after the last one */
function waitForWriter(look: number, looks: number): void {
  if (look >= looks) throw new Error("it is a pipe to which nobody writes");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WRITER_PACE_MS);
}

/** The number of bytes that a pipe had; null if it has a writer that has written none so far. */
function readAtOnce(descriptor: number, part: Buffer): number | null {
  try {
    return readSync(descriptor, part);
  } catch (error) {
    if (Reflect.get(Object(error), "code") !== "EAGAIN") throw error;
    return null;
  }
}

/** The bytes of a long file that are read at once. */
const CHUNK = 256 * 1024;

/** Reads a file part by part. @throws {Error} if the system reports a fault, or for a pipe to which nobody writes */
export async function* partsOf(path: string, looks = WRITER_LOOKS): AsyncGenerator<Uint8Array> {
  if (statSync(path).isFIFO()) yield* partsOfPipe(openSync(path, AT_ONCE), looks);
  else yield* createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Uint8Array>;
}

async function* partsOfPipe(descriptor: number, looks: number): AsyncGenerator<Uint8Array> {
  const first = Buffer.allocUnsafe(CHUNK);
  let read: number | null = 0;
  try {
    for (let look = 1; (read = readAtOnce(descriptor, first)) === 0; look += 1) waitForWriter(look, looks);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  const rest = new Socket({ fd: descriptor, readable: true, writable: false });
  try {
    yield first.subarray(0, read ?? 0);
    yield* rest as AsyncIterable<Uint8Array>;
  } finally {
    rest.destroy();
  }
}

/** Reads a text file. @param what begins the message @throws {UsageError} if it cannot be read, has more than `most` bytes, or is in an unknown encoding */
export function readUtf8(path: string, most = longestFile, what = "The file"): string {
  return asUsage(Error, () => textOf(readLimited(path, most)), cannotBe("read", what, path));
}

/** Decodes bytes. @param path for the message @throws {UsageError} if they are in an unknown encoding */
export function decoded(path: string, bytes: Uint8Array): string {
  return asUsage(Error, () => textOf(bytes), cannotBe("read", "The file", path));
}

/** Does what reads YAML. @param what begins the message @throws {UsageError} for what is not YAML, or too much */
export function readingYaml<T>(what: string, read: () => T): T {
  return asUsage(YamlFault, read, ({ message }) => `${what} ${message}`);
}
