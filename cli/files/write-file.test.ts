import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { renderJson } from "../../reports/json.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { command, folder } from "../testing/command.ts";
import { needs, skipFor } from "../../proof/gate/skips.ts";

const text = renderJson(sampleResult);

function sample(): string {
  const file = join(folder(), "result.json");
  writeFileSync(file, text);
  return file;
}

/** Writes the result again, to another path. */
function renderTo(path: string): ReturnType<typeof command> {
  return command(["render", sample(), "--report", `json=${path}`]);
}

describe("a regular file", () => {
  test("is replaced whole, and nothing is left beside it", async () => {
    const into = folder();
    const [path, other] = [join(into, "result.json"), join(into, "kept")];
    writeFileSync(path, "before");
    linkSync(path, other);
    expect((await renderTo(path)).status).toBe(0);
    expect([readFileSync(path, "utf8"), readFileSync(other, "utf8")]).toEqual([text, "before"]);
    expect(readdirSync(into).sort()).toEqual(["kept", "result.json"]);
  });

  test("that is a link is replaced, and what the link led to stays as it was", async () => {
    const into = folder();
    const [path, target] = [join(into, "result.json"), join(folder(), "target")];
    writeFileSync(target, "precious");
    symlinkSync(target, path);
    expect((await renderTo(path)).status).toBe(0);
    expect(lstatSync(path).isFile()).toBe(true);
    expect([readFileSync(path, "utf8"), readFileSync(target, "utf8")]).toEqual([text, "precious"]);
  });

  test("is written beside a link that was planted under the name of an unfinished file", async () => {
    const into = folder();
    const [path, target] = [join(into, "result.json"), join(folder(), "target")];
    writeFileSync(target, "precious");
    symlinkSync(target, join(into, ".result.json.partial"));
    expect((await renderTo(path)).status).toBe(0);
    expect(readFileSync(target, "utf8")).toBe("precious");
    expect(readlinkSync(join(into, ".result.json.partial"))).toBe(target);
  });

  test("in a folder that is a link is written where it leads, and one that leads nowhere is named", async () => {
    const into = folder();
    for (const [name, target] of [
      ["circle", "circle"],
      ["nowhere", "missing"],
      ["there", "."],
    ] as const) {
      symlinkSync(target, join(into, name));
    }
    const said = async (name: string): Promise<string> => (await renderTo(join(into, name, "result.json"))).err;
    expect(await said("circle")).toContain("cannot be written: its links lead in a circle\n");
    expect(await said("nowhere")).toContain("cannot be written: there is no such file or folder\n");
    await said("there");
    expect(readFileSync(join(into, "result.json"), "utf8")).toBe(text);
  });

  test("may have the longest name that there is", async () => {
    const path = join(folder(), "x".repeat(255));
    expect((await renderTo(path)).status).toBe(0);
    expect(readFileSync(path, "utf8")).toBe(text);
  });
});

describe("what is no regular file", () => {
  skipFor(process.platform === "win32" ? needs("a POSIX system") : undefined);
  test("stays what it is: a device", async () => {
    const link = join(folder(), "null");
    symlinkSync("/dev/null", link);
    expect((await renderTo(link)).status).toBe(0);
    expect([lstatSync(link).isSymbolicLink(), statSync(link).isCharacterDevice()]).toEqual([true, true]);
  });

  test("a device that takes nothing is named, with exit status 3", async ({ skip }) => {
    if (process.platform !== "linux") return skip(needs("Linux"));
    const link = join(folder(), "full");
    symlinkSync("/dev/full", link);
    expect(await renderTo(link)).toMatchObject({
      status: 3,
      err: `The report ${JSON.stringify(link)} cannot be written: no space is left on the device\n`,
    });
    expect(statSync(link).isCharacterDevice()).toBe(true);
  });

  test("is given to its reader: a named pipe", async () => {
    const pipe = join(folder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    const reader = spawn("cat", [pipe], { stdio: ["ignore", "pipe", "inherit"] });
    let read = "";
    reader.stdout.setEncoding("utf8").on("data", (part: string) => (read += part));
    const closed = once(reader, "close");
    expect((await renderTo(pipe)).status).toBe(0);
    await closed;
    expect(read).toBe(text);
    expect(statSync(pipe).isFIFO()).toBe(true);
  });

  test("is standard output, before the report that is printed", async () => {
    const { status, out } = await renderTo("/dev/stdout");
    expect({ status, out }).toEqual({ status: 0, out: text });
  });

  test("is a file that a shell has opened, which is continued", async () => {
    const file = join(folder(), "log");
    writeFileSync(file, "before\n");
    const descriptor = openSync(file, "a");
    expect((await renderTo(`/dev/fd/${descriptor}`)).status).toBe(0);
    closeSync(descriptor);
    expect(readFileSync(file, "utf8")).toBe(`before\n${text}`);
  });
});
