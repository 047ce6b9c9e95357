import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command, folder } from "./testing/command.ts";

const token = "a-token-of-the-started-provider";

/** A port that was free a moment ago: the provider is a process of its own and has to be told one. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A shell command that runs JavaScript. */
function node(script: string): string {
  return `"${process.execPath}" -e '${script}'`;
}

/** Answers everything with 200, prints the token that it is sent, and has a child that holds a connection open. */
const serving = (port: number, holder: number): string =>
  node(`
    const { spawn } = require("node:child_process");
    spawn(process.execPath, ["-e", "require(\\"node:net\\").connect(${holder}, \\"127.0.0.1\\").on(\\"error\\", () => {})"]);
    require("node:http").createServer((request, response) => {
      if (request.headers.authorization) console.log(request.headers.authorization);
      request.resume().on("end", () => response.writeHead(200, { "Content-Type": "application/json" }).end("{}"));
    }).listen(${port}, "127.0.0.1");`);

const check = (port: number, start: string, ...more: readonly string[]): ReturnType<typeof command> =>
  command(["check", `http://127.0.0.1:${port}`, "--token", token, "--no-contracts", "--start", start, ...more]);

describe("a provider that is started", () => {
  test("is judged when it answers, and is stopped with its children; its output is kept without the token", async () => {
    const [port, out] = [await freePort(), folder()];
    let closed = (): void => undefined;
    const childEnded = new Promise<void>((resolve) => (closed = resolve));
    const holder = createServer((socket) => socket.resume().on("close", closed).on("error", closed));
    await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
    const { status } = await check(port, serving(port, (holder.address() as AddressInfo).port), "--out", out);
    expect(status).toBe(1);
    await childEnded;
    holder.close();
    const log = readFileSync(join(out, "provider.log"), "utf8");
    expect(log).toContain("Bearer [redacted token]");
    expect(log).not.toContain(token);
  });

  test("and ends at once is told with the last lines of its output", async () => {
    const { status, err } = await check(await freePort(), node('console.error("no database"); process.exit(7);'));
    expect(status).toBe(3);
    expect(err).toContain("The provider that was started has ended (exit status 7). The last lines");
    expect(err).toContain("no database");
  });

  test("and never answers is told after the wait", async () => {
    const start = node('console.log("\\u001b[31mwarming up"); setInterval(() => {}, 1000);');
    const { status, err } = await check(await freePort(), start, "--wait", "1");
    expect(status).toBe(3);
    expect(err).toContain("did not answer within 1 s. The last lines that it printed:\n\\u{1b}[31mwarming up");
  });

  test("needs a base URL", async () => {
    expect(await command(["check", "--start", "true"])).toMatchObject({
      status: 2,
      err: "--start is given without a base URL; say where the provider will answer\n",
    });
  });

  test("is not waited for when the run is interrupted", async () => {
    const argv = [
      "check",
      `http://127.0.0.1:${await freePort()}`,
      "--token",
      token,
      "--start",
      node("setInterval(() => {}, 1000)"),
    ];
    const { status } = await command(
      argv,
      {},
      {
        onInterrupt: (callback) => {
          callback();
          return () => undefined;
        },
      },
    );
    expect(status).toBe(3);
  });
});
