/** Header fields, bodies and decompressed bodies that are too large to read. */
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { type Hostile, KEEPS_ALL, PATIENT, judged, silent, unreadable } from "./hostile.ts";
import { asked, endless, headOf, rightBut, whole } from "./raw-provider.ts";

const beyond =
  /gave no answer that can be read: the answer('s header fields are beyond the limit| has more than 1000 header fields)/;
const tooManyInterim = /gave no answer that can be read: the provider sent more than 65536 bytes of interim answers/;
const tooLate = /gave no answer that can be read: (no answer in time|the answer was not complete in time)/;
const allAccepted = /^Every request was answered with success with 200/;

const chunked = headOf(200, [
  ["Content-Type", "application/json"],
  ["Transfer-Encoding", "chunked"],
]);

const ofHeaders: readonly Hostile[] = [
  ["a status line without end", "HTTP/1.1 200 ", "O".repeat(4_000), tooLate] as const,
  ["a field name without end", "HTTP/1.1 200 OK\r\n", "x".repeat(4_000), beyond] as const,
  ["a field without end", "HTTP/1.1 200 OK\r\nX: ", "x".repeat(4_000), beyond] as const,
  ["fields without end", "HTTP/1.1 200 OK\r\n", "X: y\r\n".repeat(1_000), beyond] as const,
  ["a trailer without end", `${chunked}0\r\n`, "X: y\r\n".repeat(1_000), beyond] as const,
  ["a chunk extension without end", `${chunked}1;`, "x".repeat(4_000), tooLate] as const,
  ["100 without end", "", "HTTP/1.1 100 Continue\r\n\r\n".repeat(100), tooManyInterim] as const,
  ["102 without end", "", "HTTP/1.1 102 Processing\r\n\r\n".repeat(100), tooManyInterim] as const,
  ["a field of 103 without end", "HTTP/1.1 103 X\r\nX: ", "x".repeat(4_000), tooManyInterim] as const,
].map(([name, start, more, cause]) =>
  (cause === tooLate ? silent : unreadable)(
    name,
    asked((socket) => {
      socket.write(start);
      endless(socket, more);
    }),
    cause,
  ),
);

/** Exceeds the limit when decompressed, and ends with a Plant, so it cannot be called wrong. */
const bomb = Buffer.concat([Buffer.alloc(5_000_000, " "), Buffer.from('{"name":"Fern"}')]);

const bombs = [
  ["gzip", gzipSync(bomb)],
  ["deflate", deflateSync(bomb)],
  ["br", brotliCompressSync(bomb, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
] as const;

const unread = /could not be judged: .*plant-(encoding|shape)/;

const codings: readonly Hostile[] = [
  judged(
    "bombs in every coding, in turn",
    3,
    unread,
    rightBut((answer, { at }) => {
      const [coding, body] = bombs[at % bombs.length] ?? ["gzip", bomb];
      return answer.status === 200 ? whole({ status: 200, body }, [["Content-Encoding", coding]]) : whole(answer);
    }),
  ),
  judged(
    "a body in gzip in gzip",
    0,
    KEEPS_ALL,
    rightBut(({ status, body }) =>
      whole({ status, body: gzipSync(gzipSync(body)) }, [["Content-Encoding", "gzip, gzip"]]),
    ),
  ),
  judged(
    "a body in thirty codings",
    3,
    unread,
    rightBut((answer) => whole(answer, [["Content-Encoding", Array.from({ length: 30 }, () => "gzip").join(", ")]])),
  ),
  judged(
    "a body in a coding that is not known",
    3,
    unread,
    rightBut((answer) => whole(answer, [["Content-Encoding", "zstd"]])),
  ),
  judged(
    "a body that is not in the coding that it names",
    1,
    /broken: .*plant-encoding/,
    rightBut((answer) => whole(answer, [["Content-Encoding", "gzip"]])),
  ),
];

export const floods: readonly Hostile[] = [
  ...ofHeaders,
  ...codings,
  unreadable(
    "ten thousand fields",
    asked(
      (socket) =>
        void socket.write(
          whole(
            { status: 200, body: Buffer.from("{}") },
            Array.from({ length: 10_000 }, () => ["X", "y"] as const),
          ),
        ),
    ),
    beyond,
  ),
  {
    ...judged(
      "a body without end in chunks of one byte",
      1,
      allAccepted,
      asked((socket) => {
        socket.write(chunked);
        endless(socket, "1\r\n \r\n".repeat(200));
      }),
    ),
    limits: { ...PATIENT, bodyBytes: 1_000 },
  },
  {
    ...judged(
      "a body without end before the connection ends",
      1,
      allAccepted,
      asked((socket) => {
        socket.write(headOf(200, [["Content-Type", "application/json"]]));
        endless(socket, " ".repeat(4_000));
      }),
    ),
    limits: { ...PATIENT, bodyBytes: 5_000 },
  },
  // A correct body follows more white space than is read, so it cannot be called wrong.
  {
    ...judged(
      "a right body behind more white space than is read",
      3,
      unread,
      rightBut(({ status, body }) => whole({ status, body: Buffer.concat([Buffer.alloc(6_000, " "), body]) })),
    ),
    limits: { ...PATIENT, bodyBytes: 5_000 },
  },
  unreadable(
    "a header of a mebibyte",
    asked((socket) => void socket.write(headOf(200, [["X", "y".repeat(1024 * 1024)]]))),
    beyond,
  ),
];
