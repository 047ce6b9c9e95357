/** Silence and near silence, at every stage. */
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { Worker } from "node:worker_threads";
import type { RunningControl } from "../degenerate/control.ts";
import { type Hostile, IMPATIENT, KEEPS_ALL, WAITING, silent, unreadable } from "./hostile.ts";
import { asked, connected, headOf, whole } from "./raw-provider.ts";

/** A thread that listens, reports its port, and then does nothing: it accepts no connections. */
const deaf = `
  const { createServer } = require("node:net");
  const { parentPort } = require("node:worker_threads");
  const server = createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });`;

/**
 * When the queue of connections is full, Linux and macOS leave the next one unanswered. Other systems may open or
 * refuse it; then this provider is silent in another way.
 */
async function neverAccepting(): Promise<RunningControl> {
  const worker = new Worker(deaf, { eval: true });
  const [port] = (await once(worker, "message")) as [number];
  const waiting: Socket[] = Array.from({ length: 8 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
  await Promise.race(waiting.map((socket) => once(socket, "connect")));
  const stop = async (): Promise<void> => {
    for (const socket of waiting) socket.destroy();
    await worker.terminate();
  };
  return { url: `http://127.0.0.1:${port}`, stop, followed: () => 0 };
}

const tooLate = /gave no answer that can be read: (no answer in time|the answer was not complete in time)/;
const notOpened =
  /(could not be reached|gave no answer that can be read): the (connection was not opened in time|answer was not complete in time|connection was refused)/;

/** Sends a few bytes, and then nothing. */
function falling(name: string, said: string): Hostile {
  return silent(
    `silence ${name}`,
    asked((socket) => void socket.write(said)),
    tooLate,
  );
}

/** A connection that never opens. On a slow machine either of the two limits may be reached first. */
function unopened(name: string, start: Hostile["start"]): Hostile {
  return { ...silent(name, start, notOpened), limits: { ...IMPATIENT, connectMs: 400 } };
}

/** Sends one piece after the other with pauses, and repeats the last one forever, so that the answer never ends. */
function dripping(name: string, before: string, drops: readonly string[]): Hostile {
  return silent(
    `a drip ${name}`,
    asked((socket) => {
      socket.write(before);
      let at = -1;
      const timer = setInterval(() => socket.write(drops[Math.min((at += 1), drops.length - 1)] ?? ""), 50);
      socket.on("close", () => clearInterval(timer));
    }),
    tooLate,
  );
}

const withLength = headOf(200, [
  ["Content-Type", "application/json"],
  ["Content-Length", 15],
]);
const chunked = headOf(200, [
  ["Content-Type", "application/json"],
  ["Transfer-Encoding", "chunked"],
]);

export const silence: readonly Hostile[] = [
  unopened("connections that are never accepted", neverAccepting),
  unopened(
    "silence in the TLS handshake",
    connected(() => undefined, "https"),
  ),
  unreadable(
    "no TLS in the TLS handshake",
    connected((socket) => socket.write("SSH-2.0-OpenSSH_9.2\r\n"), "https"),
    /could not be reached: the provider does not speak TLS here/,
  ),
  falling("after the request", ""),
  falling("in the status line", "HTTP/1.1 2"),
  falling("in the header", "HTTP/1.1 200 OK\r\nContent-Type: app"),
  falling("before the body", withLength),
  falling("in the body", `${withLength}{"name":`),
  falling("before a chunk", chunked),
  falling("in a chunk", `${chunked}f\r\n{"name":`),
  falling("before the last chunk", `${chunked}f\r\n{"name":"Fern"}\r\n`),
  dripping("of the status line", "", ["H", "T", "T", "P", "/", "1", ".", "1", " ", "200 ", "O"]),
  dripping("of the header", "HTTP/1.1 200 OK\r\n", ["X: y\r\n"]),
  dripping("of the body", chunked, ["1\r\n \r\n"]),
  dripping("of 102", "", ["HTTP/1.1 102 Processing\r\n\r\n"]),
  {
    ...silent(
      "silence after the 100 that was asked for",
      asked(async (socket, request) => {
        if (!/^expect:/im.test(request.head)) socket.write(whole(await request.right()));
      }),
      KEEPS_ALL,
    ),
    // A missing answer to this request breaks only SHOULDs.
    exitCode: 0,
    limits: WAITING,
  },
];
