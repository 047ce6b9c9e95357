/**
 * An answer says whether its connection was used before, and an error says that the connection was closed during the
 * request.
 */
import { type RequestListener, createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { certificate } from "../proof/reach/certificates.ts";
import { openConnection } from "./connection.ts";
import { ClosedUnderError, type Framing, type WireRequest, type WireResponse } from "./message.ts";
import { noAnswerOf } from "./no-answer.ts";
import { DEFAULT_LIMITS } from "./provider.ts";

const request = (framing: Framing = "content-length"): WireRequest => ({
  method: "POST",
  target: "/",
  headers: framing === "expect-continue" ? [["Expect", "100-continue"]] : [],
  body: Buffer.from("{}"),
  framing,
});

/** How requests reach the server, and what is read of each answer. */
interface Way {
  readonly scheme?: "http" | "https";
  readonly saidBy?: (answer: WireResponse) => unknown;
}

/** The outcomes of requests that are sent one after the other: what each answer or error says of its connection. */
async function sentTo(
  answer: RequestListener,
  framings: readonly Framing[],
  { scheme = "http", saidBy = ({ isReused }) => isReused === true }: Way = {},
): Promise<readonly unknown[]> {
  const server = scheme === "http" ? createServer(answer) : await secureServer(answer);
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `${scheme}://127.0.0.1:${port}`;
  const connection = openConnection({ baseUrl, limits: DEFAULT_LIMITS, transport: { insecure: true } });
  const outcomes: unknown[] = [];
  try {
    for (const [place, framing] of framings.entries()) {
      const outcome = connection.send({ ...request(framing), place }, new AbortController().signal);
      outcomes.push(
        await outcome.then(saidBy, (error: unknown) => [
          error instanceof ClosedUnderError && (error.isUnread ? "unread" : true),
          noAnswerOf(error, null).kind,
        ]),
      );
    }
    return outcomes;
  } finally {
    await connection.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

async function secureServer(answer: RequestListener) {
  const { cert, private: key } = await certificate({});
  return createSecureServer({ cert, key }, answer);
}

const plain = ["content-length", "content-length", "content-length"] as const;

test("an answer says whether its connection had carried one before", async () => {
  expect(await sentTo((_incoming, response) => response.end("{}"), plain)).toEqual([false, true, true]);
});

test("and names the place of the request before it there, whatever went over another connection between them", async () => {
  const framings = ["content-length", "content-length", "expect-continue", "content-length"] as const;
  const follows = await sentTo((_incoming, response) => response.end("{}"), framings, {
    saidBy: (answer) => answer.follows,
  });
  expect(follows).toEqual([undefined, 0, undefined, 1]);
});

test("no answer does that comes over a connection that was opened again", async () => {
  const closing: RequestListener = (_incoming, response) => response.setHeader("Connection", "close").end("{}");
  expect(await sentTo(closing, plain)).toEqual([false, false, false]);
});

test("the last request of a connection leaves none that was used", async () => {
  const server = createServer((_incoming, response) => response.end("{}"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const connection = openConnection({ baseUrl: `http://127.0.0.1:${port}`, limits: DEFAULT_LIMITS });
  const carried: number[] = [];
  for (const isLast of [false, false, true, false]) {
    await connection.send({ ...request(), isLast }, new AbortController().signal);
    carried.push(connection.carried());
  }
  await connection.close();
  server.close();
  expect(carried).toEqual([1, 2, 0, 1]);
});

test("a request that has a connection of its own uses none again, and leaves none to be used", async () => {
  const framings = ["expect-continue", "content-length", "expect-continue", "content-length"] as const;
  expect(await sentTo((_incoming, response) => response.end("{}"), framings)).toEqual([false, false, false, true]);
});

test.each(["http", "https"] as const)(
  "a used connection that is closed under a request has an error of its own, and a new one has not: %s",
  async (scheme) => {
    const seen = new Set<Socket>();
    const second: RequestListener = ({ socket }, response) => {
      if (seen.has(socket)) socket.destroy();
      else response.end("{}");
      seen.add(socket);
    };
    const closed = "connection-closed";
    expect(await sentTo(second, plain, { scheme })).toEqual([false, [true, closed], false]);
    const never = await sentTo(({ socket }) => socket.destroy(), plain, { scheme });
    expect(never).toEqual(plain.map(() => [false, closed]));
  },
);

test("a used connection that is closed within an answer is no idle one that ended", async () => {
  const seen = new Set<Socket>();
  const second: RequestListener = ({ socket }, response) => {
    if (seen.has(socket)) response.writeHead(200, { "Content-Length": 100 }).write("{", () => socket.destroy());
    else response.end("{}");
    seen.add(socket);
  };
  expect(await sentTo(second, plain)).toEqual([false, [false, "connection-closed"], false]);
});

const HEAD = "HTTP/1.1 408 Request Timeout\r\n";

/** Says 408 to the second request on each connection. */
function timeOutOnSecond(text: string): RequestListener {
  const seen = new Set<Socket>();
  return ({ socket }, response) => {
    if (seen.has(socket)) socket.write(text);
    else response.end("{}");
    seen.add(socket);
  };
}

describe.each(["http", "https"] as const)(
  "a 408 on a used connection ends it, and the next request has a new one: %s",
  (scheme) => {
    test.each([
      ["and closes it", `${HEAD}Connection: close\r\nContent-Length: 2\r\n\r\n{}`],
      ["and leaves it open", `${HEAD}Content-Length: 2\r\n\r\n{}`],
      ["with a body that does not come", `${HEAD}Content-Length: 99\r\n\r\n{`],
      ["in HTTP/1.0", "HTTP/1.0 408 Request Time-out\r\n\r\n<h1>"],
    ])("%s", async (_title, text) => {
      const ended = ["unread", "connection-closed"];
      const four = [...plain, "content-length"] as const;
      expect(await sentTo(timeOutOnSecond(text), four, { scheme })).toEqual([false, ended, false, ended]);
    });
  },
);

test("a 408 to the first request of a connection is an answer", async () => {
  const closing: RequestListener = (_incoming, response) => {
    response.writeHead(408, { Connection: "close" }).end();
  };
  expect(await sentTo(closing, plain, { saidBy: ({ status, isReused }) => [status, isReused] })).toEqual(
    plain.map(() => [408, undefined]),
  );
});
