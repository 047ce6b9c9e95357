/** Answers that are correct except for how HTTP carries them. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Hostile, KEEPS_ALL, judged, unreadable } from "./hostile.ts";
import { type RightAnswer, asked, connected, headOf, rightBut, whole } from "./raw-provider.ts";

const notHttp =
  /gave no answer that can be read: (what came back is not HTTP|the answer's body is not as long|the connection was closed)/;

/** A correct answer with these fields in place of its length. */
function framed(
  { status, body }: RightAnswer,
  fields: ReadonlyArray<readonly [string, string | number]>,
  sent?: string,
): string {
  return headOf(status, [["Content-Type", "application/json"], ...fields]) + (sent ?? body.toString("latin1"));
}

const chunked = ["Transfer-Encoding", "chunked"] as const;

/** A well-formed chunk. */
function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

const lengths: readonly Hostile[] = [
  unreadable(
    "a Content-Length beyond the body",
    rightBut((answer) => framed(answer, [["Content-Length", answer.body.length + 9]]), { thenCloses: true }),
    notHttp,
  ),
  // The last brace is cut off, so the rest is not JSON.
  judged(
    "a Content-Length short of the body",
    1,
    /broken: .*plant-encoding/,
    rightBut((answer) => framed(answer, [["Content-Length", Math.max(0, answer.body.length - 1)]])),
  ),
  unreadable(
    "two Content-Lengths",
    rightBut((answer) =>
      framed(answer, [
        ["Content-Length", answer.body.length],
        ["Content-Length", 3],
      ]),
    ),
    notHttp,
  ),
  ...[
    ["alike in one field", [["Content-Length", "15, 15"]]] as const,
    [
      "alike in two fields",
      [
        ["Content-Length", 15],
        ["Content-Length", 15],
      ],
    ] as const,
  ].map(([what, fields]) =>
    unreadable(
      `two Content-Lengths ${what}`,
      rightBut(() => framed({ status: 200, body: Buffer.from('{"name":"Fern"}') }, fields)),
      /gave no answer that can be read: what came back is not HTTP \(.*a Content-Length that is not one number/,
    ),
  ),
  ...["-1", "ten", "1e1", "9".repeat(30)].map((length) =>
    unreadable(
      `a Content-Length of ${length}`,
      rightBut((answer) => framed(answer, [["Content-Length", length]])),
      notHttp,
    ),
  ),
];

const brokenChunks: ReadonlyArray<readonly [what: string, body: (text: string) => string]> = [
  ["a size that is not a number", (text) => `zz\r\n${text}\r\n0\r\n\r\n`],
  ["a size beyond every number", (text) => `${"f".repeat(20)}\r\n${text}\r\n0\r\n\r\n`],
  ["a negative size", (text) => `-${chunk(text)}0\r\n\r\n`],
  ["no line end after the data", (text) => `${text.length.toString(16)}\r\n${text}0\r\n\r\n`],
  ["a size short of the data", (text) => `1\r\n${text}\r\n0\r\n\r\n`],
];

const messages: readonly Hostile[] = [
  unreadable(
    "HTTP/0.9",
    connected((socket) => void socket.once("data", () => socket.end('{"name":"Fern"}'))),
    notHttp,
  ),
  ...[
    ["a version that there is not", "HTTP/9.9 200 OK\r\n\r\n"],
    ["a status of two digits", "HTTP/1.1 20 OK\r\n\r\n"],
    ["a status of four digits", "HTTP/1.1 2000 OK\r\n\r\n"],
    ["a status of letters", "HTTP/1.1 OK 200\r\n\r\n"],
    ["a field without a colon", "HTTP/1.1 200 OK\r\nContent-Type\r\n\r\n"],
    ["a field with a space in its name", "HTTP/1.1 200 OK\r\nContent Type: text/plain\r\n\r\n"],
    ["a field with NUL", "HTTP/1.1 200 OK\r\nX: a\u0000b\r\n\r\n"],
    [
      "bytes drawn at random",
      Array.from({ length: 4_000 }, (_, at) => String.fromCharCode((at * 7919 + 13) % 256)).join(""),
    ],
  ].map(([name = "", said = ""]) =>
    unreadable(
      name,
      asked((socket) => void socket.write(Buffer.from(said, "latin1"))),
      notHttp,
    ),
  ),
  judged(
    "a status beyond all classes",
    1,
    /^Every valid request was refused with 999/,
    rightBut(({ body }) => whole({ status: 999, body })),
  ),
  // The client closes the connection without reading the second answer.
  judged(
    "two answers to one request",
    0,
    KEEPS_ALL,
    rightBut((answer) =>
      Buffer.concat([whole(answer), whole({ status: 200, body: Buffer.from('{"name":"Forged"}') })]),
    ),
  ),
  // A provider that answers before the request gives every request the same answer.
  judged(
    "an answer before the request",
    1,
    /^Every request was answered with success with 200/,
    connected((socket) => void socket.end(whole({ status: 200, body: Buffer.from('{"name":"Fern"}') }))),
  ),
];

const switched = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nx";

/** Switches protocols in answer to some requests, and is otherwise correct. */
function switching(where: string, exitCode: Hostile["exitCode"], cause: RegExp, to: RegExp): Hostile {
  const start = asked(async (socket, request) => {
    socket.write(to.test(request.head) ? switched : whole(await request.right()));
  });
  return judged(`another protocol (101) ${where}`, exitCode, cause, start);
}

const informational: readonly Hostile[] = [
  unreadable(
    "another protocol (101) that nobody asked for",
    asked((socket) => void socket.write(switched)),
    /gave no answer that can be read: the provider switched protocols/,
  ),
  // The first concerns a SHOULD. Whether a request without a body is refused is a MUST, not judged without an answer.
  switching("in place of a 100", 0, KEEPS_ALL, /^expect:/im),
  switching("where there is no body", 0, KEEPS_ALL, /^(?![^]*^(content-length|transfer-encoding):)/im),
  judged(
    "a hundred 103 before each answer",
    0,
    KEEPS_ALL,
    rightBut((answer) =>
      Buffer.concat([Buffer.from(`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n`.repeat(100)), whole(answer)]),
    ),
  ),
  judged(
    "a hundred 100 before each answer, in pieces",
    0,
    KEEPS_ALL,
    asked(async (socket, request) => {
      const bytes = Buffer.concat([
        Buffer.from("HTTP/1.1 100 Continue\r\n\r\n".repeat(100)),
        whole(await request.right()),
      ]);
      for (let at = 0; at < bytes.length; at += 1_000) {
        socket.write(bytes.subarray(at, at + 1_000));
        await nextTurn();
      }
    }),
  ),
  // The bytes after the header are the body, whatever they look like, and they are not JSON.
  judged(
    "100 in place of a body",
    1,
    /broken: .*plant-encoding/,
    rightBut(({ status }) => whole({ status, body: Buffer.from("HTTP/1.1 100 Continue\r\n\r\n") })),
  ),
];

export const framing: readonly Hostile[] = [
  ...lengths,
  ...brokenChunks.map(([what, body]) =>
    unreadable(
      `a chunk with ${what}`,
      rightBut((answer) => framed(answer, [chunked], body(answer.body.toString("latin1"))), { thenCloses: true }),
      notHttp,
    ),
  ),
  ...messages,
  ...informational,
];
