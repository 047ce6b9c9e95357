import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { command, folder } from "../testing/command.ts";
import { partsOf, readLimited } from "./read-file.ts";

function pipe(): string {
  const path = join(folder(), "pipe");
  execFileSync("mkfifo", [path]);
  return path;
}

describe.skipIf(process.platform === "win32")("a named pipe", () => {
  test("to which nobody writes is waited for only so long", () => {
    const path = pipe();
    expect(() => readLimited(path, 100, 2)).toThrow("it is a pipe to which nobody writes");
  });

  test("to which nobody writes is waited for only so long, where it is read part by part", async () => {
    await expect(partsOf(pipe(), 2).next()).rejects.toThrow("it is a pipe to which nobody writes");
  });

  test("is read to its end part by part, also where its writer comes later and takes its time", async () => {
    const path = pipe();
    const script = 'exec > "$0"; printf "%0100000d" 7; read go; printf "%0100000d" 8';
    const writer = spawn("sh", ["-c", script, path], { stdio: ["pipe", "inherit", "inherit"] });
    const closed = once(writer, "close");
    let text = "";
    for await (const part of partsOf(path)) {
      text += Buffer.from(part).toString();
      if (text.length === 100_000) writer.stdin.end("\n");
    }
    expect(text).toBe("7".padStart(100_000, "0") + "8".padStart(100_000, "0"));
    await closed;
  });

  test("is read whole, also where its writer comes later", async () => {
    const path = pipe();
    const writer = spawn("sh", ["-c", 'printf "%0100000d" 7 > "$0"', path], { stdio: "inherit" });
    const closed = once(writer, "close");
    expect(readLimited(path, 200_000).toString()).toBe("7".padStart(100_000, "0"));
    await closed;
  });
});

describe.skipIf(process.platform === "win32")("a named pipe to which nobody writes is named by", () => {
  afterEach(() => vi.restoreAllMocks());

  test.each([
    "check URL --config PIPE",
    "check URL --profile PIPE",
    "check URL --waivers PIPE",
    "check URL --baseline PIPE",
    "check URL --document PIPE",
    "list --document spec/openapi.yaml --overlay PIPE",
    "check URL --header-file PIPE",
    "check https://127.0.0.1:9 --no-auth --ca PIPE",
    "check https://127.0.0.1:9 --no-auth --cert PIPE --key PIPE",
    "check http://127.0.0.1:9 --token-file PIPE",
    "contracts URL --pacts PIPE",
    "contracts URL --broker http://127.0.0.1:9 --broker-token-file PIPE",
    "doctor URL --document PIPE",
    "fleet PIPE --out FOLDER",
    "judge-traffic PIPE",
    "list --document PIPE",
    "explain returns-name --document PIPE",
    "serve --document PIPE",
    "render PIPE",
    "waivers --init PIPE",
    "compare PIPE PIPE",
    "history add PIPE",
    "replay PIPE returns-name/a",
  ])("%s", async (line) => {
    // A look at the pipe takes no time.
    vi.spyOn(Atomics, "wait").mockReturnValue("timed-out");
    const path = pipe();
    const url = ["http://127.0.0.1:9", "--token", "any-token-31415"];
    const words = new Map([
      ["URL", url],
      ["PIPE", [path]],
      ["FOLDER", [folder()]],
    ]);
    const argv = line.split(" ").flatMap((word) => words.get(word) ?? [word]);
    const { status, err } = await command(argv);
    expect(err).toMatch(line.includes("--pacts") ? "it is not a file" : "it is a pipe to which nobody writes");
    expect(status).toBe(2);
  });

  test("merge, as a result that is missing", async () => {
    vi.spyOn(Atomics, "wait").mockReturnValue("timed-out");
    const { status, out, err } = await command(["merge", pipe(), pipe()]);
    expect({ status, text: `${out}${err}` }).toEqual({
      status: 3,
      text: expect.stringContaining("it is a pipe to which nobody writes"),
    });
  });
});
