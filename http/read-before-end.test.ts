/** An answer that came before the rest of its request could not be written. */
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { passThrough } from "./http1-guard.ts";

/** A socket on which each write fails, and that has read nothing so far. */
function closedByPeer(): Socket {
  return new Duplex({
    read: () => undefined,
    write: (_chunk, _encoding, written) => written(Object.assign(new Error("write EPIPE"), { code: "EPIPE" })),
    writev: (_chunks, written) => written(Object.assign(new Error("write EPIPE"), { code: "EPIPE" })),
  }) as unknown as Socket;
}

async function readAfterWriting(after: (socket: Socket) => void): Promise<readonly string[]> {
  const socket = closedByPeer();
  passThrough(socket, { take: (chunk) => chunk });
  const seen: string[] = [];
  socket.on("data", (chunk) => seen.push(String(chunk)));
  socket.on("error", (error) => seen.push(error.message));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write("the rest of a body");
  await new Promise(setImmediate);
  after(socket);
  await closed;
  return seen;
}

test("what came is read before a failed write ends the connection", async () => {
  const seen = await readAfterWriting((socket) => {
    socket.push(Buffer.from("HTTP/1.1 411 Length Required\r\n\r\n"));
    socket.push(null);
  });
  expect(seen).toEqual(["HTTP/1.1 411 Length Required\r\n\r\n", "write EPIPE"]);
});

test("what came is read before a reset ends the connection, too", async () => {
  const seen = await readAfterWriting((socket) => {
    socket.push(Buffer.from("HTTP/1.1 411 Length Required\r\n\r\n"));
    setImmediate(() => socket.destroy(new Error("read ECONNRESET")));
  });
  expect(seen).toEqual(["HTTP/1.1 411 Length Required\r\n\r\n", "read ECONNRESET"]);
});

test("and with nothing to read the failure of the write is what ended it", async () => {
  expect(await readAfterWriting((socket) => socket.push(null))).toEqual(["write EPIPE"]);
});
