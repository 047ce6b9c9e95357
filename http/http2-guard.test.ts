import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { describe, expect, test } from "vitest";
import { guardHeaders } from "./connect.ts";

/** A frame's header and its payload (RFC 9113 section 4.1). */
function frame(type: number, payload = ""): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  return Buffer.concat([head, Buffer.from(payload)]);
}

const [data, headers, continuation] = [0, 1, 9];
const times = (count: number, bytes: Buffer): Buffer => Buffer.concat(Array.from({ length: count }, () => bytes));

/** The output of the guard for bytes that arrive in pieces. */
async function through(bytes: Buffer, pieceBytes: number): Promise<{ read: Buffer; error: unknown }> {
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  const guarded = guardHeaders(socket as Socket);
  const parts: Buffer[] = [];
  let error: unknown = null;
  guarded.on("data", (part: Buffer) => parts.push(part)).on("error", (given) => (error = given));
  for (let at = 0; at < bytes.length; at += pieceBytes) socket.push(bytes.subarray(at, at + pieceBytes));
  socket.push(null);
  guarded.end();
  await new Promise((resolve) => guarded.once("close", resolve));
  return { read: Buffer.concat(parts), error };
}

/** The outcome of a connection on which Node sends these bytes in pieces. */
async function saying(bytes: Buffer, pieceBytes: number): Promise<unknown> {
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  const guarded = guardHeaders(socket as Socket);
  let error: unknown = null;
  guarded.on("error", (given) => (error = given));
  for (let at = 0; at < bytes.length; at += pieceBytes) guarded.write(bytes.subarray(at, at + pieceBytes));
  guarded.end();
  socket.push(null);
  guarded.resume();
  await new Promise((resolve) => guarded.once("close", resolve));
  return error;
}

describe.each([1, 4, 7, 10_000])("what Node says in pieces of %i bytes", (pieceBytes) => {
  const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  const goaway = (code: string): Buffer => frame(7, `\0\0\0\u0001\0\0\0${code}why`);
  const others = Buffer.concat([preface, frame(4), frame(headers, "abcdefghijkl"), frame(data, "\u0007".repeat(40))]);

  test("ends the connection where it is GOAWAY for a fault, and says which", async () => {
    const error = await saying(Buffer.concat([others, goaway("\t"), frame(data)]), pieceBytes);
    expect(error).toMatchObject({ message: "the provider broke the rules of HTTP/2 (COMPRESSION_ERROR)" });
    const unknown = await saying(Buffer.concat([others, goaway("\u0063")]), pieceBytes);
    expect(unknown).toMatchObject({ code: "BROKEN", message: "the provider broke the rules of HTTP/2 (code 99)" });
  });

  test("ends nothing where it is GOAWAY without a fault", async () => {
    expect(await saying(Buffer.concat([others, goaway("\0")]), pieceBytes)).toBeNull();
  });
});

describe.each([1, 4, 7, 10_000])("a connection that is read in pieces of %i bytes", (pieceBytes) => {
  test("passes as it is with eight CONTINUATION frames after each header", async () => {
    const header = Buffer.concat([frame(headers, "ab"), times(8, frame(continuation, "cde"))]);
    const bytes = Buffer.concat([header, frame(data, "\t".repeat(300)), header, frame(data)]);
    expect(await through(bytes, pieceBytes)).toEqual({ read: bytes, error: null });
  });

  test("ends before the ninth of them has passed", async () => {
    const passing = Buffer.concat([frame(headers, "ab"), times(8, frame(continuation, "cde"))]);
    const { read, error } = await through(Buffer.concat([passing, times(9, frame(continuation))]), pieceBytes);
    expect(error).toMatchObject({ code: "TOO_MANY_FIELDS" });
    expect(read.length).toBeLessThan(passing.length + 9);
  });
});
