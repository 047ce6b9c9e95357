/** Applications that are recorded while tests send to them: they behave as before, and what they break is found. */
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { listen } from "../proof/test-provider.ts";
import { brokenIn } from "../traffic/testing/exchanges.ts";
import type { NodeListener } from "./serve-application.ts";
import { type RecordedTraffic, recordAndJudge } from "./traffic-recorder.ts";

const token = "token-of-the-tests";
const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
const plant = JSON.stringify({ id: 1_234_567, name: "Weeping fig" });
const valid = { method: "POST", headers, body: plant };

/** Serves a listener while something is done with it. */
async function served<T>(listener: NodeListener, use: (url: string) => Promise<T>): Promise<T> {
  const { port, stop } = await listen(createServer((request, response) => void listener(request, response)));
  try {
    return await use(`http://127.0.0.1:${port}/api/plants`);
  } finally {
    await stop();
  }
}

/** Answers each request with its body, without the id where it is right. */
const answering =
  (isRight: boolean): NodeListener =>
  async (request, response) => {
    const { id, ...rest } = JSON.parse((await buffer(request)).toString()) as { id: number };
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(isRight ? rest : { id, ...rest }));
  };

const verdictOf = async ({ result }: Pick<RecordedTraffic<unknown>, "result">): Promise<readonly unknown[]> => {
  const judged = await result();
  return [judged.verdict, judged.summary.judged, brokenIn(judged)];
};

describe("a listener of node:http", () => {
  test("that is right is clean, and answers as before", async () => {
    const traffic = await recordAndJudge(answering(true));
    const text = await served(traffic.app, async (url) => (await fetch(url, valid)).text());
    expect(text).toBe('{"name":"Weeping fig"}');
    expect(await verdictOf(traffic)).toEqual(["traffic-clean", 1, []]);
    await expect(traffic.requireClean()).resolves.toBeUndefined();
  });

  test("that is wrong fails the tests, with the report and without the token", async () => {
    const traffic = await recordAndJudge(answering(false));
    await served(traffic.app, (url) => fetch(url, valid));
    expect(await verdictOf(traffic)).toEqual(["traffic-broken", 1, ["plant-has-no-id"]]);
    await expect(traffic.requireClean()).rejects.toThrow("MUST  plant-has-no-id: 1 of 1 exchange");
    expect(JSON.stringify(await traffic.result())).not.toContain(token);
  });

  test("that was sent nothing fails the tests", async () => {
    const traffic = await recordAndJudge(answering(true));
    await expect(traffic.requireClean()).rejects.toThrow("INCONCLUSIVE");
  });

  test("that answered one request with 201 fails the tests, and says what would show whether that is a fault", async () => {
    const traffic = await recordAndJudge((_request, response) => response.writeHead(201).end());
    await served(traffic.app, (url) => fetch(url, valid));
    const { reasons, remarks } = await traffic.result();
    expect(reasons).toEqual([
      "The provider was not judged: none of 1 exchange with the operation shows that it meets a MUST. The answers were 201 (1 time).",
    ]);
    expect(remarks).toEqual([expect.stringContaining("its token is accepted elsewhere")]);
    const refusing = await recordAndJudge((_request, response) => response.writeHead(500).end());
    await served(refusing.app, (url) => fetch(url, valid));
    expect((await refusing.result()).reasons).toEqual([expect.stringMatching(/ The answers were 500 \(1 time\)\.$/)]);
  });

  test("may write its header and its body in any way", async () => {
    const answer = Buffer.from('{"name":"Weeping fig"}');
    const ways: readonly NodeListener[] = [
      (_, response) => response.writeHead(200, { "content-type": "application/json" }).end(answer),
      (_, response) => response.writeHead(200, "Fine", ["Content-Type", "application/json"]).end(answer.toString()),
      (_, response) => {
        response.setHeader("Content-Type", "application/json");
        response.write(answer.subarray(0, 5));
        response.write(answer.subarray(5).toString("base64"), "base64");
        response.end();
      },
      (_, response) =>
        response
          .writeHead(200, { "Content-Type": "application/json", "Content-Encoding": "gzip" })
          .end(gzipSync(answer)),
    ];
    for (const way of ways) {
      const traffic = await recordAndJudge(way);
      const text = await served(traffic.app, async (url) => (await fetch(url, valid)).text());
      expect(text).toBe(answer.toString());
      expect(await verdictOf(traffic)).toEqual(["traffic-clean", 1, []]);
    }
  });

  test("that leaves a body unread is judged by its answer alone", async () => {
    const unread: NodeListener = (request, response) => {
      request.pause();
      response.writeHead(500).end();
    };
    const traffic = await recordAndJudge(unread);
    const body = "x".repeat(4 * 1024 * 1024);
    await served(traffic.app, async (url) => (await fetch(url, { ...valid, body }).catch(() => null))?.status);
    const { notJudged } = await traffic.result();
    expect(notJudged).toContainEqual({ why: "the body of the request was not read to its end", count: 1 });
  });

  test("that breaks down is not held by the suite, and is counted nowhere", async () => {
    const failing: NodeListener = (request) => request.destroy();
    const traffic = await recordAndJudge(failing);
    await served(traffic.app, async (url) => expect(fetch(url, valid)).rejects.toThrow("fetch failed"));
    expect(await verdictOf(traffic)).toEqual(["inconclusive", 0, []]);
  });
});

describe("an application of a framework", () => {
  test("Express keeps its methods, and is recorded where it listens by itself", async () => {
    const app = express();
    app.use(express.json());
    app.post(
      "/api/plants",
      (request, response) => void response.json({ name: (request.body as { name: string }).name }),
    );
    const traffic = await recordAndJudge(app);
    const server = traffic.app.listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    await fetch(`http://127.0.0.1:${port}/api/plants`, valid);
    server.close();
    expect(await verdictOf(traffic)).toEqual(["traffic-clean", 1, []]);
  });

  test("Fastify is recorded where a request is injected, too", async () => {
    const traffic = await recordAndJudge(fastify());
    traffic.app.post("/api/plants", (request, reply) => reply.send(request.body));
    const injected = await traffic.app.inject({ ...valid, method: "POST", url: "/api/plants" });
    expect(injected.json()).toEqual(JSON.parse(plant));
    // Fastify says `application/json; charset=utf-8`, which is right; the id is not.
    expect(await verdictOf(traffic)).toEqual(["traffic-broken", 1, ["plant-has-no-id"]]);
  });

  test("Hono answers its own requests, and streams as before", async () => {
    const named = (body: { readonly name: string }): object => ({ name: body.name });
    const app = new Hono().post("/api/plants", (context) =>
      context.req.json<{ readonly name: string }>().then((body) => context.json(named(body))),
    );
    const traffic = await recordAndJudge(app);
    const answer = await traffic.app.request("/api/plants", valid);
    expect(answer.status).toBe(200);
    const direct = await traffic.app.fetch(new Request("http://plants.example/api/plants", valid));
    expect(await direct.json()).toEqual({ name: "Weeping fig" });
    expect(await verdictOf(traffic)).toEqual(["traffic-clean", 1, []]);
  });

  test("is judged by what its clients send as well, where that is asked for", async () => {
    const traffic = await recordAndJudge(answering(true), { side: "both" });
    await served(traffic.app, (url) => fetch(url, { ...valid, headers: { ...headers, "Content-Type": "text/plain" } }));
    expect(await verdictOf(traffic)).toEqual([
      "traffic-broken",
      1,
      ["refuses-other-media-types", "sends-json-media-type"],
    ]);
  });

  test.each([{}, { listen: () => undefined }])("is refused where it is none: %j", async (app) => {
    await expect(recordAndJudge(app as never)).rejects.toThrow(TypeError);
  });
});
