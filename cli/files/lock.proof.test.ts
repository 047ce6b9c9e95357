import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command, folder } from "../testing/command.ts";
import { startProvider } from "../testing/scripted-provider.ts";
import { needs } from "../../proof/gate/skips.ts";

const LOCK = ".plant-store-conformance.lock";
const token = "any-token-31415926";

const check = (url: string, out: string): ReturnType<typeof command> =>
  command(["check", url, "--token", token, "--no-contracts", "--quiet", "--only", "returns-name", "--out", out]);

/** The id of a process that has ended. */
async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "close");
  return child.pid ?? 0;
}

describe("the folder of --out", () => {
  test("is held by one run: another one says so, and sends nothing", async () => {
    const out = folder();
    let second: ReturnType<typeof command> | undefined;
    await using other = await startProvider((_seen, response) => response.end());
    await using provider = await startProvider((_seen, response) => {
      second ??= check(other.url, out);
      void second.then(() => response.end());
    });
    await check(provider.url, out);
    const ran = await second;
    expect(ran).toMatchObject({ status: 2, out: "" });
    expect(ran?.err).toMatch(
      /^Another run \(process \d+ on "[^"]+"\) writes its reports into "[^"]+"; give another [^\n]*\n$/,
    );
    expect(other.seen).toEqual([]);
    expect(readdirSync(out)).toContain("result.json");
    expect(existsSync(join(out, LOCK))).toBe(false);
  });

  test("is free after wrong usage", async () => {
    const out = folder();
    const argv = ["check", "http://127.0.0.1:9", "--token-command", "exit 7", "--no-contracts", "--out", out];
    expect((await command(argv)).status).toBe(2);
    expect(existsSync(join(out, LOCK))).toBe(false);
  });

  test("is taken over from a process that has ended", async () => {
    const out = folder();
    writeFileSync(join(out, LOCK), JSON.stringify({ pid: await endedPid(), host: hostname(), started: null }));
    await using provider = await startProvider((_seen, response) => response.end());
    expect((await check(provider.url, out)).err).not.toContain("Another run");
    expect(provider.seen.length).toBeGreaterThan(0);
    expect(readdirSync(out).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("is taken over where another process has that number by now", async ({ skip }) => {
    if (process.platform !== "linux") return skip(needs("Linux"));
    const out = folder();
    writeFileSync(join(out, LOCK), JSON.stringify({ pid: process.pid, host: hostname(), started: "1" }));
    await using provider = await startProvider((_seen, response) => response.end());
    await check(provider.url, out);
    expect(provider.seen.length).toBeGreaterThan(0);
  });

  test.each([
    ["of another machine", JSON.stringify({ pid: 1, host: "another-machine", started: null })],
    ["that nobody can read", "{"],
  ])("is not taken over with a lock %s", async (_what, text) => {
    const out = folder();
    writeFileSync(join(out, LOCK), text);
    const { status, err } = await check("http://127.0.0.1:9", out);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining("if it has ended") });
    expect(readFileSync(join(out, LOCK), "utf8")).toBe(text);
  });

  test("is not taken over through a link, which is not followed", async () => {
    const [out, target] = [folder(), join(folder(), "target")];
    symlinkSync(target, join(out, LOCK));
    expect((await check("http://127.0.0.1:9", out)).status).toBe(2);
    expect(existsSync(target)).toBe(false);
  });
});
