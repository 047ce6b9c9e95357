/**
 * An answer says whether its connection was used before, and an error says that the connection was closed during the
 * request.
 */
import { type RequestListener, createServer } from "node:http";
import { type AddressInfo, type Socket } from "node:net";
import { expect, test } from "vitest";
import { openConnection } from "./connection.ts";
import { ClosedUnderError, type Framing, type WireRequest } from "./message.ts";
import { noAnswerOf } from "./no-answer.ts";
import { DEFAULT_LIMITS } from "./provider.ts";

const request = (framing: Framing = "content-length"): WireRequest => ({
  method: "POST",
  target: "/",
  headers: framing === "expect-continue" ? [["Expect", "100-continue"]] : [],
  body: Buffer.from("{}"),
  framing,
});

/** The outcomes of requests that are sent one after the other. */
async function sentTo(answer: RequestListener, framings: readonly Framing[]): Promise<readonly unknown[]> {
  const server = createServer(answer);
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const connection = openConnection({ baseUrl: `http://127.0.0.1:${port}`, limits: DEFAULT_LIMITS });
  const outcomes: unknown[] = [];
  try {
    for (const framing of framings) {
      const outcome = connection.send(request(framing), new AbortController().signal);
      outcomes.push(
        await outcome.then(
          ({ isReused }) => isReused === true,
          (error: unknown) => [error instanceof ClosedUnderError, noAnswerOf(error, null).kind],
        ),
      );
    }
    return outcomes;
  } finally {
    await connection.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

const plain = ["content-length", "content-length", "content-length"] as const;

test("an answer says whether its connection had carried one before", async () => {
  expect(await sentTo((_incoming, response) => response.end("{}"), plain)).toEqual([false, true, true]);
});

test("no answer does that comes over a connection that was opened again", async () => {
  const closing: RequestListener = (_incoming, response) => response.setHeader("Connection", "close").end("{}");
  expect(await sentTo(closing, plain)).toEqual([false, false, false]);
});

test("a request that has a connection of its own uses none again, and leaves none to be used", async () => {
  const framings = ["expect-continue", "content-length", "expect-continue", "content-length"] as const;
  expect(await sentTo((_incoming, response) => response.end("{}"), framings)).toEqual([false, false, false, true]);
});

test("a used connection that is closed under a request has an error of its own, and a new one has not", async () => {
  const seen = new Set<Socket>();
  const second: RequestListener = ({ socket }, response) => {
    if (seen.has(socket)) socket.destroy();
    else response.end("{}");
    seen.add(socket);
  };
  const closed = "connection-closed";
  expect(await sentTo(second, plain)).toEqual([false, [true, closed], false]);
  expect(await sentTo(({ socket }) => socket.destroy(), plain)).toEqual(plain.map(() => [false, closed]));
});
