/** White space around the fields that frame an answer may be tabs, which the parsers of undici and Node do not read. */
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openConnection } from "./connection.ts";
import { framingFields } from "./http1-guard.ts";
import type { Framing, WireRequest } from "./message.ts";
import { DEFAULT_LIMITS } from "./provider.ts";

/** The answer of a server that sends these bytes each time. */
async function answerTo(answer: string, framing: Framing): Promise<readonly string[]> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      if (String(bytes).startsWith("POST")) socket.write(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const connection = openConnection({ baseUrl: `http://127.0.0.1:${port}`, limits: DEFAULT_LIMITS });
  const headers = framing === "expect-continue" ? [["Expect", "100-continue"] as const] : [];
  const request: WireRequest = { method: "POST", target: "/", headers, body: Buffer.from("{}"), framing };
  try {
    const bodies: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      const { body } = await connection.send(request, new AbortController().signal);
      bodies.push(Buffer.from(body).toString());
    }
    return bodies;
  } finally {
    await connection.close();
    server.close();
  }
}

const OK = "HTTP/1.1 200 OK\r\n";

describe.each<Framing>(["content-length", "expect-continue"])("tabs in an answer to a request with %s", (framing) => {
  test.each([
    ["before and after Content-Length", `${OK}Content-Length:\t2\t\r\n\r\n{}`],
    ["after Content-Length in capitals", `${OK}CONTENT-LENGTH: 2 \t\r\nA: b\r\n\r\n{}`],
    ["after Transfer-Encoding", `${OK}Transfer-Encoding: chunked\t\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    ["after the fields of other lines", `${OK}A:\tb\t\r\nContent-Length: 2\r\n\r\n{}`],
  ])("%s are read", async (_title, answer) => {
    expect(await answerTo(answer, framing)).toEqual(["{}", "{}"]);
  });
});

test("only the fields of a header are changed, in chunks of any size, and also after an interim answer", () => {
  const interim = "HTTP/1.1 103 X\r\nContent-Length: 7\t\r\nLink:\ta\r\n\r\n";
  const answer = `${OK}content-length: 5\t\r\nX-Content-Length:\t2\r\n\r\nContent-Length:\t2\r\n`;
  const expected = `${interim}${answer}`.replace("7\t", "7 ").replace("5\t", "5 ");
  for (const size of [1, 2, 7, 1_000]) {
    const fields = framingFields();
    const bytes = Buffer.from(`${interim}${answer}`);
    for (let time = 0; time < 2; time += 1) {
      fields.expect();
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, k) =>
        fields.take(bytes.subarray(k * size, (k + 1) * size)),
      );
      expect(Buffer.concat(chunks).toString(), `chunks of ${size}`).toBe(expected);
    }
  }
});

test("a header that comes as a whole is read as one that comes byte by byte", () => {
  const parts = [
    "HTTP/1.1 200 OK",
    "HTTP/1.1 103 X",
    "\r\n",
    "\n",
    "\r\n\r\n",
    "Content-Length:",
    "A: b",
    "\t",
    " 2",
    "{}",
  ];
  const texts = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((some) => some.join(""));
  const starts = fc.constantFrom("", "HTTP/1.1 200 OK\r\n", "http/1.0 400 \r\n");
  fc.assert(
    fc.property(starts, texts, texts, (start, first, next) => {
      const [whole, split] = [framingFields(), framingFields()];
      const read = (text: string): readonly string[] => [
        whole.take(Buffer.from(text)).toString(),
        Array.from(text, (byte) => split.take(Buffer.from(byte)).toString()).join(""),
      ];
      const [one, other] = read(`${start}${first}`);
      expect(one).toBe(other);
      // Later bytes are read according to the earlier ones.
      const [more, others] = read(next);
      expect(more).toBe(others);
    }),
    { numRuns: 2_000 },
  );
});
