import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { prepared } from "./prepared.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = mkdtempSync(join(tmpdir(), "plant-store-prepared-"));
const made = new Set<string>();
afterAll(() => {
  for (const folder of [source, ...made]) rmSync(folder, { recursive: true });
});

let times = 0;

async function preparedFrom(text: string): Promise<string> {
  writeFileSync(join(source, "source.txt"), text);
  const make = (into: string): Promise<void> => {
    times += 1;
    writeFileSync(join(into, "made.txt"), text);
    return Promise.resolve();
  };
  const path = await prepared({ name: "prepared-test", sources: [relative(root, source)], make });
  made.add(path);
  return path;
}

test("what is prepared is made once for the same sources, and anew for others", async () => {
  const [first, again, other] = [await preparedFrom("one"), await preparedFrom("one"), await preparedFrom("two")];
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(times).toBe(2);
  expect([first, other].map((path) => readFileSync(join(path, "made.txt"), "utf8"))).toEqual(["one", "two"]);
});

test("two that prepare the same at once get one folder, and nothing is left of the other", async () => {
  const paths = await Promise.all([preparedFrom("three"), preparedFrom("three")]);
  expect(new Set(paths).size).toBe(1);
  expect(existsSync(paths[0] ?? "")).toBe(true);
});

test("what cannot be made is an error, and is tried again", async () => {
  writeFileSync(join(source, "source.txt"), "four");
  const failing = { name: "prepared-test", sources: [relative(root, source)], make: () => Promise.reject(Error("No")) };
  await expect(prepared(failing)).rejects.toThrow("No");
  expect(readFileSync(join(await preparedFrom("four"), "made.txt"), "utf8")).toBe("four");
});
