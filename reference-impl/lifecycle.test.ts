import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { startServer } from "./server.ts";
import { ask, errorStatus, open, post, startTestServer, type RawConnection } from "./testing/raw-client.ts";

const PLANT = '{"id":1,"name":"Fern"}';

/** A connection with a half-sent request: the server has its head and has requested its body. */
async function inFlight(port: number): Promise<RawConnection> {
  const connection = await open(port);
  connection.write(post("", { "Content-Length": String(PLANT.length), Expect: "100-continue" }));
  expect((await connection.next())?.status).toBe(100);
  return connection;
}

it("stop answers the request in flight, then closes its connection", async () => {
  const server = await startTestServer();
  const connection = await inFlight(server.port);
  const stopped = server.stop();
  connection.write(PLANT);
  const answer = await connection.next();
  expect([answer?.status, answer?.headers.get("connection")]).toEqual([200, "close"]);
  expect(await connection.next()).toBeUndefined();
  await stopped;
});

it("stop closes idle connections, used and unused, without waiting for its grace period", async () => {
  const server = await startTestServer({ shutdownGraceMs: 60_000 });
  const used = await open(server.port);
  used.write(post(PLANT));
  expect((await used.next())?.status).toBe(200);
  const unused = await open(server.port);
  const closed = Promise.all([once(used.socket, "close"), once(unused.socket, "close")]);
  used.socket.resume();
  unused.socket.resume();
  await server.stop();
  await closed;
  expect([used.socket.destroyed, unused.socket.destroyed]).toEqual([true, true]);
});

it("stop accepts no more connections", async () => {
  const server = await startTestServer();
  await server.stop();
  await expect(open(server.port)).rejects.toThrow("ECONNREFUSED");
});

it("stop cuts off what does not end within the grace period", async () => {
  const server = await startTestServer({ shutdownGraceMs: 20 });
  const connection = await inFlight(server.port);
  const closed = once(connection.socket, "close");
  connection.socket.on("error", () => {});
  connection.socket.resume();
  await server.stop();
  await closed;
  expect(connection.socket.destroyed).toBe(true);
});

it("stop called again, or by await using, gives the same end", async () => {
  const server = await startTestServer();
  const first = server.stop();
  expect(server.stop()).toBe(first);
  await first;
  await server[Symbol.asyncDispose]();
});

describe("startServer", () => {
  it("serves under a base path, which is part of its URL", async () => {
    await using server = await startTestServer({ basePath: "/a/b%20c" });
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/a/b%20c`);
    expect((await ask(server, post(PLANT, {}, "/a/b%20c/plants"))).status).toBe(200);
    expect(errorStatus(await ask(server, post(PLANT)))).toBe(404);
  });

  it("puts an IPv6 address in brackets", async () => {
    await using server = await startTestServer({ host: "::1" });
    expect(server.url).toBe(`http://[::1]:${server.port}`);
    expect((await fetch(`${server.url}/plants`)).status).toBe(405);
  });

  it("gives its store, so that an id can be taken or freed beforehand", async () => {
    await using server = await startTestServer();
    server.store.add(1n);
    expect(errorStatus(await ask(server, post(PLANT)))).toBe(409);
    server.store.clear();
    expect((await ask(server, post(PLANT))).status).toBe(200);
  });

  it("says that the port is taken", async () => {
    await using server = await startTestServer();
    await expect(startTestServer({ port: server.port })).rejects.toThrow(
      new RegExp(`Cannot listen on host 127\\.0\\.0\\.1, port ${server.port}: .*EADDRINUSE`),
    );
  });

  it.each(["plants", "/", "/a/", "//a", "/a b", "/a%2", "/a?x", "/ä"])(
    "refuses the base path <%s>",
    async (basePath) => {
      await expect(startTestServer({ basePath })).rejects.toThrow("basePath must be");
    },
  );

  it.each(["", "a b", "a\n", "ä"])("refuses a token that no field could carry, without repeating it", async (token) => {
    await expect(startServer({ token })).rejects.toThrow(/^token must be one or more visible ASCII characters\.$/);
  });

  it.each([0, 1.5, 2 ** 27, Number.NaN])("refuses the body limit %d", async (bodyLimit) => {
    await expect(startTestServer({ bodyLimit })).rejects.toThrow("bodyLimit must be");
  });

  it.each([0, -1, 0.5, Number.POSITIVE_INFINITY])("refuses the request timeout %d", async (requestTimeoutMs) => {
    await expect(startTestServer({ requestTimeoutMs })).rejects.toThrow("requestTimeoutMs must be");
  });

  it("refuses a port that is none", async () => {
    await expect(startTestServer({ port: 70_000 })).rejects.toThrow("Cannot listen on host 127.0.0.1, port 70000");
  });
});
