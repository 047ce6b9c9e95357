/**
 * The packages that a command loads, because loading takes longer than all requests of a run. The test counts modules,
 * because times differ between machines.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { builtCommand } from "../proof/hostile/built.ts";
import { folder } from "./testing/command.ts";

const built = await builtCommand();
const preload = new URL("./testing/loaded.mjs", import.meta.url).href;
const into = folder();
const result = join(into, "result.json");

/** How many modules of each package a command loads over its whole run, and of each folder of what is built. */
type Loaded = Readonly<Record<string, number>>;

async function loadedBy(argv: readonly string[]): Promise<Loaded> {
  const list = join(into, "loaded.txt");
  await promisify(execFile)(process.execPath, ["--import", preload, join(built, "command/main.js"), ...argv], {
    env: { ...process.env, LOADED_MODULES: list },
  });
  const files = readFileSync(list, "utf8").split("\n");
  const packages: Record<string, number> = {};
  for (const file of files) {
    const name = /.*\/(?:node_modules|dist-[^/]*)\/((?:@[^/]+\/)?[^/]+)/.exec(file.replaceAll("\\", "/"))?.[1];
    if (name !== undefined) packages[name] = (packages[name] ?? 0) + 1;
  }
  const names = Object.keys(packages).toSorted((one, other) => (one < other ? -1 : 1));
  return Object.fromEntries(names.map((name) => [name, packages[name] ?? 0]));
}

const bare = ["check", "--reference", "--no-contracts"];

/** By the words that are typed. The first one writes the result that is rendered afterwards. */
const commands: Readonly<Record<string, readonly string[]>> = {
  "check --reference --no-contracts --report json=FILE": [...bare, "--report", `json=${result}`],
  "check --reference --no-contracts --quiet": [...bare, "--quiet"],
  "check --reference": ["check", "--reference"],
  "check --reference --no-contracts --fuzz 1": [...bare, "--fuzz", "1"],
  "render FILE": ["render", result],
  "render FILE --report junit=-": ["render", result, "--report", "junit=-"],
  "--version": ["--version"],
};

/** Packages that take long to load, and the commands that need them. */
const late = ["@pact-foundation/pact-core", "ajv", "fast-check", "preact", "undici", "yaml"];
const needs: Readonly<Record<string, readonly string[]>> = { check: ["undici"], render: ["ajv"] };

test("a command loads the packages that it needs, and no others", async () => {
  const loaded: Record<string, Loaded> = {};
  for (const [name, argv] of Object.entries(commands)) loaded[name] = await loadedBy(argv);

  await expect(`${JSON.stringify(loaded, null, 2)}\n`).toMatchFileSnapshot("import-budget.json");
  for (const [name, packages] of Object.entries(loaded)) {
    const needed = [...(needs[name.split(" ")[0] ?? ""] ?? []), ...(name.includes("--fuzz") ? ["fast-check"] : [])];
    expect(
      Object.keys(packages).filter((one) => late.includes(one) && !needed.includes(one)),
      name,
    ).toEqual([]);
  }
});
