/**
 * A stream between a connection and the HTTP/2 client of Node. It ends the connection with an error in two cases that
 * Node does not handle. After a header with more than eight CONTINUATION frames, Node 20 ends the process some time
 * later with a failed assertion, so the connection is closed before Node reads the ninth. After most protocol errors
 * Node sends GOAWAY, but does not end the streams.
 */
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { WireError } from "./message.ts";

/** See RFC 9113 sections 3.4, 4.1, 6.8 and 6.10. */
const PREFACE_BYTES = 24;
const FRAME_HEADER_BYTES = 9;
const GOAWAY = 7;
const CONTINUATION = 9;

/** The payload of GOAWAY: the last stream, then the error code. */
const GOAWAY_BYTES = 8;

/** The limit of nghttp2. With 16 KiB each, it is twice the default limit of a header. */
const MOST_CONTINUATIONS = 8;

/** Wraps a connection. It ends with an error when a header has too many frames, or Node reports a protocol error. */
export function guardHeaders(socket: Socket): Socket {
  const isTooLong = continuationCounter();
  const faultIn = faultReader();
  const guarded = new Duplex({
    read: () => void socket.resume(),
    write: (chunk: Buffer, encoding, done) => {
      const fault = faultIn(chunk);
      socket.write(chunk, encoding, (error) => {
        done(error);
        if (fault !== null) guarded.destroy(fault);
      });
    },
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
  // The client uses these members besides the methods of a stream.
  const more = { alpnProtocol: "h2", ref: () => socket.ref(), unref: () => socket.unref() };
  return Object.assign(guarded, more) as unknown as Socket;
}

/** Reads incoming bytes, in chunks of any size. Gives whether there were too many CONTINUATION frames in a row. */
function continuationCounter(): (chunk: Buffer) => boolean {
  let inARow = 0;
  let isTooLong = false;
  const read = frameReader({ skip: 0, payloadBytes: 0 }, (type) => {
    inARow = type === CONTINUATION ? inARow + 1 : 0;
    isTooLong ||= inARow > MOST_CONTINUATIONS;
  });
  return (chunk) => {
    read(chunk);
    return isTooLong;
  };
}

/** The codes of RFC 9113 section 7, in order. */
const codes =
  "NO_ERROR PROTOCOL_ERROR INTERNAL_ERROR FLOW_CONTROL_ERROR SETTINGS_TIMEOUT STREAM_CLOSED FRAME_SIZE_ERROR REFUSED_STREAM CANCEL COMPRESSION_ERROR CONNECT_ERROR ENHANCE_YOUR_CALM".split(
    " ",
  );

/** Reads outgoing bytes, in chunks of any size. Gives the protocol error that Node reports in GOAWAY. */
function faultReader(): (chunk: Buffer) => WireError | null {
  let fault: WireError | null = null;
  const read = frameReader({ skip: PREFACE_BYTES, payloadBytes: GOAWAY_BYTES }, (type, payload) => {
    const code = type === GOAWAY ? payload.readUInt32BE(4) : 0;
    if (code === 0) return;
    fault = new WireError("BROKEN", `the provider broke the rules of HTTP/2 (${codes[code] ?? `code ${code}`})`);
  });
  return (chunk) => {
    read(chunk);
    return fault;
  };
}

interface Reading {
  /** Bytes before the first frame. */
  readonly skip: number;
  /** The most bytes that are needed of each payload. */
  readonly payloadBytes: number;
}

/**
 * Reads frames from chunks of any size. A frame is reported as soon as its type and the needed payload have arrived.
 */
function frameReader(
  { skip, payloadBytes }: Reading,
  found: (type: number, payload: Buffer) => void,
): (chunk: Buffer) => void {
  let start: Buffer = Buffer.alloc(0);
  let left = skip;
  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      const skipped = Math.min(left, chunk.length - at);
      left -= skipped;
      at += skipped;
      if (left > 0) return;
      const part = chunk.subarray(at, at + wantedOf(start, payloadBytes) - start.length);
      start = Buffer.concat([start, part]);
      at += part.length;
      const wanted = wantedOf(start, payloadBytes);
      if (start.length < FRAME_HEADER_BYTES || start.length < wanted) continue;
      left = FRAME_HEADER_BYTES + start.readUIntBE(0, 3) - wanted;
      const [type, payload] = [start.readUInt8(3), start.subarray(FRAME_HEADER_BYTES)];
      start = Buffer.alloc(0);
      found(type, payload);
    }
  };
}

/** How many bytes of a frame must have arrived. */
function wantedOf(start: Buffer, payloadBytes: number): number {
  if (start.length < FRAME_HEADER_BYTES) return FRAME_HEADER_BYTES;
  return FRAME_HEADER_BYTES + Math.min(payloadBytes, start.readUIntBE(0, 3));
}
