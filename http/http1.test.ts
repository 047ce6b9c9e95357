/** How chunks are written and read by a server, and requests without a Connection field. */
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { openConnection } from "./connection.ts";
import { halvesOf, oddChunks } from "./http1.ts";
import type { WireRequest } from "./message.ts";
import { DEFAULT_LIMITS } from "./provider.ts";

interface Read {
  readonly raw: string;
  readonly body: string;
}

/** The bytes and the body that a server receives. */
async function readOf(more: Partial<WireRequest>): Promise<Read> {
  let [raw, body] = ["", ""];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    void text(incoming).then((whole) => {
      body = whole;
      response.end("{}");
    });
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("data", (bytes: Buffer) => (raw += bytes.toString()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const connection = openConnection({ baseUrl: `http://127.0.0.1:${port}`, limits: DEFAULT_LIMITS });
  const request: WireRequest = {
    method: "POST",
    target: "/",
    headers: [],
    body: Buffer.from('{"id":1,"name":"F\u00e4rn"}'),
    framing: "content-length",
    ...more,
  };
  try {
    await connection.send(request, new AbortController().signal);
    return { raw, body };
  } finally {
    await connection.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

describe("odd chunks", () => {
  test("have sizes in capitals and with zeros, extensions, and a trailer", async () => {
    const { raw, body } = await readOf({ framing: "odd-chunks" });
    expect(raw).toContain("\r\nTransfer-Encoding: Chunked\r\n");
    const [first, second] = ['{"id":1,"na', 'me":"F\u00e4rn"}'];
    const chunks = `000B;part=1\r\n${first}\r\n000C;part="2; last"\r\n${second}\r\n000;end\r\nX-Checksum: none\r\n\r\n`;
    expect(raw.slice(raw.indexOf("\r\n\r\n") + 4)).toBe(chunks);
    expect(body).toBe('{"id":1,"name":"F\u00e4rn"}');
  });

  test.each(["", "{", "a".repeat(11), "b".repeat(70_000)])("are read as the body that they hold", async (whole) => {
    const { body } = await readOf({ framing: "odd-chunks", body: Buffer.from(whole) });
    expect(body).toBe(whole);
  });

  test("of an empty body are the last one alone", () => {
    expect(Buffer.from(oddChunks(new Uint8Array())).toString()).toBe("000;end\r\nX-Checksum: none\r\n\r\n");
  });
});

describe("a body is split", () => {
  test.each([
    ["abcd", "ab", "cd"],
    ["abc", "ab", "c"],
    ["", "", ""],
  ])("in the middle (%s)", (body, first, second) => {
    expect(halvesOf(Buffer.from(body)).map((half) => Buffer.from(half).toString())).toEqual([first, second]);
  });

  test.each([
    ["ab\u00e4cdef", 3],
    ["abcdef\u00e4", 7],
    ["a\u{1f331}b", 3],
  ])("within a character that has several bytes (%s)", (body, length) => {
    const [first, second] = halvesOf(Buffer.from(body));
    expect(first.length).toBe(length);
    expect(Buffer.concat([first, second]).toString()).toBe(body);
  });
});

test("a request has a Connection field unless it is to have none", async () => {
  expect((await readOf({})).raw).toMatch(/\r\nconnection: keep-alive\r\n/i);
  const { raw, body } = await readOf({ added: "user-only" });
  expect(raw).not.toMatch(/\r\nconnection:/i);
  expect(body).toBe('{"id":1,"name":"F\u00e4rn"}');
});
