/**
 * Stands between a connection and whatever reads HTTP/2 from it. A header that goes on over more than eight CONTINUATION
 * frames makes Node end the whole process, some time later and by an assertion (seen in Node 20: what was read of the
 * header outlives its session). So the connection ends before Node sees the ninth.
 */
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { WireError } from "./message.ts";

/** RFC 9113 sections 4.1 and 6.10. */
const FRAME_HEADER_BYTES = 9;
const CONTINUATION = 9;

/** As many as nghttp2 itself accepts; with 16 KiB each, twice the default limit of a header. */
const MOST_CONTINUATIONS = 8;

/** The same connection, which ends with an error where a header goes on for too long. */
export function guardHeaders(socket: Socket): Socket {
  const isTooLong = continuationCounter();
  const guarded = new Duplex({
    read: () => void socket.resume(),
    write: (chunk, encoding, done) => void socket.write(chunk, encoding, done),
    final: (done) => void socket.end(done),
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  socket.on("data", (chunk: Buffer) => {
    if (isTooLong(chunk)) {
      const limit = `${MOST_CONTINUATIONS} CONTINUATION frames, the limit`;
      guarded.destroy(new WireError("TOO_MANY_FIELDS", `the answer's header goes on over more than ${limit}`));
    } else if (!guarded.push(chunk)) socket.pause();
  });
  socket.on("end", () => guarded.push(null));
  socket.on("error", (error) => guarded.destroy(error));
  socket.on("close", () => guarded.destroy());
  // What reads it asks no more of it than of any stream, and these.
  const more = { alpnProtocol: "h2", ref: () => socket.ref(), unref: () => socket.unref() };
  return Object.assign(guarded, more) as unknown as Socket;
}

/** Takes what arrives, in any pieces, and says whether there were too many CONTINUATION frames in a row. */
function continuationCounter(): (chunk: Buffer) => boolean {
  let header: Buffer = Buffer.alloc(0);
  let payloadLeft = 0;
  let inARow = 0;
  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      const payload = Math.min(payloadLeft, chunk.length - at);
      payloadLeft -= payload;
      at += payload;
      if (payloadLeft > 0) break;
      const part = chunk.subarray(at, at + FRAME_HEADER_BYTES - header.length);
      header = Buffer.concat([header, part]);
      at += part.length;
      if (header.length < FRAME_HEADER_BYTES) break;
      payloadLeft = header.readUIntBE(0, 3);
      inARow = header[3] === CONTINUATION ? inARow + 1 : 0;
      header = Buffer.alloc(0);
      if (inARow > MOST_CONTINUATIONS) return true;
    }
    return false;
  };
}
