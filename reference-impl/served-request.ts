/** One request and one answer, on a connection that is afterwards reusable or is closed with care; and the end of all. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { fieldsOf, type ServerAnswer } from "./server-answers.ts";

/** How long a connection that is being closed is still read, in milliseconds. */
export const LINGER_MS = 1_000;

/** Many tiny chunks take a hundred times the memory of their bytes, so they are joined after this many. */
const MAX_CHUNKS = 1_024;

export interface ReadOptions {
  /** The most bytes of the body. */
  readonly limit: number;
  /** False if the answer is already known and the body is read only to reach the next request. */
  readonly keep: boolean;
}

/**
 * Calls `done` once: with the whole body (empty if it is not kept), or with `too-long` as soon as more bytes than the
 * limit have arrived. Does not call it if the connection ends first.
 */
export function readBody(
  request: IncomingMessage,
  { limit, keep }: ReadOptions,
  done: (body: Buffer | "too-long") => void,
): void {
  let chunks: Buffer[] = [];
  let length = 0;
  const onEnd = (): void => done(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
  const onData = (chunk: Buffer): void => {
    length += chunk.length;
    if (length > limit) {
      request.off("data", onData).off("end", onEnd);
      return done("too-long");
    }
    if (!keep) return;
    chunks.push(chunk);
    if (chunks.length === MAX_CHUNKS) chunks = [Buffer.concat(chunks)];
  };
  request.on("data", onData).on("end", onEnd);
}

/** Answers a request that was read to its end. The connection stays open unless `closing`. */
export function answerWhole(response: ServerResponse, answer: ServerAnswer, closing: boolean): void {
  response.writeHead(answer.status, fieldsOf(answer, closing));
  response.end(answer.body);
}

/**
 * Answers a request that was not read to its end, and closes the connection. Bytes that still arrive are discarded for
 * a moment: if it were closed at once with unread bytes, the connection would be reset and the answer could be lost
 * (RFC 9112 section 9.6).
 */
export function answerAndClose(response: ServerResponse, answer: ServerAnswer): void {
  const request = response.req;
  response.writeHead(answer.status, fieldsOf(answer, true));
  response.write(answer.body);
  if (request.socket.readableEnded) return void response.end();
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  request.once("end", end).once("close", end).resume();
  request.socket.once("end", end);
}

// The end of a server: requests in flight are answered, idle connections are closed, and the rest is cut off.

/**
 * Returns a function that stops `server` and resolves when its last connection is closed, after at most `graceMs`
 * milliseconds. Further calls return the same promise. Must be called before the server listens.
 */
export function createShutdown(server: Server, graceMs: number): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const cutOff = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const shutDown = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(cutOff, graceMs);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      // node:http does not count a connection as idle if nothing was ever sent on it.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    });
  let stopped: Promise<void> | undefined;
  return () => (stopped ??= shutDown());
}
