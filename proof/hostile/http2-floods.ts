/** More data over HTTP/2 than any client can read. */
import type { Socket } from "node:net";
import { END_HEADERS, END_STREAM, TYPE, answerHead, body, fields, frame, framed, number } from "./frames.ts";
import { type Hostile, IMPATIENT, unreadable } from "./hostile.ts";
import { endless } from "./raw-provider.ts";

/** The cause must not be a fault of the suite. */
const broken = /gave no answer that can be read: (?!the request could not be sent)/;

/** Sends `more` forever after a complete request. */
function flood(name: string, start: (stream: number) => Buffer, more: (stream: number) => Buffer): Hostile {
  const asked = (socket: Socket, stream: number): void => {
    socket.write(start(stream));
    endless(socket, more(stream).toString("latin1"));
  };
  return { ...unreadable(name, framed({ asked }), broken), limits: IMPATIENT };
}

const nothing = (): Buffer => Buffer.alloc(0);
const oneField = fields(["x", "y"]);
/** One field of 4,000 bytes that the reader stores, repeated in one byte each time (RFC 7541 section 6.1). */
const indexed = Buffer.concat([
  Buffer.from([0x40, 1, 0x78, 0x7f, 0xa1, 0x1e]),
  Buffer.alloc(4_000, "y"),
  Buffer.alloc(8_000, 0xbe),
]);

export const http2Floods: readonly Hostile[] = [
  flood(
    "a header without end",
    (stream) => frame(TYPE.headers, 0, stream, fields([":status", "200"])),
    (stream) => frame(TYPE.continuation, 0, stream, Buffer.concat(Array.from({ length: 100 }, () => oneField))),
  ),
  flood(
    "a header of nothing without end",
    (stream) => frame(TYPE.headers, 0, stream, fields([":status", "200"])),
    (stream) => Buffer.concat(Array.from({ length: 100 }, () => frame(TYPE.continuation, 0, stream))),
  ),
  flood("settings without end", nothing, () =>
    Buffer.concat(Array.from({ length: 100 }, () => frame(TYPE.settings, 0, 0))),
  ),
  flood("pings without end", nothing, () =>
    Buffer.concat(Array.from({ length: 100 }, () => frame(TYPE.ping, 0, 0, Buffer.alloc(8)))),
  ),
  flood("frames of an unknown type without end", nothing, () => frame(0x42, 0, 0, Buffer.alloc(4_000))),
  flood("103 without end", nothing, (stream) =>
    Buffer.concat(
      Array.from({ length: 50 }, () => frame(TYPE.headers, END_HEADERS, stream, fields([":status", "103"]))),
    ),
  ),
  flood("100 without end", nothing, (stream) =>
    Buffer.concat(
      Array.from({ length: 50 }, () => frame(TYPE.headers, END_HEADERS, stream, fields([":status", "100"]))),
    ),
  ),
  flood("data of nothing without end", answerHead, (stream) =>
    Buffer.concat(Array.from({ length: 100 }, () => body(stream, "", 0))),
  ),
  flood("resets of streams without end", nothing, (stream) =>
    Buffer.concat(Array.from({ length: 100 }, () => frame(TYPE.reset, 0, stream, number(8)))),
  ),
  unreadable(
    "a thousand fields and more",
    framed({
      asked: (socket, stream) => {
        const all = Buffer.concat([fields([":status", "200"]), ...Array.from({ length: 2_500 }, () => oneField)]);
        socket.write(frame(TYPE.headers, END_HEADERS | END_STREAM, stream, all));
      },
    }),
    broken,
  ),
  unreadable(
    "thirty megabytes of fields in twelve kilobytes",
    framed({
      asked: (socket, stream) => {
        const all = Buffer.concat([fields([":status", "200"]), indexed]);
        socket.write(frame(TYPE.headers, END_HEADERS | END_STREAM, stream, all));
      },
    }),
    broken,
  ),
];
