/** Extra bytes after an answer are noted with the next answer. */
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { openConnection } from "./connection.ts";
import type { WireRequest } from "./message.ts";
import { DEFAULT_LIMITS } from "./provider.ts";

const ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

const request: WireRequest = {
  method: "POST",
  target: "/",
  headers: [],
  body: Buffer.from("{}"),
  framing: "content-length",
};

/** For each of three answers, whether extra bytes came before it. */
async function afterMore(more: string): Promise<readonly boolean[]> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      if (String(bytes).startsWith("POST")) socket.write(`${ANSWER}${more}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const connection = openConnection({ baseUrl: `http://127.0.0.1:${port}`, limits: DEFAULT_LIMITS });
  const seen: boolean[] = [];
  try {
    for (let time = 0; time < 3; time += 1) {
      seen.push((await connection.send(request, new AbortController().signal)).isAfterMore === true);
    }
    return seen;
  } finally {
    await connection.close();
    server.close();
  }
}

test.each([
  ["another byte", "}"],
  ["the answer once more", ANSWER],
  ["the beginning of another answer", "HTTP/1.1 40 "],
  ["an interim answer", "HTTP/1.1 100 Continue\r\n\r\n"],
])("%s", async (_title, more) => {
  expect(await afterMore(more)).toEqual([false, true, true]);
});

test.each([
  "",
  "\r\n",
  "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n",
  "HTTP/1.0 408 Request Time-out\r\n\r\n<h1>408</h1>",
  // The rest of it may come later.
  "HTTP/1.1 4",
  "H",
])("nothing that HTTP allows: %j", async (more) => {
  expect(await afterMore(more)).toEqual([false, false, false]);
});
