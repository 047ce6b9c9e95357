/** The files of `export`, read and run by the tools that they are for. A tool that is not installed is skipped. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { httpYac, newman } from "../../library/testing/example-needs.ts";
import { type Linter, onPath } from "../../library/testing/pipeline-linters.ts";
import { startServer } from "../../reference-impl/server.ts";
import { command } from "../testing/command.ts";
import { startProvider } from "../testing/scripted-provider.ts";
import { needs } from "../../proof/gate/skips.ts";

const token = "token-of-a-tool";

/** How many requests were as the file says, and how many were not. */
interface Counts {
  readonly met: number;
  readonly broken: number;
}

interface Tool {
  readonly format: "postman" | "http" | "hurl";
  readonly find: () => Promise<Linter>;
  readonly argv: (file: string, url: string) => readonly string[];
  readonly read: (output: string, file: string) => Counts;
}

const tools: readonly Tool[] = [
  {
    format: "postman",
    find: newman,
    argv: (file, url) => [
      "run",
      file,
      "--bail",
      "--env-var",
      `base_url=${url}`,
      "--env-var",
      `token=${token}`,
      "--reporters",
      "json",
      "--reporter-json-export",
      `${file}.json`,
    ],
    read: (_output, file) => {
      const { run } = JSON.parse(readFileSync(`${file}.json`, "utf8")) as {
        readonly run: { readonly stats: { readonly assertions: { readonly total: number; readonly failed: number } } };
      };
      const { total, failed } = run.stats.assertions;
      return { met: total - failed, broken: failed };
    },
  },
  {
    format: "http",
    find: httpYac,
    argv: (file, url) => [
      "send",
      file,
      "--all",
      "--bail",
      "--silent",
      "--json",
      "--var",
      `base_url=${url}`,
      "--var",
      `token=${token}`,
    ],
    read: (output) => {
      const { summary } = JSON.parse(output.slice(output.indexOf("{"))) as {
        readonly summary: { readonly successTests: number; readonly failedTests: number };
      };
      return { met: summary.successTests, broken: summary.failedTests };
    },
  },
  {
    format: "hurl",
    // npm has none.
    find: async () => onPath("hurl"),
    argv: (file, url) => ["--test", "--variable", `base_url=${url}`, "--secret", `token=${token}`, file],
    read: (output) => ({
      met: Number(/Executed requests:\s+(\d+)/.exec(output)?.[1] ?? 0),
      broken: /Failed files:\s+0/.test(output) ? 0 : 1,
    }),
  },
];

describe.each(tools)("a file for $format", ({ format, find, argv, read }) => {
  test("is read and run by its tool: green for a right server, red for one that accepts everything", async ({
    skip,
  }) => {
    const tool = await find();
    if ("missing" in tool) return skip(needs("a language", tool.missing));
    const file = join(mkdtempSync(join(tmpdir(), "plant-store-export-")), `vectors.${format}`);
    writeFileSync(file, (await command(["export", "--format", format])).out);
    const run = async (url: string): Promise<Counts & { readonly status: number | null }> => {
      // To a file: httpYac ends before all of a long output is through a pipe.
      const log = openSync(`${file}.log`, "w");
      const child = spawn(tool.program, argv(file, url), { cwd: dirname(file), stdio: ["ignore", log, log] });
      const [status] = (await once(child, "close")) as [number | null];
      closeSync(log);
      const output = readFileSync(`${file}.log`, "utf8");
      return { status, ...read(output, file) };
    };
    await using right = await startServer({ token });
    const green = await run(right.url);
    expect(green).toMatchObject({ status: 0, broken: 0 });
    expect(green.met).toBeGreaterThan(100);

    await using anything = await startProvider((_seen, response) => {
      response.setHeader("Content-Type", "application/json").end('{"name":"Fern"}');
    });
    const red = await run(anything.url);
    expect(red.status).not.toBe(0);
    expect(red.broken).toBeGreaterThan(0);
  });
});
