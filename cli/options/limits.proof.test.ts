import { type Socket, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { command } from "../testing/command.ts";

/** A server that answers the first data of each connection in the same way. */
async function serving(answer: (socket: Socket) => void): Promise<{ url: string; stop: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { url: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** Sends a complete 200 response with JSON, and closes the connection. */
function answered(body: string, fields = ""): (socket: Socket) => void {
  return (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n${fields}\r\n${body}`);
}

const silence = (): void => undefined;
const busy = (socket: Socket): void => void socket.end("HTTP/1.1 429 X\r\nRetry-After: 9\r\nConnection: close\r\n\r\n");

describe("a limit that is reached is reported, with the option that sets it:", () => {
  test.each([
    ["--connect-timeout 1", "https", silence, /\d+ exchanges? had no connection within 1 s \(--connect-timeout\)/],
    ["--timeout 1", "http", silence, /\d+ exchanges? had no whole answer within 1 s \(--timeout\)/],
    ["--deadline 1 --timeout 600", "http", silence, /The run was not over after 1 s, its deadline/],
    ["--max-wait 1", "http", busy, /asked to wait 9 s, longer than the 1 s that the run may wait in all/],
    [
      "--max-headers 2",
      "http",
      answered("{}", `X: ${"y".repeat(3_000)}\r\n`),
      /\d+ exchanges? had an answer with a header beyond 2 KiB or 1,000 fields \(--max-headers\)/,
    ],
    [
      "--max-body 1",
      "http",
      answered(`{"name":"${"x".repeat(2_000)}"}`),
      /\d+ exchanges had a body beyond 1 KiB, which was cut off there \(--max-body\)/,
    ],
    [
      "--max-evidence 64",
      "http",
      answered(`{"name":"${"x".repeat(2_000)}"}`),
      /of \d+ exchanges little more than the sizes is kept, because the evidence of a run is limited to 64 KiB \(--max-evidence\)/,
    ],
  ] as const)("%s", async (options, scheme, behaviour, words) => {
    const { url, stop } = await serving(behaviour);
    try {
      const argv = [
        "check",
        `${scheme}://${url}`,
        "--token",
        "token-of-the-limits",
        "--no-contracts",
        ...options.split(" "),
      ];
      const { status, out, err } = await command(argv);
      expect(err).toBe("");
      expect(out.replaceAll(/\s+/g, " ")).toMatch(words);
      expect([1, 3]).toContain(status);
    } finally {
      await stop();
    }
  });

  test.each(["--connect-timeout", "--max-body", "--max-headers", "--max-evidence"])(
    "%s takes whole numbers alone",
    async (option) => {
      const { status, err } = await command(["check", "http://127.0.0.1:1", "--token", "x", option, "0"]);
      expect({ status, err }).toEqual({
        status: 2,
        err: expect.stringContaining(`${option} "0" is not a whole number from 1 to`),
      });
    },
  );
});
