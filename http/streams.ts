/** Functions for streams of node:http and node:http2: `Expect: 100-continue`, and reading within a limit. */
import type * as http from "node:http";
import type { Duplex, Readable } from "node:stream";
import { IncompleteAnswerError, type PartialResponse } from "./message.ts";

/**
 * Collects bytes that arrive in chunks of any size in one buffer. A list of chunks would take a hundred bytes for each
 * chunk of one byte.
 */

interface Gathered {
  /** Adds a chunk up to the limit. Returns true if the chunk was cut. */
  readonly add: (chunk: Uint8Array) => boolean;
  readonly bytes: () => Uint8Array;
}

const LEAST = 1_024;

/** @param limit in bytes */
export function gather(limit: number): Gathered {
  let buffer: Uint8Array = new Uint8Array();
  let size = 0;
  const room = (wanted: number): void => {
    if (wanted <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(LEAST, 2 * size, wanted));
    larger.set(buffer.subarray(0, size));
    buffer = larger;
  };
  return {
    add: (chunk) => {
      const taken = chunk.subarray(0, limit - size);
      // Most answers are one chunk, which need not be copied. It has no room, so nothing is written to it.
      if (size === 0) buffer = taken;
      else {
        room(size + taken.length);
        buffer.set(taken, size);
      }
      size += taken.length;
      return taken.length < chunk.length;
    },
    bytes: () => buffer.subarray(0, size),
  };
}

/** How long to wait for a 100, as curl does: a client should not wait indefinitely (RFC 9110 section 10.1.1). */
const CONTINUE_MS = 1_000;

/** Sends the body after a 100 or after one second, but not after a final answer. */
export function sendWhenAsked(outgoing: http.ClientRequest | Duplex, body: Uint8Array): void {
  const timer = setTimeout(() => outgoing.end(body), CONTINUE_MS);
  const stop = (): void => clearTimeout(timer);
  outgoing.once("continue", () => {
    stop();
    if (!outgoing.writableEnded) outgoing.end(body);
  });
  outgoing.once("response", stop);
  outgoing.once("close", stop);
}

/**
 * Reads a body up to a limit in bytes. If the body is longer, the stream is destroyed. Call it when the answer begins,
 * because data that arrives earlier is lost. It uses listeners because in Node 24 `for await` ends early, without an
 * error, when HTTP/2 has closed a stream with unread data.
 * @param gathered holds what was read, also if the body is not read to its end
 */
export function readUpTo(
  stream: Readable,
  limit: number,
  gathered: Gathered = gather(limit),
): Promise<{ readonly body: Buffer; readonly truncated: boolean }> {
  let isOver = false;
  return new Promise((resolve, reject) => {
    stream.on("data", (part: Uint8Array) => {
      if (isOver || !gathered.add(part)) return;
      isOver = true;
      resolve({ body: Buffer.from(gathered.bytes()), truncated: true });
      stream.destroy();
    });
    stream.on("end", () => resolve({ body: Buffer.from(gathered.bytes()), truncated: false }));
    stream.on("error", reject);
    stream.on("close", () => reject(Object.assign(new Error("closed"), { code: "ERR_STREAM_PREMATURE_CLOSE" })));
  });
}

/**
 * Reads the body of an answer up to a limit in bytes.
 * @throws {IncompleteAnswerError} when it is cut off
 */
export async function readBody(
  stream: Readable,
  limit: number,
  head: Omit<PartialResponse, "body">,
): Promise<{ readonly body: Buffer; readonly truncated: boolean }> {
  const gathered = gather(limit);
  try {
    return await readUpTo(stream, limit, gathered);
  } catch (error) {
    throw new IncompleteAnswerError({ ...head, body: gathered.bytes() }, error);
  }
}

/**
 * Reads a complete body.
 * @throws {Error} when it is longer than the limit in bytes
 */
export async function readAll(stream: Readable, limit: number): Promise<Buffer> {
  const { body, truncated } = await readUpTo(stream, limit);
  if (truncated) throw new Error(`the body is longer than ${limit} bytes`);
  return body;
}
