/**
 * Connections that end while they are idle, or that are ended with 408 when the next request comes: RFC 9110 section
 * 15.5.9, RFC 9112 section 9.5. What comes over a connection that was ended is not read.
 */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Behaviour } from "../behaviour.ts";
import { but, send } from "../correct.ts";
import type { Right } from "./right.ts";

/** Ends a connection. */
type End = (socket: Socket) => void;

/** Says 408, and closes the connection if the header says so. */
function timeOut({ version = "HTTP/1.1", fields = ["Connection: close"], body = "" } = {}): End {
  const head = [`${version} 408 Request Timeout`, `Content-Length: ${Buffer.byteLength(body)}`, ...fields];
  return (socket) => void socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

const ERROR = {
  fields: ["Content-Type: application/json", "Connection: close"],
  body: '{"error":408,"message":"Idle"}',
};
const PAGE = { version: "HTTP/1.0", fields: ["Content-Type: text/html"], body: "<h1>408 Request Time-out</h1>" };

/** The number of answers on a connection, and the status of the last one. */
interface Before {
  readonly answers: number;
  readonly status: number;
}

/** Ends connections, and reads nothing from them afterwards. */
function ending(
  end: End,
  when: {
    /** Milliseconds after each answer. */
    readonly idleMs?: number;
    /** Whether to end it when the next request comes. */
    readonly atRequest?: (before: Before, incoming: IncomingMessage) => boolean;
  },
): Behaviour {
  const ended = new WeakSet<Socket>();
  const befores = new WeakMap<Socket, Before>();
  const timers = new WeakMap<Socket, NodeJS.Timeout>();
  const over = (socket: Socket): void => {
    ended.add(socket);
    end(socket);
  };
  return but({
    takeOver: (incoming) => {
      const { socket } = incoming;
      clearTimeout(timers.get(socket));
      const before = befores.get(socket);
      if (!ended.has(socket) && before !== undefined && when.atRequest?.(before, incoming) === true) over(socket);
      return ended.has(socket);
    },
    send: (answer, response, socket) => {
      response.on("finish", () => {
        befores.set(socket, { answers: (befores.get(socket)?.answers ?? 0) + 1, status: answer.status });
        if (when.idleMs === 0) over(socket);
        else if (when.idleMs !== undefined) timers.set(socket, setTimeout(over, when.idleMs, socket));
      });
      send(answer, response);
    },
  });
}

/** Hides from the client that the connection is about to be closed, and sends a RST. */
const reset: End = (socket) => void socket.resetAndDestroy();
const close: End = (socket) => void socket.destroy();

const afterTimes: readonly Right[] = [
  { name: "says 408 on a connection that is idle for 5 ms", behaviour: ending(timeOut(), { idleMs: 5 }) },
  { name: "says 408 with an Error on one that is idle for 30 ms", behaviour: ending(timeOut(ERROR), { idleMs: 30 }) },
  { name: "says 408 with a page on one that is idle for 100 ms", behaviour: ending(timeOut(PAGE), { idleMs: 100 }) },
  { name: "says 408 on a connection that is idle for 300 ms", behaviour: ending(timeOut(), { idleMs: 300 }) },
  { name: "closes a connection that is idle for 30 ms", behaviour: ending(close, { idleMs: 30 }) },
  { name: "closes a connection that is idle for 300 ms", behaviour: ending(close, { idleMs: 300 }) },
  { name: "resets a connection that is idle for 20 ms", behaviour: ending(reset, { idleMs: 20 }) },
  { name: "resets a connection that is idle for 100 ms", behaviour: ending(reset, { idleMs: 100 }) },
];

/** These do not depend on time. */
export const atOnce: readonly Right[] = [
  { name: "says 408 right after each answer", behaviour: ending(timeOut(), { idleMs: 0 }) },
  { name: "says 408 with an Error right after each answer", behaviour: ending(timeOut(ERROR), { idleMs: 0 }) },
  {
    name: "says 408 when the second request comes on a connection",
    behaviour: ending(timeOut(), { atRequest: () => true }),
  },
  {
    name: "says 408 with an Error, and leaves the connection open, when the third request comes on it",
    behaviour: ending((socket) => void socket.write(timeOutText(ERROR.body)), {
      atRequest: ({ answers }) => answers === 2,
    }),
  },
  {
    name: "says 408 with a page in HTTP/1.0 after every fourth answer, when the next request comes",
    behaviour: ending(timeOut(PAGE), { atRequest: ({ answers }) => answers % 4 === 0 }),
  },
  {
    name: "closes a connection when its second request comes",
    behaviour: ending(close, { atRequest: () => true }),
  },
  {
    name: "resets a connection when its fifth request comes",
    behaviour: ending(reset, { atRequest: ({ answers }) => answers % 5 === 4 }),
  },
  {
    name: "resets a connection when a request comes after a refusal",
    behaviour: ending(reset, { atRequest: ({ status }) => status >= 400 }),
  },
  {
    name: "says 408 to a body that comes in pieces or chunks on a used connection",
    behaviour: ending(timeOut(), {
      atRequest: (_before, { headers }) => headers["transfer-encoding"] !== undefined,
    }),
  },
];

function timeOutText(body: string): string {
  return `HTTP/1.1 408 Request Timeout\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

export const idleConnections: readonly Right[] = [...afterTimes, ...atOnce];
