/** What is known of an answer that was not read in full, over both clients of HTTP/1.1. */
import { type Socket, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { openConnection } from "./connection.ts";
import { type Framing, IncompleteAnswerError, type PartialResponse } from "./message.ts";
import { noAnswerOf } from "./no-answer.ts";
import { DEFAULT_LIMITS } from "./provider.ts";

/** What arrived of an answer of these bytes, after which the connection is closed, and the kind of reason. */
async function arrivedOf(
  bytes: string,
  { framing, requestMs }: { readonly framing: Framing; readonly requestMs?: number },
): Promise<Partial<PartialResponse> & { readonly kind: string; readonly text?: string }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => {
      if (requestMs === undefined) socket.end(bytes, "latin1");
      else socket.write(bytes, "latin1");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const limits = { ...DEFAULT_LIMITS, ...(requestMs === undefined ? {} : { requestMs }) };
  const connection = openConnection({ baseUrl: `http://127.0.0.1:${port}`, limits });
  const request = { method: "POST", target: "/", headers: [], body: null, framing };
  try {
    const error: unknown = await connection.send(request, new AbortController().signal).then(
      () => new Error("It was read in full"),
      (reason: unknown) => reason,
    );
    const { kind } = noAnswerOf(error, null);
    if (!(error instanceof IncompleteAnswerError)) return { kind };
    const { status, headers, body } = error.arrived;
    return { kind, status, headers, text: Buffer.from(body).toString("latin1") };
  } finally {
    await connection.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

const TYPE = "Content-Type: text/html\r\n";
const LENGTH = "Content-Length: 500\r\n\r\n";
const fields = [
  ["Content-Type", "text/html"],
  ["Content-Length", "500"],
];

describe.each<Framing>(["content-length", "none"])("of an answer to a request (%s)", (framing) => {
  test("whose body is cut off, the status, the header and the body so far are known", async () => {
    const arrived = await arrivedOf(`HTTP/1.1 400 No\r\n${TYPE}${LENGTH}<p>`, { framing });
    expect(arrived).toMatchObject({ status: 400, headers: fields, text: "<p>" });
  });

  test("whose body does not end within the time limit, it is the same", async () => {
    const arrived = await arrivedOf(`HTTP/1.1 400 No\r\n${TYPE}${LENGTH}<p>`, { framing, requestMs: 500 });
    expect(arrived).toMatchObject({ kind: "timeout", status: 400, headers: fields, text: "<p>" });
  });

  test.each([
    ["ends in its header", `HTTP/1.1 200 OK\r\nContent-Type: app`],
    ["has two lengths", `HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ["has a header name with 0x01", `HTTP/1.1 200 OK\r\nX\u0001Y: z\r\nContent-Length: 2\r\n\r\n{}`],
    ["has a header of 80 KiB", `HTTP/1.1 200 OK\r\nX: ${"y".repeat(80 * 1024)}\r\nContent-Length: 2\r\n\r\n{}`],
    ["has 2,000 header fields", `HTTP/1.1 200 OK\r\n${"X: y\r\n".repeat(2_000)}Content-Length: 2\r\n\r\n{}`],
    ["has a 103 before a header that ends", `HTTP/1.1 103 Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nX: y`],
  ])("which %s, the status is known", async (_what, bytes) => {
    expect(await arrivedOf(bytes, { framing })).toMatchObject({ status: 200, headers: null, text: "" });
  });

  test.each([
    ["ends in its status line", "HTTP/1.1 200 O"],
    ["is only a 103", "HTTP/1.1 103 Hints\r\nLink: </x>\r\n\r\n"],
    ["switches protocols", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nx"],
    ["is not HTTP/1", "HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\n{}"],
  ])("which %s, nothing is known", async (_what, bytes) => {
    expect((await arrivedOf(bytes, { framing })).status).toBeUndefined();
  });
});
