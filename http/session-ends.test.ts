/** The end of a session of HTTP/2, and of a stream alone, under a request. */
import { type ServerHttp2Stream, type Http2Session, constants, createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { certificate } from "../proof/reach/certificates.ts";
import { openConnection } from "./connection.ts";
import { ClosedUnderError, type WireRequest } from "./message.ts";
import { noAnswerOf } from "./no-answer.ts";
import { DEFAULT_LIMITS } from "./provider.ts";

const request: WireRequest = {
  method: "POST",
  target: "/",
  headers: [],
  body: Buffer.from("{}"),
  framing: "content-length",
};

/** What becomes of three requests, if those with a number of `at` on their session are not answered. */
async function sentTo(end: (stream: ServerHttp2Stream) => void, at: number): Promise<readonly unknown[]> {
  const { cert, private: key } = await certificate({});
  const counts = new WeakMap<Http2Session, number>();
  const sessions = new Set<Http2Session>();
  const server = createSecureServer({ cert, key });
  server.on("session", (session) => sessions.add(session));
  server.on("stream", (stream) => {
    const { session } = stream;
    stream.on("error", () => undefined);
    if (session === undefined) return;
    const count = (counts.get(session) ?? 0) + 1;
    counts.set(session, count);
    if (count === at) return end(stream);
    stream.respond({ ":status": 200 });
    stream.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const transport = { http2: true, insecure: true } as const;
  const connection = openConnection({ baseUrl: `https://127.0.0.1:${port}`, limits: DEFAULT_LIMITS, transport });
  const outcomes: unknown[] = [];
  try {
    for (let time = 0; time < 3; time += 1) {
      const outcome = connection.send(request, new AbortController().signal);
      outcomes.push(
        await outcome.then(
          ({ status, isReused }) => (isReused === true ? "reused" : status),
          (error: unknown) => {
            if (!(error instanceof ClosedUnderError)) return noAnswerOf(error, null).kind;
            return error.isUnread ? "unread" : "closed under";
          },
        ),
      );
    }
    return outcomes;
  } finally {
    await connection.close();
    for (const session of sessions) session.destroy();
    server.close();
  }
}

const { NGHTTP2_REFUSED_STREAM: REFUSED, NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR, NGHTTP2_NO_ERROR } = constants;

const goAway = (stream: ServerHttp2Stream, last: number, code: number = NGHTTP2_NO_ERROR): void =>
  stream.session?.goaway(code, last);

test.each<readonly [string, (stream: ServerHttp2Stream) => void, string]>([
  ["a stream that is refused", (stream) => stream.close(REFUSED), "unread"],
  ["a GOAWAY for an earlier stream", (stream) => goAway(stream, 1), "unread"],
  ["a GOAWAY with an error", (stream) => goAway(stream, 1, NGHTTP2_INTERNAL_ERROR), "closed under"],
  ["a 408", (stream) => stream.respond({ ":status": 408 }), "unread"],
  ["an end of the session", (stream) => stream.session?.destroy(), "closed under"],
])("%s is the end of a used connection, and the next request has a new one", async (_title, end, outcome) => {
  expect(await sentTo(end, 2)).toEqual([200, outcome, 200]);
});

test.each([
  ["cancelled", NGHTTP2_CANCEL, "connection-closed"],
  ["reset with an error", NGHTTP2_INTERNAL_ERROR, "not-http"],
])("a stream alone that is %s on a used connection is no answer", async (_title, code, kind) => {
  expect(await sentTo((stream) => stream.close(code), 2)).toEqual([200, kind, 200]);
});

test.each<readonly [string, (stream: ServerHttp2Stream) => void, unknown]>([
  ["a refused stream", (stream) => stream.close(REFUSED), "connection-closed"],
  ["a GOAWAY with an error", (stream) => goAway(stream, 0, NGHTTP2_INTERNAL_ERROR), "connection-closed"],
  ["an end", (stream) => stream.session?.destroy(), "connection-closed"],
  ["a 408", (stream) => (stream.respond({ ":status": 408 }), stream.end()), 408],
])("%s under the first request of a session is held against it", async (_title, end, outcome) => {
  expect((await sentTo(end, 1)).slice(0, 2)).toEqual([outcome, outcome === 408 ? "reused" : outcome]);
});
