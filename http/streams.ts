/** What node:http and node:http2 have in common: bodies that wait to be asked for, and answers read within a limit. */
import type * as http from "node:http";
import type { Duplex, Readable } from "node:stream";

/** How long a body is held back for a 100, as curl does: no client waits for ever (RFC 9110 section 10.1.1). */
const CONTINUE_MS = 1_000;

/** Holds the body back until the provider says 100 or answers, or a second has passed. */
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
 * A body as far as the limit in bytes lets it be read; the rest is left, and its connection with it. To be called as the
 * answer begins: what arrives before is lost. Listeners and not `for await`, which in Node 24 ends early, without an
 * error, where HTTP/2 has closed a stream of which there is more to read.
 */
export function readUpTo(
  stream: Readable,
  limit: number,
): Promise<{ readonly body: Buffer; readonly truncated: boolean }> {
  const parts: Uint8Array[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    stream.on("data", (part: Uint8Array) => {
      if (size > limit) return;
      parts.push(part.subarray(0, limit - size));
      size += part.length;
      if (size <= limit) return;
      resolve({ body: Buffer.concat(parts), truncated: true });
      stream.destroy();
    });
    stream.on("end", () => resolve({ body: Buffer.concat(parts), truncated: false }));
    stream.on("error", reject);
    stream.on("close", () => reject(Object.assign(new Error("closed"), { code: "ERR_STREAM_PREMATURE_CLOSE" })));
  });
}

/**
 * A whole body.
 * @throws {Error} when it is longer than the limit in bytes
 */
export async function readAll(stream: Readable, limit: number): Promise<Buffer> {
  const { body, truncated } = await readUpTo(stream, limit);
  if (truncated) throw new Error(`the body is longer than ${limit} bytes`);
  return body;
}
