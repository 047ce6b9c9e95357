import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { redactionOf } from "../../result/redact.ts";
import { folder } from "../testing/command.ts";
import { openLog, openOutput } from "./start-provider.ts";

const token = "a-token-of-the-started-provider";
const CHUNK = 64 * 1024;

/** The output of a provider and its log, with a count of what is searched for secrets. */
function printing(log: ReturnType<typeof openLog> | null): {
  readonly print: (text: string) => void;
  readonly output: ReturnType<typeof openOutput>;
  readonly searched: () => { readonly times: number; readonly characters: number };
} {
  const { redact, cutOf } = redactionOf([token]);
  let [times, characters] = [0, 0];
  const counted = (text: string): ReturnType<typeof redact> => {
    times += 1;
    characters += text.length;
    return redact(text);
  };
  const output = openOutput({ redact: counted, cutOf }, log);
  const stdout = new PassThrough();
  output.follow({ stdout, stderr: null } as unknown as ChildProcess);
  return { print: (text) => void stdout.emit("data", text), output, searched: () => ({ times, characters }) };
}

test("lines that come together are searched for secrets together", () => {
  const path = join(folder(), "provider.log");
  const { print, output, searched } = printing(openLog(path));
  const lines = "y\n".repeat(CHUNK / 2);
  print(`${lines}${token}\nthe be`);
  print("ginning\n");
  expect(searched().times).toBe(2);
  expect(readFileSync(path, "utf8")).toBe(`${lines}[redacted token]\nthe beginning\n`);
  expect(output.tail()).toContain("y\n[redacted token]\nthe beginning");
});

test("of what no file takes, the end alone is searched", () => {
  const { print, output, searched } = printing(null);
  const mark = output.mark();
  for (let count = 0; count < 10; count += 1) print(`${"y\n".repeat(CHUNK / 2)}${token} ${count}\n`);
  expect(searched().characters).toBeLessThan((10 * CHUNK) / 3);
  expect(output.tail()).toContain("y\n[redacted token] 9");
  expect(output.writtenSince(mark)).toContain("y\n[redacted token] 9");
  print(`${token}${"x".repeat(CHUNK)}\n`);
  expect(output.tail()).not.toContain(token.slice(1));
});

test("the file says that it takes no more, and what comes then is searched at its end alone", () => {
  const path = join(folder(), "provider.log");
  const { print, output, searched } = printing(openLog(path));
  const lines = "y\n".repeat(CHUNK / 2);
  for (let bytes = 0; bytes <= 16 * 1024 * 1024; bytes += CHUNK) print(lines);
  const { characters } = searched();
  for (let count = 0; count < 100; count += 1) print(lines);
  print("the end\n");
  expect(searched().characters - characters).toBeLessThan((100 * CHUNK) / 3);
  expect(output.tail()).toContain("y\nthe end");
  const kept = readFileSync(path, "utf8");
  expect(kept.endsWith("y\n--- the provider wrote more, which is not kept ---\n")).toBe(true);
  expect(kept.length).toBeLessThan(16 * 1024 * 1024 + CHUNK);
});
