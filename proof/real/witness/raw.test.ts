import { type AddressInfo, type Server, createServer } from "node:net";
import { expect, test } from "vitest";
import { send } from "./raw-exchange.ts";

const request = {
  method: "POST",
  target: "/",
  headers: [],
  body: Buffer.from("{}"),
  framing: "content-length",
} as const;

/** Sends something as soon as it receives bytes, and then resets the connection. */
async function resetting(says: string): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => {
    socket.once("data", () => {
      if (says === "") socket.resetAndDestroy();
      else socket.write(says, () => setImmediate(() => socket.resetAndDestroy()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test("a whole answer counts although the connection is reset after it", async () => {
  const { url, server } = await resetting("HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\n{}");
  expect(await send(url, request)).toMatchObject({ status: 400, body: Buffer.from("{}") });
  server.close();
});

test("neither half an answer nor nothing is an answer", async () => {
  const half = await resetting("HTTP/1.1 400 Bad Request\r\nContent-Length: 20\r\n\r\n{}");
  await expect(send(half.url, request)).rejects.toThrow("This is not a whole answer");
  const none = await resetting("");
  await expect(send(none.url, request)).rejects.toThrow("ECONNRESET");
  half.server.close();
  none.server.close();
});
