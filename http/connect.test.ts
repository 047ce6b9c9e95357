/** A signal closes every connection of a connector, and keeps none that is closed already. */
import { getEventListeners, once } from "node:events";
import { type AddressInfo, type Socket, createServer } from "node:net";
import { expect, test } from "vitest";
import { connectTo, openSocket } from "./connect.ts";

const limits = { connectMs: 600_000, headerBytes: 65_536 };

/** A server that accepts connections and sends nothing. */
async function silentServer(): Promise<AsyncDisposable & { readonly port: number }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on("error", () => undefined).resume()));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await once(server.close(), "close");
  };
  return { port, [Symbol.asyncDispose]: stop };
}

test("a connection that is closed is no longer referenced by the signal that would have closed it", async () => {
  await using server = await silentServer();
  const { signal } = new AbortController();
  const connect = connectTo({}, { ...limits, signal });
  for (let opened = 0; opened < 3; opened += 1) {
    const socket = await openSocket(connect, `http://127.0.0.1:${server.port}`, new AbortController().signal);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await once(socket.destroy(), "close");
    expect(getEventListeners(signal, "abort")).toEqual([]);
  }
});

test("the signal closes an open connection", async () => {
  await using server = await silentServer();
  const closing = new AbortController();
  const connect = connectTo({}, { ...limits, signal: closing.signal });
  const socket = await openSocket(connect, `http://127.0.0.1:${server.port}`, new AbortController().signal);
  const closed = once(socket, "close");
  closing.abort();
  await expect(closed).rejects.toThrow("aborted");
  expect(socket.destroyed).toBe(true);
});

test("the signal ends an attempt over TLS that the server never answers", async () => {
  await using server = await silentServer();
  const closing = new AbortController();
  const connect = connectTo({}, { ...limits, signal: closing.signal });
  const opening = openSocket(connect, `https://127.0.0.1:${server.port}`, new AbortController().signal);
  closing.abort();
  await expect(opening).rejects.toThrow("aborted");
});

test("a signal that is aborted already lets no connection open", async () => {
  await using server = await silentServer();
  const connect = connectTo({}, { ...limits, signal: AbortSignal.abort() });
  const opening = openSocket(connect, `http://127.0.0.1:${server.port}`, new AbortController().signal);
  await expect(opening).rejects.toThrow("aborted");
});

test("a proxy is asked for a tunnel to the port of https where the URL names none", async () => {
  const asked: string[] = [];
  const proxy = createServer((socket) => {
    socket.once("data", (data) => {
      asked.push(data.toString("latin1").split("\r\n")[0] ?? "");
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    });
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const { port } = proxy.address() as AddressInfo;
  const { signal } = new AbortController();
  const connect = connectTo({ proxy: `http://127.0.0.1:${port}` }, { ...limits, signal });
  await expect(openSocket(connect, "https://[::1]", signal)).rejects.toThrow();
  await once(proxy.close(), "close");
  expect(asked).toEqual(["CONNECT [::1]:443 HTTP/1.1"]);
});
