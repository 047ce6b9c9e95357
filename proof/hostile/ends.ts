/** Connections that end at every stage, properly or not. */
import type { Socket } from "node:net";
import { type Hostile, unreadable } from "./hostile.ts";
import { asked, connected, headOf } from "./raw-provider.ts";

const withLength = headOf(200, [
  ["Content-Type", "application/json"],
  ["Content-Length", 15],
]);
const chunked = headOf(200, [
  ["Content-Type", "application/json"],
  ["Transfer-Encoding", "chunked"],
]);

const stages: ReadonlyArray<readonly [stage: string, said: string]> = [
  ["before the answer", ""],
  ["in the status line", "HTTP/1.1 2"],
  ["in the header", "HTTP/1.1 200 OK\r\nContent-Type: app"],
  ["before the body", withLength],
  ["in the body", `${withLength}{"name":`],
  ["in a chunk", `${chunked}f\r\n{"name":`],
  ["before the last chunk", `${chunked}f\r\n{"name":"Fern"}\r\n`],
];

const cause =
  /gave no answer that can be read: (the connection was|what came back is not HTTP|the answer's body is not as long)/;

/**
 * Resets after the sent bytes have had time to arrive. The server cannot see whether they have; on a slow machine the
 * reset overtakes them, which is also a broken connection.
 */
function reset(socket: Socket, said: string): void {
  if (said === "") socket.resetAndDestroy();
  else socket.write(said, () => setTimeout(() => socket.resetAndDestroy(), 20));
}

export const ends: readonly Hostile[] = [
  unreadable(
    "a reset as soon as it is connected",
    connected((socket) => void socket.resetAndDestroy()),
    cause,
  ),
  unreadable(
    "a reset in the TLS handshake",
    connected((socket) => void socket.once("data", () => socket.resetAndDestroy()), "https"),
    cause,
  ),
  unreadable(
    "an end in the TLS handshake",
    connected((socket) => void socket.once("data", () => socket.end()), "https"),
    cause,
  ),
  ...stages.flatMap(([stage, said]) => [
    unreadable(
      `an end ${stage}`,
      asked((socket) => void socket.end(said)),
      cause,
    ),
    unreadable(
      `a reset ${stage}`,
      asked((socket) => reset(socket, said)),
      cause,
    ),
  ]),
];
