import { renderText, renderMarkdown } from "../../reports/testing/render.ts";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { correct } from "../../proof/correct.ts";
import { startInMemory } from "../../proof/seeds/in-memory.ts";
import { type Format, renderers } from "../../reports/index.ts";
import { renderShort } from "../../reports/text/terminal-short-report.ts";
import { renderJson } from "../../reports/json.ts";
import { renderAnnotations } from "../../reports/tests/annotations.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { readTap } from "../../reports/testing/readers.ts";
import { command, folder } from "../testing/command.ts";

const token = "canary-token-31415926";
const formats = Object.keys(renderers) as Format[];

function sampleFile(text = renderJson(sampleResult)): string {
  const file = join(folder(), "result.json");
  writeFileSync(file, text);
  return file;
}

/** The options that write every format to a folder. */
function everyFormat(into: string): readonly string[] {
  return formats.flatMap((format) => ["--report", `${format}=${join(into, renderers[format].fileName)}`]);
}

function contents(of: string): Readonly<Record<string, string>> {
  return Object.fromEntries(readdirSync(of).map((name) => [name, readFileSync(join(of, name), "utf8")]));
}

describe("render", () => {
  test("makes every report that the run could have made, byte for byte, of result.json alone", async () => {
    const [atOnce, later] = [folder(), folder()];
    await using provider = startInMemory(correct, { token });
    const ran = await command(["check", provider.url, "--token", token, "--no-contracts", ...everyFormat(atOnce)]);
    expect(ran.status).toBe(0);
    const rendered = await command(["render", join(atOnce, "result.json"), ...everyFormat(later)]);
    const names = formats.map((format) => renderers[format].fileName).join(", ");
    expect(rendered).toMatchObject({ status: 0, out: "", err: `Written to ${later}: ${names}\n` });
    expect(Object.keys(contents(later))).toHaveLength(formats.length);
    expect(contents(later)).toEqual(contents(atOnce));
  });

  test("prints the short report, the one with everything, or one in another format, and gives 0 whatever the verdict", async () => {
    expect(await command(["render", sampleFile()])).toMatchObject({
      status: 0,
      out: renderShort(sampleResult),
      err: "",
    });
    for (const argv of [["--details"], ["--report", "text=-"]]) {
      expect((await command(["render", sampleFile(), ...argv])).out).toBe(renderText(sampleResult));
    }
    const { out } = await command(["render", sampleFile(), "--report", "tap=-"]);
    expect(readTap(out).points.length).toBeGreaterThan(10);
  });

  test("says that a result was cut short", async () => {
    const cutShort = renderJson({ ...sampleResult, complete: false });
    expect((await command(["render", sampleFile(cutShort)])).out).toContain(
      "\nIncomplete run: some checks were not run.\n",
    );
    const { out } = await command(["render", sampleFile(cutShort), "--report", "markdown=-"]);
    expect(out).toContain("**Note:** Incomplete run: some checks were not run.");
  });

  const whole = renderJson(sampleResult);
  test.each([
    ["half of a result", whole.slice(0, whole.length / 2), "is cut off: its JSON ends in the middle"],
    ["a newer result", whole.replace('"formatVersion": 1', '"formatVersion": 9'), "was written by a newer version"],
    ["another document", '{"log":{}}', 'is not a result: its member /format is not "plant-store-conformance/result"'],
    ["a fault", whole.replace('"level": "MUST"', '"level": "must"'), "/requirements/0/level is none of"],
    ["no text", "\u0000\ud800", "is not JSON"],
  ])("refuses %s in one sentence, with exit status 2", async (_what, text, sentence) => {
    const file = sampleFile(text);
    const ran = await command(["render", file]);
    expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining(sentence) });
    expect(ran.err).toMatch(/^The file "[^\n]*result\.json" [^\n]*\n$/);
  });

  test("refuses bytes that are not UTF-8", async () => {
    const file = join(folder(), "result.json");
    writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d]));
    expect(await command(["render", file])).toMatchObject({
      status: 2,
      err: expect.stringContaining("not text in UTF-8"),
    });
  });

  test("names the result in a folder that is given in its place", async () => {
    const result = sampleFile();
    expect(await command(["render", dirname(result)])).toMatchObject({
      status: 2,
      err: `${JSON.stringify(dirname(result))} is a folder; did you mean ${JSON.stringify(result)}?\n`,
    });
  });

  test.each([
    [["render", "/nowhere/result.json"], "cannot be read"],
    [["render", "/tmp"], "it is a folder"],
    [["render", "R", "--report", "tap=-", "--report", "har=-"], "Two reports would go to standard output"],
    [["render", "R", "--report", "tap=x", "--report", "har=x"], "Two reports would be written to"],
    [
      ["check", "http://127.0.0.1:9", "--token", "t", "--baseline", "/nowhere.json"],
      'The baseline "/nowhere.json" does not',
    ],
    [["render", "R", "--github"], "GITHUB_STEP_SUMMARY is not set; set it to a file to try it here"],
    [["check", "--reference", "--quiet", "--report", "json=-"], "--quiet prints only the verdict line"],
    [["contracts", "--reference", "--quiet", "--report", "json=-"], "--quiet prints only the verdict line"],
    [["check", "--reference", "--quiet", "--verbose"], "cannot be used with option"],
  ])("%j is wrong usage: %s", async (argv, sentence) => {
    const file = sampleFile();
    const ran = await command(argv.map((word) => (word === "R" ? file : word)));
    expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining(sentence) });
  });

  test("in GitHub Actions adds to the job's summary and annotates the run", async () => {
    const summary = join(folder(), "summary");
    writeFileSync(summary, "before\n");
    const env = { GITHUB_STEP_SUMMARY: summary };
    const { status, out } = await command(["render", sampleFile(), "--github", "--report", "text=-"], env);
    expect(status).toBe(0);
    expect(readFileSync(summary, "utf8")).toBe(`before\n${renderMarkdown(sampleResult)}`);
    expect(out).toBe(renderText(sampleResult) + renderAnnotations(sampleResult));
  });
});

describe("check --verbose", () => {
  test("shows each exchange on standard error: method, path, status, milliseconds and check", async () => {
    await using provider = startInMemory(correct, { token });
    const file = join(folder(), "result.json");
    const argv = ["check", provider.url, "--token", token, "--verbose", "--report", `json=${file}`];
    const { err } = await command([...argv, "--only", "refuses-malformed-json"], {}, { errIsTerminal: true });
    const lines = err.split("\n").filter((line) => /^ *\d+ {2}/.test(line));
    const { exchanges } = JSON.parse(readFileSync(file, "utf8")) as { exchanges: unknown[] };
    expect(lines).toHaveLength(exchanges.length);
    expect(lines[0]).toMatch(/^ {3}0 {2}POST \/plants {2}200 {2}\d+ ms {2}accepts-valid-plant\/[a-z-]+$/);
    expect(err).not.toMatch(/canary|\r/);
  });
});
