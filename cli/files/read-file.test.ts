import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder } from "../testing/command.ts";
import { readLimited } from "./read-file.ts";

describe.skipIf(process.platform === "win32")("a named pipe", () => {
  function pipe(): string {
    const path = join(folder(), "pipe");
    execFileSync("mkfifo", [path]);
    return path;
  }

  test("to which nobody writes is waited for only so long", () => {
    const path = pipe();
    expect(() => readLimited(path, 100, 2)).toThrow("it is a pipe to which nobody writes");
  });

  test("is read whole, also where its writer comes later", async () => {
    const path = pipe();
    const writer = spawn("sh", ["-c", 'printf "%0100000d" 7 > "$0"', path], { stdio: "inherit" });
    const closed = once(writer, "close");
    expect(readLimited(path, 200_000).toString()).toBe("7".padStart(100_000, "0"));
    await closed;
  });
});
