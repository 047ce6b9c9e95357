/** How HTTP transports an answer, how long it takes, and limits on requests: not shown. */
import type { ServerResponse } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { type ProviderAnswer, type Behaviour, refuse } from "../behaviour.ts";
import { answerError, but, route, send, withHeaders } from "../correct.ts";
import { type Right, counted, pause, sent, withEveryAnswer } from "./right.ts";

function head(answer: ProviderAnswer, response: ServerResponse, more: ProviderAnswer["headers"] = {}): void {
  response.writeHead(answer.status, { ...answer.headers, ...more } as Record<string, string | string[]>);
}

/** Writes the answer to the connection directly, and closes it. */
function byHand(
  version: string,
  length: (bytes: number) => readonly string[],
  announced: readonly string[] = ["Connection: close"],
): Behaviour {
  return but({
    send: ({ status, headers, body }, response, socket) => {
      const fields = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
      const lines = [`${version} ${status} X`, ...fields, ...length(Buffer.byteLength(body)), ...announced];
      const hasBody = response.req.method !== "HEAD" && status !== 204;
      socket.end(`${lines.join("\r\n")}\r\n\r\n${hasBody ? String(body) : ""}`);
    },
  });
}

function compressed(coding: string, compress: (text: string | Buffer) => Buffer): Behaviour {
  return sent((answer, response) =>
    send({ ...withHeaders(answer, { "Content-Encoding": coding }), body: compress(answer.body) }, response),
  );
}

/** Refuses some requests with 429, chosen by their number, before it reads them. */
function limiting(isOne: (count: number) => boolean, retryAfter: () => string | undefined): Behaviour {
  return but({
    route: (request) => (isOne(counted(request)) ? refuse("limit", 429, "Wait") : route(request)),
    answerError: (refusal) => {
      const wait = refusal.status === 429 ? retryAfter() : undefined;
      return wait === undefined ? answerError(refusal) : withHeaders(answerError(refusal), { "Retry-After": wait });
    },
  });
}

/** Handles one request at a time, however many arrive. */
function inSingleFile(): Behaviour {
  let last: Promise<unknown> = Promise.resolve();
  return but({
    finish: async (answer) => {
      const mine = last.then(() => nextTurn());
      last = mine;
      await mine;
      return answer;
    },
  });
}

function after(milliseconds: (count: number) => number): Behaviour {
  return but({
    finish: async (answer, request) => {
      await pause(milliseconds(counted(request)));
      return answer;
    },
  });
}

const connections: readonly Right[] = [
  { name: "closes every connection", behaviour: withEveryAnswer({ Connection: "close" }) },
  {
    name: "closes every fifth connection",
    behaviour: but({
      finish: (answer, request) => (counted(request) % 5 === 0 ? withHeaders(answer, { Connection: "close" }) : answer),
    }),
  },
  {
    name: "closes the connection after each refusal",
    behaviour: but({
      finish: (answer) => (answer.status === 200 ? answer : withHeaders(answer, { Connection: "close" })),
    }),
  },
  { name: "answers in HTTP/1.0", behaviour: byHand("HTTP/1.0", (bytes) => [`Content-Length: ${bytes}`]) },
  { name: "answers in HTTP/1.0 up to the end of the connection", behaviour: byHand("HTTP/1.0", () => []) },
  {
    name: "ends its side of each connection after the answer, and does not announce it",
    behaviour: byHand("HTTP/1.1", (bytes) => [`Content-Length: ${bytes}`], []),
  },
  { name: "answers in HTTP/1.1 up to the end of the connection", behaviour: byHand("HTTP/1.1", () => []) },
  {
    name: "closes each connection a moment after the answer, and does not announce it",
    behaviour: sent(async (answer, response) => {
      const { socket } = response.req;
      send(answer, response);
      await pause(5);
      socket.destroy();
    }),
  },
  {
    name: "closes the connection after each refusal, and does not announce it",
    behaviour: sent((answer, response) => {
      const { socket } = response.req;
      send(answer, response);
      if (answer.status !== 200) setImmediate(() => socket.destroy());
    }),
  },
];

const framings: readonly Right[] = [
  {
    name: "has tabs around the length of its answers",
    behaviour: byHand("HTTP/1.1", (bytes) => [`Content-Length:\t${bytes} \t`]),
  },
  {
    name: "answers in chunks",
    behaviour: sent((answer, response) => {
      head(answer, response);
      response.write(answer.body.slice(0, 3));
      response.end(answer.body.slice(3));
    }),
  },
  {
    name: "answers in chunks with a trailer",
    behaviour: sent((answer, response) => {
      // An answer to HEAD has no chunks, and therefore no trailer.
      if (response.req.method === "HEAD") {
        send(answer, response);
        return;
      }
      head(answer, response, { Trailer: "X-Checksum" });
      response.write(answer.body.length === 0 ? " " : answer.body);
      response.addTrailers({ "X-Checksum": "1" });
      response.end();
    }),
  },
  {
    name: "answers byte by byte",
    behaviour: sent(async (answer, response) => {
      head(answer, response, answer.status === 204 ? {} : { "Content-Length": String(Buffer.byteLength(answer.body)) });
      const bytes = Buffer.from(answer.body);
      for (const byte of bytes.subarray(0, 20)) {
        response.write(Buffer.of(byte));
        await nextTurn();
      }
      response.end(bytes.subarray(20));
    }),
  },
  {
    name: "answers without a reason phrase and without a date",
    behaviour: sent((answer, response) => {
      response.sendDate = false;
      response.statusMessage = "";
      response.writeHead(answer.status, "", answer.headers as Record<string, string | string[]>);
      response.end(answer.body);
    }),
  },
  { name: "compresses with gzip without being asked, which HTTP allows", behaviour: compressed("gzip", gzipSync) },
  { name: "compresses with Brotli without being asked", behaviour: compressed("br", brotliCompressSync) },
  { name: "compresses with deflate without being asked", behaviour: compressed("deflate", deflateSync) },
  {
    name: "compresses when it is asked",
    behaviour: but({
      finish: (answer, { headers }) => {
        if (!/\bgzip\b/u.test(String(headers["accept-encoding"])))
          return withHeaders(answer, { Vary: "Accept-Encoding" });
        return { ...withHeaders(answer, { "Content-Encoding": "gzip" }), body: gzipSync(answer.body) };
      },
    }),
  },
  { name: "says that it does not compress", behaviour: withEveryAnswer({ "Content-Encoding": "identity" }) },
];

/** Sends an unrequested 100 as soon as it has read the header of some requests, chosen by their number. */
function goingOn(times: (count: number) => number): Behaviour {
  let count = 0;
  return but({
    takeOver: (incoming, response) => {
      count += 1;
      // Another step handles a client that requested it.
      if (incoming.headers.expect !== undefined) return false;
      for (let time = 0; time < times(count); time += 1) response.writeContinue();
      return false;
    },
  });
}

const interim: readonly Right[] = [
  { name: "says 100 before every answer", behaviour: goingOn(() => 1) },
  { name: "says 100 twice before every answer", behaviour: goingOn(() => 2) },
  {
    name: "says 100 now and then from the twentieth request on",
    behaviour: goingOn((count) => (count >= 20 && count % 3 === 0 ? 1 : 0)),
  },
  {
    name: "says 100, 102 and 103 together with every answer",
    behaviour: sent((answer, response) => {
      response.writeContinue();
      response.writeProcessing();
      response.writeEarlyHints({ link: "</style.css>; rel=preload" });
      send(answer, response);
    }),
  },
  {
    name: "gives hints before it answers",
    behaviour: sent((answer, response) => {
      response.writeEarlyHints({ link: "</style.css>; rel=preload" });
      send(answer, response);
    }),
  },
  {
    name: "says twice that it is at work before it answers",
    behaviour: sent((answer, response) => {
      response.writeProcessing();
      response.writeProcessing();
      send(answer, response);
    }),
  },
  { name: "never says 100, and takes the body when it comes", behaviour: but({ expect: () => false }) },
  {
    name: "lets a client that asks wait a moment for 100",
    behaviour: but({
      // The body cannot arrive before the client is told to continue, so nothing is lost in the meantime.
      expect: (_incoming, response) => {
        setTimeout(() => response.writeContinue(), 30);
        return false;
      },
    }),
  },
];

const paces: readonly Right[] = [
  { name: "takes 50 ms for each answer", behaviour: after(() => 50) },
  { name: "takes a moment to wake up", behaviour: after((count) => (count === 1 ? 300 : 0)) },
  { name: "answers late and early by turns", behaviour: after((count) => (count % 2 === 0 ? 12 : 0)) },
  { name: "answers one request after the other", behaviour: inSingleFile() },
  {
    name: "asks to wait a second after fifty requests",
    behaviour: limiting(
      (count) => count === 50,
      () => "1",
    ),
    profile: { "rate-limit": "429 with Retry-After" },
  },
  {
    name: "asks to wait until a date",
    behaviour: limiting(
      (count) => count === 50,
      () => new Date(Date.now() + 1_000).toUTCString(),
    ),
  },
  {
    name: "answers 429 and does not say how long to wait",
    behaviour: limiting(
      (count) => count === 30,
      () => undefined,
    ),
    profile: { "rate-limit": "429 without Retry-After" },
  },
  {
    name: "answers every tenth request with 429 and takes it right after",
    behaviour: limiting(
      (count) => count % 10 === 0,
      () => "0",
    ),
  },
];

export const transports: readonly Right[] = [...connections, ...framings, ...interim, ...paces];
