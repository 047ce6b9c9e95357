import { existsSync, mkdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { freePort } from "../../http/testing/free-port.ts";
import { but, correct } from "../../proof/correct.ts";
import { startProvider } from "../../proof/test-provider.ts";
import { command, folder } from "../testing/command.ts";

const token = "a-token-of-the-started-provider";

/** A shell command that runs JavaScript. */
function node(script: string): string {
  return `"${process.execPath}" -e '${script}'`;
}

/** Answers every request with 200, prints the token of the request, and has a child that keeps a connection open. */
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

  test("has every secret taken out of its output, however long the line, and is not given the broker's", async () => {
    const [port, out] = [await freePort(), folder()];
    const script = `
      const token = process.env.PLANT_STORE_TOKEN;
      const line = "x".repeat(16 * 1024 - 10) + token + "y".repeat(40000) + token.replaceAll("-", "%2D");
      console.log(JSON.stringify(Object.keys(process.env).filter((name) => name.startsWith("PACT_BROKER"))));
      console.log("proxy dXNlcjpwYXNzd29yZC1vZi10aGUtcHJveHk= invalid an-invalid-token");
      process.stdout.write(line.slice(0, 16 * 1024 + 3), () => process.stdout.write(line.slice(16 * 1024 + 3), () => process.exit()));`;
    const before = process.env;
    process.env = { ...before, PLANT_STORE_TOKEN: token, PACT_BROKER_TOKEN: "a", PACT_BROKER_PASSWORD: "b" };
    const proxy = "http://user:password-of-the-proxy@127.0.0.1:9";
    try {
      await check(port, node(script), "--out", out, "--invalid-token", "an-invalid-token", "--proxy", proxy);
    } finally {
      process.env = before;
    }
    const log = readFileSync(join(out, "provider.log"), "utf8");
    const mark = "[redacted token]";
    expect(log.split("\n")).toEqual([
      "[]",
      `proxy [redacted credentials]k= invalid ${mark}`,
      `${"x".repeat(16 * 1024 - 10)}${mark}${"y".repeat(40_000)}${mark}`,
    ]);
  });

  test("and ends at once is reported with the last lines of its output", async () => {
    const { status, out, err } = await check(await freePort(), node('console.error("no database"); process.exit(7);'));
    expect(status).toBe(3);
    expect(out.replaceAll(/\s+/g, " ")).toContain(
      "refused. The command that was to start it has ended (exit status 7).",
    );
    expect(err).toContain("The provider that was started has ended (exit status 7). The last lines");
    expect(err).toContain("no database");
  });

  test("is not started where something answers already: the run would judge that", async () => {
    const out = folder();
    await using other = await startProvider(correct, { token });
    const argv = ["check", other.url, "--token", token, "--start", `touch "${out}/started"`, "--out", out];
    const { status, err } = await command(argv);
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringContaining(`Something answers at ${other.url} already, and the run would judge that.`),
    });
    expect(existsSync(join(out, "started"))).toBe(false);
  });

  describe.each([
    ["check", "18 of 18 MUST", "--no-contracts"],
    ["contracts", "8 of 8 interactions"],
  ])("by %s, and fails while another server answers", (name, met, ...more) => {
    const asked = async (start: string): Promise<readonly [number, string]> => {
      // A shell takes as long to end as hundreds of requests. The first answer is a 503, as of a gateway with no
      // server.
      let asks = 0;
      const takeOver = ({ method }: IncomingMessage, response: ServerResponse): boolean => {
        if (method !== "GET" || (asks += 1) > 1) return false;
        response.writeHead(503).end();
        return true;
      };
      await using other = await startProvider(but({ takeOver }), { token });
      const { status, out } = await command([name, other.url, "--token", token, "--start", start, ...more]);
      return [status, out];
    };

    test("leaves the run inconclusive", async () => {
      const [status, out] = await asked("exit 1");
      expect(status).toBe(3);
      expect(out).toContain("The provider that was started has ended (exit status 1) before the run was");
    });

    test("but not if it ends with status 0, as a command does that leaves a server behind it", async () => {
      const [status, out] = await asked("true");
      expect(status).toBe(0);
      expect(out).toContain(met);
    });
  });

  test("and never answers is reported after the wait", async () => {
    const start = node('console.log("\\u001b[31mwarming up"); setInterval(() => {}, 1000);');
    const { status, out, err } = await check(await freePort(), start, "--wait", "1");
    expect(status).toBe(3);
    expect(out.replaceAll(/\s+/g, " ")).toContain(
      "refused. The command that was to start it still runs, and the provider did not answer within 1 s (--wait).",
    );
    expect(err).toContain("did not answer within 1 s (--wait); the last thing that was tried: GET http://127.0.0.1:");
    expect(err).toContain("/ (the connection was refused). The last lines that it printed:\n\\u{1b}[31mwarming up");
  });

  test("and ends with status 0 without leaving a server behind it is reported with its end", async () => {
    const { status, out } = await check(await freePort(), "true", "--wait", "1");
    expect(status).toBe(3);
    expect(out.replaceAll(/\s+/g, " ")).toContain("The command that was to start it has ended (exit status 0).");
  });

  test("and is given no time to start is wrong usage", async () => {
    const { status, err } = await check(await freePort(), "true", "--wait", "0");
    expect([status, err]).toEqual([2, expect.stringContaining("--wait 0 leaves the command of --start no time; give")]);
  });

  test("whose output cannot be kept is refused before it is started", async () => {
    const out = folder();
    mkdirSync(join(out, "provider.log"));
    const { status, err } = await check(await freePort(), "true", "--out", out);
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringMatching(
        /The output of the provider cannot be written to ".*provider\.log" \(it is a folder\)/,
      ),
    });
  });

  test("is waited for through the proxy that the run will take", async () => {
    const seen: string[] = [];
    const proxy = createServer((socket) => {
      socket.once("data", (text) => {
        seen.push(text.toString().split("\r\n")[0] ?? "");
        socket.end("HTTP/1.1 404 X\r\nContent-Length: 0\r\n\r\n");
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const { port } = proxy.address() as AddressInfo;
    const started = node("setInterval(() => {}, 1000)");
    const argv = ["--token", token, "--no-contracts", "--start", started, "--proxy", `http://127.0.0.1:${port}`];
    expect((await command(["check", "http://plants.test/api", ...argv])).status).toBe(1);
    proxy.close();
    expect(seen.slice(0, 2)).toEqual([
      "GET http://plants.test/api HTTP/1.1",
      "POST http://plants.test/api/plants HTTP/1.1",
    ]);
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
