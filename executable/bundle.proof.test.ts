/** The bundled command, as the package has it: each of its files can be loaded, and finds what it looks for. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { builtCommand } from "../proof/hostile/built.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(await builtCommand(), "command");
const files = readdirSync(folder);
const textOf = (file: string): string => readFileSync(join(folder, file), "utf8");

async function run(...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(execPath, args, { cwd: root })).stdout;
}

test("every file of the bundle can be loaded", async () => {
  const urls = files.map((file) => pathToFileURL(join(folder, file)).href);
  const loading = `for (const url of ${JSON.stringify(urls)}) await import(url);`;
  expect(await run("--input-type=module", "-e", loading, "--", "main.js", "--version")).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test("a bundled module takes the place of its compiled file for its own", () => {
  const places = files.flatMap((file) =>
    [...textOf(file).matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)].map(([, place = ""]) => place),
  );
  expect(places).toEqual(expect.arrayContaining(["../spec/built-files.js"]));
  expect(places.filter((place) => !existsSync(join(root, place.slice(3).replace(/\.js$/, ".ts"))))).toEqual([]);
});

test("what long runs and reports need alone is in no file that every run loads", () => {
  const always = ["main.js", "run.js", "sending.js"].map(textOf).join("");
  const modules = [...always.matchAll(/^\/\/ ([\w./-]+\.tsx?)$/gm)].map(([, path = ""]) => path);
  expect(modules).toEqual(
    expect.arrayContaining(["cli/program.ts", "suites/index.ts", "reports/text/terminal-text.ts"]),
  );
  expect(
    modules.filter((path) => /^(?:reports\/(?:html|markdown|fleet|history)|suites\/fuzz|traffic)\//.test(path)),
  ).toEqual([]);
});

test.each([
  ["explain plant-shape", "COMMON CAUSES, BY STACK"],
  ["list", "accepts-valid-plant"],
  ["compare spec/openapi.yaml spec/openapi.yaml", "For consumers"],
  ["completion bash", "plant-store-conformance"],
])("%s finds what it prints", async (words, printed) => {
  expect(await run(join(folder, "main.js"), ...words.split(" "))).toContain(printed);
});
