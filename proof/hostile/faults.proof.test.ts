/**
 * The built command on a machine with no space left, and with faults of its own: no exit status looks like a verdict.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, closeSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { builtCommand } from "./built.ts";
import { needs, skipFor } from "../gate/skips.ts";

const main = join(await builtCommand(), "command/main.js");

interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

interface World {
  /** A descriptor that accepts no bytes. */
  readonly full?: "out" | "err";
  /** A module that is loaded before the command. */
  readonly before?: string;
  readonly env?: NodeJS.ProcessEnv;
}

async function ran(argv: readonly string[], { full, before, env }: World = {}): Promise<Ran> {
  const device = full === undefined ? undefined : openSync("/dev/full", "w");
  const preload = before === undefined ? [] : ["--import", `data:text/javascript,${encodeURIComponent(before)}`];
  const child = spawn(process.execPath, [...preload, main, ...argv], {
    stdio: ["ignore", full === "out" ? device : "pipe", full === "err" ? device : "pipe"],
    env: { ...process.env, ...env },
  });
  return endOf(child, device);
}

async function endOf(child: ReturnType<typeof spawn>, device?: number): Promise<Ran> {
  let [out, err] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (err += text));
  const [status] = (await once(child, "close")) as [number | null];
  if (device !== undefined) closeSync(device);
  return { status, out, err };
}

const judging = ["check", "--reference", "--no-contracts", "--seed", "1"];

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "plant-store-faults-"));
}

/** Writes a result for commands that read one. */
async function writtenResult(): Promise<string> {
  const file = join(newFolder(), "result.json");
  expect((await ran([...judging, "--quiet", "--report", `json=${file}`])).status).toBe(0);
  return file;
}

describe("standard output that takes nothing is one sentence, and", () => {
  skipFor(process.platform === "linux" ? undefined : needs("Linux"));
  const sentence = "Standard output cannot be written: no space is left on the device\n";

  test.each([
    [["list"]],
    [["list", "--json"]],
    [["--help"]],
    [["check", "--help"]],
    [["--version"]],
    [["explain", "returns-name"]],
  ])("exit status 3 for %j, which sends nothing", async (argv) => {
    expect(await ran(argv, { full: "out" })).toEqual({ status: 3, out: "", err: sentence });
  });

  test("exit status 3 for what reads a result, and for serve, which nobody can reach", async () => {
    const result = await writtenResult();
    for (const argv of [
      ["render", result],
      ["compare", result, result],
      ["serve", "--port", "0", "--token", "any-token"],
    ]) {
      expect(await ran(argv, { full: "out" }), argv[0]).toEqual({ status: 3, out: "", err: sentence });
    }
  });

  test.each([[[]], [["--quiet"]], [["--report", "json=-"]]])("exit status 3 for check %j", async (more) => {
    const { status, err } = await ran([...judging, ...more], { full: "out" });
    expect({ status, err: err.replace(/^Judging.*\n/, "") }).toEqual({ status: 3, err: sentence });
  });

  test("exit status 3 for contracts and for replay, which send requests", async () => {
    const file = await writtenResult();
    const server = spawn(process.execPath, [main, "serve", "--port", "0", "--token", "any-token"]);
    try {
      const [url] = (await once(server.stdout.setEncoding("utf8"), "data")) as [string];
      const at = ["--base-url", url.trim(), "--token", "any-token"];
      const replayed = await ran(["replay", file, "returns-name/ordinary", ...at], { full: "out" });
      expect(replayed).toEqual({ status: 3, out: "", err: sentence });
    } finally {
      server.kill();
    }
    const contracts = await ran(["contracts", "--reference", "--quiet"], { full: "out" });
    expect(contracts).toEqual({ status: 3, out: "", err: sentence });
  });
});

describe("standard error that takes nothing is one sentence elsewhere, and", () => {
  skipFor(process.platform === "linux" ? undefined : needs("Linux"));
  const sentence = "Standard error cannot be written: no space is left on the device\n";

  test("exit status 3, also before anything was sent", async () => {
    expect(await ran(["chek"], { full: "err" })).toEqual({ status: 3, out: sentence, err: "" });
  });

  test.each([[[]], [["--verbose"]]])("exit status 3 for check %j, and no verdict", async (more) => {
    expect(await ran([...judging, ...more], { full: "err" })).toEqual({ status: 3, out: sentence, err: "" });
  });
});

describe("a fault of the suite is one sentence without the token, and", () => {
  const token = "canary-token-31415926";
  /** Code that raises the fault as soon as the command writes these words. */
  const when = (words: string, stream: "stdout" | "stderr", fault: string): string => `
    const write = process.${stream}.write;
    process.${stream}.write = function (text, ...more) {
      if (String(text).includes(${JSON.stringify(words)})) { ${fault} }
      return write.call(this, text, ...more);
    };`;
  const raised = `new Error("something with ${token}\\n    at a second line")`;

  test.each([
    ["an exception that nobody caught", `setImmediate(() => { throw ${raised}; });`],
    ["a rejection that nobody handled", `void Promise.reject(${raised});`],
    ["an exception in the middle of the command", `throw ${raised};`],
  ])("%s ends with 3 once a request may have left", async (_what, fault) => {
    const argv = ["check", "http://127.0.0.1:9", "--token", token, "--no-contracts", "--start", "sleep 60"];
    const { status, out, err } = await ran(argv, { before: when("Starting", "stderr", fault) });
    const said = err.replace(/^Starting.*\n/, "");
    expect({ status, out }).toEqual({ status: 3, out: "" });
    expect(said).toMatch(
      /^A fault of the suite itself, which says nothing about a provider: something with \[redacted token\]\\n[^\n]*\n$/,
    );
  });

  test.each([
    ["an exception", `setImmediate(() => { throw ${raised}; });`],
    ["a rejection", `void Promise.reject(${raised});`],
  ])("%s ends with 2 before anything was sent", async (_what, fault) => {
    const argv = ["serve", "--port", "0", "--token", token];
    const { status, err } = await ran(argv, { before: when("http://", "stdout", fault) });
    expect(status).toBe(2);
    expect(err).toMatch(/^A fault of the suite itself[^\n]*\n$/);
  });
});

describe("a file that takes no more", () => {
  skipFor(process.platform === "win32" ? needs("a POSIX system") : undefined);
  /** Limits files to 64 blocks of the shell (512 or 1,024 bytes each), which cuts a write short as a full disk does. */
  const limited = (argv: readonly string[]): Promise<Ran> => {
    const child = spawn("sh", ["-c", 'ulimit -f 64; exec "$0" "$@"', process.execPath, main, ...argv]);
    return endOf(child);
  };

  test("is named in one sentence, with exit status 3, and no part of it is left", async () => {
    const out = newFolder();
    const { status, out: printed, err } = await limited([...judging, "--out", out]);
    expect(err.replace(/^Judging.*\n/, "")).toBe(
      `The report ${JSON.stringify(join(out, "result.json"))} cannot be written: EFBIG: file too large\n`,
    );
    expect({ status, printed }).toEqual({ status: 3, printed: "" });
    // The reports that were written earlier are complete, and no others exist.
    expect(readdirSync(out)).toEqual(["report.txt"]);
    expect(readFileSync(join(out, "report.txt"), "utf8")).toMatch(/exit 0\n$/);
  });

  test("keeps what it had, with exit status 3 also where nothing was sent", async () => {
    const result = await writtenResult();
    const before = readFileSync(result, "utf8");
    const { status, err } = await limited(["render", result, "--report", `json=${result}`]);
    expect({ status, err }).toEqual({
      status: 3,
      err: `The report ${JSON.stringify(result)} cannot be written: EFBIG: file too large\n`,
    });
    expect(readFileSync(result, "utf8")).toBe(before);
  });
});
