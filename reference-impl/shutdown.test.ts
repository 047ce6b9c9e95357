import { once } from "node:events";
import { expect, it } from "vitest";
import { open, post, startTestServer, type RawConnection } from "./testing/raw-client.ts";

const PLANT = '{"id":1,"name":"Fern"}';

/** A connection on which one request was answered, and one more is half sent: its body is announced by 100 Continue. */
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
