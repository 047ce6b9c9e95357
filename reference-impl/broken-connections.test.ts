import * as fc from "fast-check";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LINGER_MS } from "./served-request.ts";
import {
  ask,
  chunk,
  open,
  post,
  request,
  startTestServer,
  errorStatus,
  lastErrorStatus,
} from "./testing/raw-client.ts";

const PLANT = '{"id":1,"name":"Fern"}';
const OTHER_PLANT = '{"id":2,"name":"Fern"}';
const CHUNKED = { "Content-Length": undefined, "Transfer-Encoding": "chunked" };

// The clock of the server stands still: a slow client has all the time it needs, and a server that waits for a client
// that has already ended waits forever.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

describe("HTTP that does not parse", () => {
  it.each([
    ["no HTTP at all", "hello\r\n\r\n"],
    ["TLS", Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01])],
    ["a method that is none", "PLANT /plants HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["another version", "POST /plants HTTP/3.7\r\nHost: x\r\n\r\n"],
    ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["a field without a colon", "POST /plants HTTP/1.1\r\nHost\r\n\r\n"],
    ["a length that is none", post(PLANT, { "Content-Length": "x" })],
    ["two lengths", post(PLANT, { "Content-Length": ["22", "23"] })],
    ["a length beside chunks", post(`${chunk(PLANT)}0\r\n\r\n`, { "Transfer-Encoding": "chunked" })],
    ["a chunk without a length", post(`x\r\n${PLANT}\r\n0\r\n\r\n`, CHUNKED)],
    ["a chunk longer than its length", post(`5\r\n${PLANT}\r\n0\r\n\r\n`, CHUNKED)],
  ])("is answered with 400, an Error and a closed connection: %s", async (_words, bytes) => {
    await using server = await startTestServer();
    const connection = await open(server.port);
    connection.write(bytes);
    expect(await lastErrorStatus(connection)).toBe(400);
    expect(server.store.has(1n)).toBe(false);
  });

  it("after a request that does is answered after it", async () => {
    await using server = await startTestServer();
    const connection = await open(server.port);
    connection.write(Buffer.concat([post(PLANT), Buffer.from("garbage\r\n\r\n")]));
    expect((await connection.next())?.status).toBe(200);
    expect(await lastErrorStatus(connection)).toBe(400);
  });

  it("in a body after a whole request is answered after it", async () => {
    await using server = await startTestServer();
    const connection = await open(server.port);
    connection.write(Buffer.concat([post(PLANT), post("x\r\n", CHUNKED)]));
    expect((await connection.next())?.status).toBe(200);
    expect(await lastErrorStatus(connection)).toBe(400);
  });

  it("because it ends too early is answered with 400 and closed at once", async () => {
    await using server = await startTestServer();
    const connection = await open(server.port);
    connection.socket.end(post(PLANT).subarray(0, -1));
    expect(await lastErrorStatus(connection)).toBe(400);
  });

  it("of any kind is answered with Errors alone, and the next request as ever", async () => {
    await using server = await startTestServer();
    const whole = post(PLANT);
    const damaged = fc
      .tuple(fc.nat(whole.length), fc.nat(20), fc.oneof(fc.uint8Array(), fc.string({ unit: "binary" })))
      .map(([at, removed, put]) =>
        Buffer.concat([whole.subarray(0, at), Buffer.from(put), whole.subarray(at + removed)]),
      );
    await fc.assert(
      fc.asyncProperty(damaged, async (bytes) => {
        server.store.clear();
        const connection = await open(server.port);
        connection.socket.end(bytes);
        for (let answer = await connection.next(); answer !== undefined; answer = await connection.next()) {
          expect(answer.status === 200 ? 200 : errorStatus(answer)).toBe(answer.status);
        }
        server.store.clear();
        expect((await ask(server, whole)).status).toBe(200);
      }),
      { numRuns: 40 },
    );
  });
});

describe("a head", () => {
  it("that is too long is answered with 431 and an Error", async () => {
    await using server = await startTestServer();
    const connection = await open(server.port);
    connection.write(post(PLANT, { "X-Long": "x".repeat(20_000) }));
    expect(await lastErrorStatus(connection)).toBe(431);
  });

  it("of very many fields still shows the Authorization at its end", async () => {
    await using server = await startTestServer();
    const fields = { Authorization: undefined, x: Array.from({ length: 2_500 }, () => "") };
    const head = post("", { ...fields, "Content-Length": String(PLANT.length) })
      .toString()
      .slice(0, -2);
    const answer = await ask(server, `${head}Authorization: Bearer s3cret-token\r\n\r\n${PLANT}`);
    expect(answer.status).toBe(200);
  });

  it("that does not end in time is answered with 408 and an Error", async () => {
    await using server = await startTestServer({ requestTimeoutMs: 50 });
    const connection = await open(server.port);
    connection.write("POST /plants HTTP/1.1\r\nHost: x\r\n");
    expect(await lastErrorStatus(connection)).toBe(408);
  });

  it("with an unknown expectation is answered with 417 and an Error", async () => {
    await using server = await startTestServer();
    const connection = await open(server.port);
    connection.write(post(PLANT, { Expect: "tea" }));
    expect(await lastErrorStatus(connection)).toBe(417);
  });

  it("of CONNECT is answered with 405 and an Error", async () => {
    await using server = await startTestServer();
    const connection = await open(server.port);
    connection.write(request("CONNECT plants.example:80"));
    expect(await lastErrorStatus(connection)).toBe(405);
  });
});

describe("a body", () => {
  it("of the longest length allowed is read, and no longer one", async () => {
    await using server = await startTestServer({ bodyLimit: PLANT.length });
    expect((await ask(server, post(PLANT))).status).toBe(200);
    expect((await ask(server, post(`${chunk(OTHER_PLANT)}0\r\n\r\n`, CHUNKED))).status).toBe(200);
    expect(errorStatus(await ask(server, post(`${PLANT} `)))).toBe(413);
    expect(errorStatus(await ask(server, post(`${chunk(`${PLANT} `)}0\r\n\r\n`, CHUNKED)))).toBe(413);
  });

  it("that announces too many bytes is answered with 413 before any of them", async () => {
    await using server = await startTestServer();
    const connection = await open(server.port);
    connection.write(post("", { "Content-Length": "1048577" }));
    expect(await lastErrorStatus(connection)).toBe(413);
  });

  it("of endless chunks is answered with 413 and cut off", async () => {
    await using server = await startTestServer({ bodyLimit: 1_000 });
    const connection = await open(server.port);
    connection.socket.on("error", () => {});
    const cutOff = once(connection.socket, "close");
    connection.write(post("", CHUNKED));
    const pump = setInterval(() => connection.write(chunk("x".repeat(600))), 1);
    expect(errorStatus(await connection.next())).toBe(413);
    await vi.advanceTimersByTimeAsync(LINGER_MS);
    await cutOff;
    clearInterval(pump);
    expect(connection.socket.destroyed).toBe(true);
  });

  it("of an unauthorized request is not waited for when it is too long", async () => {
    await using server = await startTestServer();
    const connection = await open(server.port);
    connection.write(post("", { Authorization: undefined, "Content-Length": "1048577" }));
    expect(await lastErrorStatus(connection)).toBe(401);
  });

  it("that breaks after it was refused gets no second answer", async () => {
    await using server = await startTestServer({ bodyLimit: 10 });
    const connection = await open(server.port);
    connection.write(post(chunk("x".repeat(11)), CHUNKED));
    expect(errorStatus(await connection.next())).toBe(413);
    connection.socket.end("garbage\r\n");
    expect(await connection.next()).toBeUndefined();
  });

  it("that does not end in time is answered with 408 and an Error, and nothing is added", async () => {
    await using server = await startTestServer({ requestTimeoutMs: 50 });
    const connection = await open(server.port);
    connection.write(post(PLANT).subarray(0, -1));
    expect(errorStatus(await connection.next())).toBe(408);
    connection.write("}");
    expect(await connection.next()).toBeUndefined();
    expect(server.store.has(1n)).toBe(false);
  });

  it.each([
    ["401", { Authorization: undefined }, 401],
    ["413", { "Content-Length": "1048577" }, 413],
    ["400", { "Content-Type": "text/plain" }, 400],
  ])("is not asked for by 100 Continue when the head is refused with %s", async (_words, fields, status) => {
    await using server = await startTestServer();
    const connection = await open(server.port);
    connection.write(post("", { "Content-Length": "22", Expect: "100-continue", ...fields }));
    expect(await lastErrorStatus(connection)).toBe(status);
  });
});

/** Far more than the system's buffers hold when nobody reads. */
const MUCH = "x".repeat(20_000_000);

it.each([
  ["a body that is announced as too long", post(MUCH), 413],
  ["a chunk that is too long", post(`${chunk(MUCH)}0\r\n\r\n`, CHUNKED), 413],
  ["a body after a head that was refused", post(MUCH, { "Content-Type": "text/plain" }), 400],
  ["what does not parse", Buffer.from(MUCH), 400],
  ["what follows CONNECT", Buffer.concat([request("CONNECT plants.example:80"), Buffer.from(MUCH)]), 405],
])("a client that reads only when all is written can write %s, and read one answer", async (_words, bytes, status) => {
  await using server = await startTestServer();
  const connection = await open(server.port);
  await new Promise<void>((resolve, reject) => {
    connection.socket.once("error", reject).write(bytes, () => resolve());
  });
  expect(await lastErrorStatus(connection)).toBe(status);
});

describe("a connection that is reset", () => {
  it.each([
    ["before anything was sent", ""],
    ["in a head", "POST /plants HTTP/1.1\r\nHo"],
    ["in a body", post(PLANT).subarray(0, -3)],
    ["in a chunked body", post(chunk("{"), CHUNKED)],
    ["after a whole request", post(PLANT)],
    ["after HTTP that does not parse", "garbage\r\n\r\n"],
    ["in a body that was refused", post("x", { "Content-Length": "9999999" })],
    ["after CONNECT", request("CONNECT plants.example:80")],
  ])("%s leaves the server able to answer", async (_words, bytes) => {
    await using server = await startTestServer();
    const connection = await open(server.port);
    await new Promise<void>((resolve) => {
      connection.socket.write(bytes, () => resolve());
    });
    connection.socket.resetAndDestroy();
    expect((await ask(server, post(OTHER_PLANT))).status).toBe(200);
  });
});
