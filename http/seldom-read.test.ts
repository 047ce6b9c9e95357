/** The parts of an answer besides its header and body, with each client that sends requests. */
import { type Server, createServer } from "node:http";
import { createSecureServer } from "node:http2";
import type { AddressInfo, Server as NetServer } from "node:net";
import { expect, test } from "vitest";
import { openConnection } from "./connection.ts";
import type { Framing, SeldomRead, WireResponse } from "./message.ts";
import { certificate } from "../proof/reach/certificates.ts";
import { DEFAULT_LIMITS } from "./provider.ts";

/** The answer of a server to a POST in one framing. */
async function answerOf(server: NetServer, framing: Framing, http2 = false) {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `${http2 ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = http2 ? ({ http2: true, insecure: true } as const) : {};
  const connection = openConnection({ baseUrl, limits: DEFAULT_LIMITS, transport });
  try {
    const request = { method: "POST", target: "/plants", framing, body: Buffer.from("{}") };
    const headers = framing === "expect-continue" ? ([["Expect", "100-continue"]] as const) : [];
    const ended = new AbortController().signal;
    const first = await connection.send({ ...request, headers }, ended);
    // The parts of one answer are not mixed with those of the next one on the same connection.
    return [first, await connection.send({ ...request, headers }, ended)];
  } finally {
    await connection.close();
    server.close();
  }
}

/** Sends all these parts only in the first answer. */
function talkative(trailer: string): Server {
  let count = 0;
  return createServer((_request, response) => {
    count += 1;
    if (count > 1) return void response.end("{}");
    response.writeEarlyHints({ link: "</a>; rel=preload", "X-Early": "early" });
    response.writeHead(200, "A Reason", { Trailer: "X-Trailer" });
    response.write("{");
    response.addTrailers({ "X-Trailer": trailer });
    response.end("}");
  });
}

const seldomReadOf = (answers: readonly WireResponse[]): readonly (SeldomRead | undefined)[] =>
  answers.map(({ seldomRead }) => seldomRead);

test.each<Framing>(["content-length", "chunked", "expect-continue"])(
  "reason phrase, trailers and interim answers are read over HTTP/1.1 with the framing %s",
  async (framing) => {
    const answers = await answerOf(talkative("late"), framing);
    const early = expect.stringMatching(/X-Early: early/i);
    const plain = framing === "expect-continue" ? "100: Continue\n" : "";
    expect(seldomReadOf(answers)).toEqual([
      { reason: "A Reason", trailers: [["X-Trailer", "late"]], interim: early },
      { reason: "OK", trailers: [], interim: plain },
    ]);
  },
);

test("trailers and interim answers are read over HTTP/2, which has no reason phrase", async () => {
  const { cert, private: key } = await certificate({});
  const server = createSecureServer({ cert, key });
  server.on("stream", (stream) => {
    stream.additionalHeaders({ ":status": 103, "x-early": "early" });
    stream.respond({ ":status": 200 }, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "x-trailer": "late" }));
    stream.end("{}");
  });
  const answers = await answerOf(server, "content-length", true);
  const read = { reason: "", trailers: [["x-trailer", "late"]], interim: expect.stringContaining("x-early: early") };
  expect(seldomReadOf(answers)).toEqual([read, read]);
});
