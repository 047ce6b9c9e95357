/** A command loads no package that it does not need: loading takes longer than all requests of a run. */
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

/** Packages that take long to load. */
const late = ["@pact-foundation/pact-core", "ajv", "fast-check", "undici", "yaml"];

async function loadedBy(argv: readonly string[]): Promise<readonly string[]> {
  const list = join(into, "loaded.txt");
  await promisify(execFile)(process.execPath, ["--import", preload, join(built, "command/main.js"), ...argv], {
    env: { ...process.env, LOADED_MODULES: list },
  });
  const files = readFileSync(list, "utf8").replaceAll("\\", "/");
  return late.filter((name) => files.includes(`/node_modules/${name}/`));
}

const bare = ["check", "--reference", "--no-contracts"];

// The first command writes the result that is rendered afterwards.
test.each<readonly [what: string, argv: readonly string[], loaded: readonly string[]]>([
  ["a run", [...bare, "--report", `json=${result}`], ["undici"]],
  ["a run with fuzzing", [...bare, "--fuzz", "1"], ["fast-check", "undici"]],
  ["render", ["render", result, "--report", "junit=-"], ["ajv"]],
  ["--version", ["--version"], []],
])("%s loads only what it needs", async (_what, argv, loaded) => {
  expect(await loadedBy(argv)).toEqual(loaded);
});
