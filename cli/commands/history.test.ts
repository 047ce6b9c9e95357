/** `history`: any number of writers may add runs, and the command shows them. */
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { beforeAll, describe, expect, test } from "vitest";
import { renderJson } from "../../reports/json.ts";
import { sampleFleet } from "../../reports/fleet/testing/sample-fleet.ts";
import { entryOfResult } from "../../result/over/history.ts";
import type { RunResult } from "../../result/result.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { readHistory } from "../files/history-folder.ts";
import { type Ran, command, folder } from "../testing/command.ts";

/** A result of one day, in a file as a run writes it. */
function resultFile(place: string, day: number, more: Partial<RunResult> = {}): string {
  const file = join(place, `result-${day}-${Object.keys(more).length}.json`);
  const startedAt = new Date(Date.UTC(2026, 0, day)).toISOString();
  writeFileSync(file, renderJson({ ...sampleResult, startedAt, ...more }));
  return file;
}

const filesIn = (place: string): readonly string[] =>
  readdirSync(place, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));

describe("a history", () => {
  const place = folder();
  const history = join(place, "history");
  const show = (...argv: readonly string[]): Promise<Ran> =>
    command(["history", "show", "--history", history, ...argv]);

  let added: Ran;

  beforeAll(async () => {
    const provider = { ...sampleResult.provider, version: "1.4.0" };
    const files = [1, 2, 3].map((day) => resultFile(place, day, { provider }));
    added = await command(["history", "add", ...files, "--history", history, "--provider", "staging"]);
    const fleet = join(place, "fleet.json");
    writeFileSync(fleet, renderJson(sampleFleet(3)));
    await command(["history", "add", fleet, "--history", history]);
  });

  test("says how many runs were added", () => {
    expect(added).toMatchObject({ status: 0, out: `3 runs added to ${JSON.stringify(history)}\n`, err: "" });
  });

  test("has each run once, however often it is added", async () => {
    const before = filesIn(history);
    const again = await command(["history", "add", join(place, "fleet.json"), "--history", history]);
    expect(again.out).toContain("0 runs added");
    expect(again.out).toContain("3 were there already");
    expect(filesIn(history)).toEqual(before);
  });

  test("shows every provider on one line", async () => {
    const { status, out } = await show();
    expect(status).toBe(0);
    expect(out.split("\n").map((line) => line.split("   ")[0]?.trim())).toEqual(
      expect.arrayContaining(["provider", "provider 0", "provider 1", "provider 2", "staging"]),
    );
  });

  test.each([
    ["text", /staging {3}not conformant since 2026-01-01 00:00 UTC, 3 runs of 3/],
    ["markdown", /## `staging`: not conformant since 2026-01-01 00:00 UTC/],
    ["html", /<h1><span class="outcome failed">.*staging<\/span><\/h1>/],
  ])("shows as %s since when a requirement of one provider is broken, with the version", async (format, heading) => {
    const { status, out } = await show("staging", "--format", format);
    expect(status).toBe(0);
    expect(out).toMatch(heading);
    const [broken] = sampleResult.requirements.filter((requirement) => requirement.status === "failed");
    expect(out).toContain(broken?.id);
    expect(out).toContain("1.4.0");
    expect(out).toContain("2026-01-03 00:00");
  });

  test.each([
    [["stagin"], 'has no provider "stagin"; did you mean "staging"?'],
    [["--format", "htm"], '--format "htm" is not a format; did you mean html?'],
    [
      ["--history", "/nowhere/at/all"],
      'The history "/nowhere/at/all" cannot be read (there is no such file or folder)',
    ],
  ])("refuses show %j", async (argv, message) => {
    expect(await show(...argv)).toMatchObject({ status: 2, out: "", err: expect.stringContaining(message) });
  });

  test("refuses to add what is not a result, and adds nothing of the others", async () => {
    const before = filesIn(history);
    const text = join(place, "text.json");
    writeFileSync(text, "{}");
    const ran = await command(["history", "add", resultFile(place, 9), text, "--history", history]);
    expect(ran).toMatchObject({ status: 2, err: expect.stringContaining("text.json") });
    expect(filesIn(history)).toEqual(before);
  });

  test.each([
    ["an empty name", ""],
    ["a name of spaces", "  "],
    ["a name that is too long", "p".repeat(2_001)],
  ])("refuses %s, which no entry can have", async (_kind, name) => {
    const before = filesIn(history);
    const ran = await command(["history", "add", resultFile(place, 9), "--provider", name, "--history", history]);
    expect(ran).toMatchObject({
      status: 2,
      err: expect.stringMatching(/^--provider is "[ p]*(\[\.\.\.\])?"; give a string of 1 to 2000/),
    });
    expect(filesIn(history)).toEqual(before);
  });

  test("refuses a shard, which is a part of a run", async () => {
    const before = filesIn(history);
    const plan = { authentication: "bearer", invalidToken: false, cases: 0, sha256: "0".repeat(64) } as const;
    const shard = { index: 2, of: 3, plan, sent: [] };
    const ran = await command(["history", "add", resultFile(place, 9, { shard }), "--history", history]);
    expect(ran).toMatchObject({ status: 2, err: expect.stringContaining("is of shard 2 of 3, a part of a run") });
    expect(filesIn(history)).toEqual(before);
  });

  test("asks for a name of an application that was judged in its process", async () => {
    const file = resultFile(place, 9, { provider: { ...sampleResult.provider, inProcess: true } });
    const ran = await command(["history", "add", file, "--history", history]);
    expect(ran).toMatchObject({ status: 2, err: expect.stringContaining("give one with --provider") });
  });

  test("refuses a name for the providers of a fleet, which have names", async () => {
    const ran = await command(["history", "add", join(place, "fleet.json"), "--provider", "x", "--history", history]);
    expect(ran).toMatchObject({ status: 2, err: expect.stringContaining("leave out --provider") });
  });
});

describe("of a history that others may write to", () => {
  test("what is not a run is left out and named, and nothing that has no end is read", async () => {
    const history = folder();
    await command(["history", "add", resultFile(folder(), 1), "--history", history, "--provider", "p"]);
    const [own = ""] = readdirSync(history);
    const name = (digit: string): string => join(history, own, `20260101T000000000Z-${digit.repeat(16)}.json`);
    writeFileSync(name("a"), "\u001b[2J\n");
    writeFileSync(name("b"), JSON.stringify({ format: "other" }));
    writeFileSync(name("c"), "x".repeat(200_000));
    symlinkSync("/dev/zero", name("d"));
    mkdirSync(name("e"));
    writeFileSync(join(history, own, ".partial"), "{");
    const ran = await command(["history", "show", "--history", history]);
    expect(ran.status).toBe(0);
    expect(ran.err.trimEnd().split("\n")).toHaveLength(5);
    expect(ran.err).toContain("(it is not JSON, or cut off); it is left out");
    expect(ran.err).not.toContain("\u001b");
    expect(ran.out).toMatch(/^ {2}p {2,}not conformant {2,}.* 1 {2,}/m);
  });

  test("a file beside the providers is no provider", async () => {
    const history = folder();
    await command(["history", "add", resultFile(folder(), 1), "--history", history, "--provider", "p"]);
    for (const name of [".gitkeep", "README.md"]) writeFileSync(join(history, name), "");
    expect(await command(["history", "show", "--history", history])).toMatchObject({ status: 0, err: "" });
  });

  test("a name leads to no other folder", async () => {
    const place = folder();
    const history = join(place, "history");
    await command(["history", "add", resultFile(place, 1), "--history", history, "--provider", "../../outside"]);
    expect(readdirSync(place).toSorted()).toEqual(["history", "result-1-0.json"]);
    expect([...readHistory(history).keys()]).toEqual(["../../outside"]);
  });
});

test("two processes that write at the same time lose nothing", async () => {
  const place = folder();
  const history = join(place, "history");
  // The module is bundled into one file of JavaScript, which every version of Node can run.
  const bundle = await rolldown({
    input: fileURLToPath(new URL("../files/history-folder.ts", import.meta.url)),
    platform: "node",
    logLevel: "silent",
  });
  const file = join(place, "history-folder.mjs");
  await bundle.write({ file, format: "esm" });
  const many = 50;
  const program = `
    import { addEntry } from ${JSON.stringify(pathToFileURL(file).href)};
    const { entry, history, many } = JSON.parse(process.argv[1]);
    for (let at = 0; at < many; at += 1) {
      // The same moment in both: only the content tells them apart.
      const startedAt = new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString();
      await addEntry(history, { ...entry, startedAt }, {});
    }`;
  const write = (seed: string): Promise<unknown> => {
    const entry = { ...entryOfResult(sampleResult, "shared"), reason: seed };
    const given = JSON.stringify({ entry, history, many });
    return promisify(execFile)(process.execPath, ["--input-type=module", "-e", program, given]);
  };
  await Promise.all([write("one"), write("other")]);
  const { entries = [], faults } = readHistory(history).get("shared") ?? {};
  expect(faults).toEqual([]);
  for (const seed of ["one", "other"]) expect(entries.filter(({ reason }) => reason === seed)).toHaveLength(many);
});
