/** Functions for streams of node:http and node:http2: `Expect: 100-continue`, and reading within a limit. */
import type * as http from "node:http";
import type { Duplex, Readable } from "node:stream";
import { IncompleteAnswerError, type PartialResponse } from "./message.ts";
import { type Gathered, gather } from "./gathered.ts";

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
