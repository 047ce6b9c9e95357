import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { renderJson } from "../../reports/json.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { RESULTS_WITHIN } from "../commands/merge.ts";
import { commandOf } from "../options/commander-options.ts";
import { command, folder } from "../testing/command.ts";
import { inputsOf, overwritten } from "./write-reports.ts";

/** Writes a text to a new file. */
function file(name: string, text: string): string {
  const path = join(folder(), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const result = renderJson(sampleResult);
const noServer = "http://127.0.0.1:9";

/** A command line whose report would overwrite an input file. */
type Case = readonly [what: string, text: string, argv: (path: string) => readonly string[]];

const check = ["check", noServer, "--no-contracts"];
const cases: readonly Case[] = [
  ["the result of render", result, (path) => ["render", path, "--report", `html=${path}`]],
  ["a shard of merge", result, (path) => ["merge", noServer, path, "--report", `text=${path}`]],
  ["a recording", "", (path) => ["judge-traffic", path, "--report", `json=${path}`]],
  [
    "the baseline",
    result,
    (path) => [...check, "--token", "abc-def-ghi", "--baseline", path, "--report", `text=${path}`],
  ],
  [
    "the file of the token",
    "a-token-in-a-file",
    (path) => [...check, "--token-file", path, "--report", `text=${path}`],
  ],
  [
    "the configuration",
    "strict: true",
    (path) => [...check, "--token", "abc-def-ghi", "--config", path, "--report", `text=${path}`],
  ],
  ["the waivers", "[]", (path) => [...check, "--token", "abc-def-ghi", "--waivers", path, "--report", `text=${path}`]],
];

test.each(cases)("a report over %s is refused, and the file stays as it is", async (_what, text, argv) => {
  const path = file("input", text);
  expect(await command(argv(path))).toEqual({
    status: 2,
    out: "",
    err: `A report would be written to ${JSON.stringify(path)}, which the command reads; give it its own file\n`,
  });
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("also over the configuration that nobody has named, and over a file of a fleet", async () => {
  const config = file("plant-store-conformance.yaml", "strict: true\n");
  const argv = ["contracts", noServer, "--token", "abc-def-ghi", "--report", `text=${config}`];
  const { status, err } = await command(argv, {}, { folder: dirname(config) });
  expect([status, err]).toEqual([2, expect.stringContaining("which the command reads")]);

  const baseline = file("providers/a/result.json", result);
  const out = dirname(dirname(dirname(baseline)));
  const providers = [{ name: "a", "base-url": noServer, token: "abc-def-ghi", baseline }];
  const fleet = file("fleet.yaml", JSON.stringify({ providers }));
  expect(await command(["fleet", fleet, "--out", out])).toMatchObject({ status: 2, out: "" });
  expect(readFileSync(baseline, "utf8")).toBe(result);
  expect(existsSync(join(out, "fleet.json"))).toBe(false);
});

test("a result can be rendered into its own folder", async () => {
  const path = file("result.json", result);
  expect((await command(["render", path, "--out", dirname(path)])).status).toBe(0);
  expect(readFileSync(path, "utf8")).toBe(result);
});

test("a result takes the place of the baseline, so that each run is compared with the last", async () => {
  const path = file("result.json", result);
  const argv = [...check, "--token", "abc-def-ghi", "--baseline", path, "--out", dirname(path), "--quiet"];
  expect((await command(argv)).status).toBe(3);
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ verdict: "inconclusive" });
});

describe("a file that is read", () => {
  test("is recognised by another name, and another file beside it is none", () => {
    const path = file("token.txt", "");
    const link = join(folder(), "link.txt");
    symlinkSync(path, link);
    expect(overwritten([{ path: "other" }, { path: link }], [{ path }])).toEqual({ path: link });
    expect(overwritten([{ path }], [{ path: link }])).toEqual({ path });
    expect(overwritten([{ path: `${path}.html` }, { path: dirname(path) }], [{ path }])).toBeUndefined();
    expect(overwritten([{ path: "/dev/null" }], [{ path: "/dev/null" }])).toBeUndefined();
  });

  test("may be one of a folder, as far as the command reads there", () => {
    const shard = file("a/b/result-1.json", "");
    const all = dirname(dirname(dirname(shard)));
    const page = join(dirname(shard), "page.json");
    writeFileSync(page, "");
    const merged = [{ path: all, within: RESULTS_WITHIN }];
    expect(overwritten([{ path: shard }], merged)).toEqual({ path: shard });
    expect(overwritten([{ path: page }], merged)).toBeUndefined();
    expect(overwritten([{ path: page }], inputsOf({ pacts: [dirname(page)] }))).toEqual({ path: page });
    expect(overwritten([{ path: page }], inputsOf({ pacts: [all] }))).toBeUndefined();
  });

  test("is every one that an option of check names", () => {
    const files = commandOf("check").options.filter(({ flags }) => /<file>/.test(flags));
    expect(files.length).toBeGreaterThan(10);
    const named = Object.fromEntries(files.map((option) => [option.attributeName(), option.flags]));
    expect(
      inputsOf(named)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(Object.values(named).toSorted());
  });
});
