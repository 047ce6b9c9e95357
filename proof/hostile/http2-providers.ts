/** Hostile providers over HTTP/2: silence, ends, floods, and misplaced frames. */
import {
  END_HEADERS,
  END_STREAM,
  TYPE,
  answerHead,
  body,
  fields,
  frame,
  framed,
  goaway,
  greet,
  number,
  overHttp2,
} from "./frames.ts";
import { type Hostile, IMPATIENT, silent, unreadable } from "./hostile.ts";
import { http2Answers } from "./http2-answers.ts";
import { http2Floods } from "./http2-floods.ts";

const tooLate = /gave no answer that can be read: (no answer in time|the answer was not complete in time)/;
/** The cause must not be a fault of the suite. */
const broken = /gave no answer that can be read: (?!the request could not be sent)/;

const plant = '{"name":"Fern"}';

const silence: readonly Hostile[] = [
  silent("silence before the settings", framed({ opened: () => undefined, acknowledges: false }), tooLate),
  silent("silence after the settings", framed({}), tooLate),
  silent(
    "silence after the header",
    framed({ asked: (socket, stream) => void socket.write(answerHead(stream)) }),
    tooLate,
  ),
  silent(
    "silence in the body",
    framed({ asked: (socket, stream) => void socket.write(Buffer.concat([answerHead(stream), body(stream, "{", 0)])) }),
    tooLate,
  ),
  silent(
    "silence in the header",
    framed({
      asked: (socket, stream) => void socket.write(frame(TYPE.headers, 0, stream, fields([":status", "200"]))),
    }),
    tooLate,
  ),
  silent(
    "no stream allowed",
    framed({
      opened: (socket) =>
        void socket.write(frame(TYPE.settings, 0, 0, Buffer.concat([Buffer.from([0, 3]), number(0)]))),
    }),
    tooLate,
  ),
  silent(
    "no room for a body",
    framed({
      opened: (socket) =>
        void socket.write(frame(TYPE.settings, 0, 0, Buffer.concat([Buffer.from([0, 4]), number(0)]))),
    }),
    tooLate,
  ),
];

const ends: readonly Hostile[] = [
  ...[0, 1, 2, 7, 8, 11].flatMap((code) => [
    unreadable(
      `a stream that is reset with ${code} before the header`,
      framed({ asked: (socket, stream) => void socket.write(frame(TYPE.reset, 0, stream, number(code))) }),
      broken,
    ),
    ...(code === 0
      ? []
      : [
          unreadable(
            `a stream that is reset with ${code} in the body`,
            framed({
              asked: (socket, stream) => {
                socket.write(
                  Buffer.concat([answerHead(stream), body(stream, "{", 0), frame(TYPE.reset, 0, stream, number(code))]),
                );
              },
            }),
            broken,
          ),
        ]),
    unreadable(
      `a connection that is gone with ${code} at once`,
      framed({ opened: (socket) => void socket.write(Buffer.concat([frame(TYPE.settings, 0, 0), goaway(0, code)])) }),
      broken,
    ),
    unreadable(
      `a connection that is gone with ${code} in the body`,
      framed({
        asked: (socket, stream) => {
          socket.end(Buffer.concat([answerHead(stream), body(stream, "{", 0), goaway(stream, code)]));
        },
      }),
      broken,
    ),
  ]),
  unreadable("an end after the settings", framed({ opened: (socket) => (greet(socket), void socket.end()) }), broken),
  unreadable("an end after the request", framed({ asked: (socket) => void socket.end() }), broken),
  unreadable(
    "an end in the body",
    framed({ asked: (socket, stream) => void socket.end(Buffer.concat([answerHead(stream), body(stream, "{", 0)])) }),
    broken,
  ),
  unreadable("a reset after the request", framed({ asked: (socket) => void socket.destroy() }), broken),
];

/** Misplaced frames. Each is the whole answer. */
const misplaced: readonly Hostile[] = (
  [
    ["bytes that are not frames", () => Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")],
    ["a frame that is longer than allowed", (stream) => frame(TYPE.data, 0, stream, Buffer.alloc(1_000_000))],
    ["a body on no stream", () => body(0, plant)],
    ["a body before its header", (stream) => body(stream, plant)],
    [
      "an answer on a stream that nobody opened",
      // Far ahead: the client opens the next streams itself, perhaps before it reads this.
      (stream) => Buffer.concat([answerHead(stream + 2_000), body(stream + 2_000, plant)]),
    ],
    [
      "a header that cannot be decoded",
      (stream) => frame(TYPE.headers, END_HEADERS, stream, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff])),
    ],
    ["a window beyond its limit", () => frame(TYPE.window, 0, 0, number(0x7fffffff))],
    ["a window of nothing", (stream) => frame(TYPE.window, 0, stream, number(0))],
    ["a ping of three bytes", () => frame(TYPE.ping, 0, 0, Buffer.alloc(3))],
    ["settings of three bytes", () => frame(TYPE.settings, 0, 0, Buffer.alloc(3))],
    ["a continuation of nothing", (stream) => frame(TYPE.continuation, END_HEADERS, stream, fields(["x", "y"]))],
    [
      "a promise that was refused beforehand",
      (stream) =>
        frame(TYPE.push, END_HEADERS, stream, Buffer.concat([number(2), fields([":method", "GET"], [":path", "/"])])),
    ],
    [
      "a header without a status",
      (stream) => frame(TYPE.headers, END_HEADERS | END_STREAM, stream, fields(["x", "y"])),
    ],
    [
      "a status that is not a number",
      (stream) => frame(TYPE.headers, END_HEADERS | END_STREAM, stream, fields([":status", "abc"])),
    ],
    [
      "a status of six digits",
      (stream) => frame(TYPE.headers, END_HEADERS | END_STREAM, stream, fields([":status", "200200"])),
    ],
    ["a status of 101", (stream) => frame(TYPE.headers, END_HEADERS, stream, fields([":status", "101"]))],
    ["a field in capital letters", (stream) => Buffer.concat([answerHead(stream, ["X", "y"]), body(stream, plant)])],
    [
      "a body that is shorter than it says",
      (stream) => Buffer.concat([answerHead(stream, ["content-length", "99"]), body(stream, plant)]),
    ],
    [
      "a body that is longer than it says",
      (stream) => Buffer.concat([answerHead(stream, ["content-length", "2"]), body(stream, plant)]),
    ],
  ] satisfies ReadonlyArray<readonly [string, (stream: number) => Buffer]>
).map(([name, said]) => ({
  ...unreadable(name, framed({ asked: (socket, stream) => void socket.write(said(stream)) }), broken),
  // The client ignores the frame and keeps waiting.
  limits: IMPATIENT,
}));

export const http2: readonly Hostile[] = [...silence, ...ends, ...http2Floods, ...misplaced, ...http2Answers].map(
  (one) => ({
    ...one,
    name: `HTTP/2: ${one.name}`,
    transport: overHttp2,
  }),
);
