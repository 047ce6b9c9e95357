import { renderComparisonMarkdown, renderComparisonText } from "../../reports/testing/render.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { correct } from "../../proof/correct.ts";
import { mutants } from "../../proof/mutants/index.ts";
import { startInMemory } from "../../proof/seeds/in-memory.ts";
import { renderJson } from "../../reports/json.ts";
import type { RunResult } from "../../result/result.ts";
import { concluded, sampleBaseline } from "../../result/testing/sample-baseline.ts";
import { sampleComparison } from "../../result/testing/sample-comparison.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { readResult } from "../../reports/testing/readers.ts";
import { command, folder } from "../testing/command.ts";
import { countOf } from "../../spec/testing/counts.ts";

function file(result: RunResult, name = "result.json"): string {
  const path = join(folder(), name);
  writeFileSync(path, renderJson(result));
  return path;
}

const [before, now] = [file(sampleBaseline), file(sampleResult)];
const newer = join(folder(), "newer.json");
writeFileSync(newer, renderJson(sampleBaseline).replace('"formatVersion": 1', '"formatVersion": 2'));
const cutShort = file(concluded({ ...sampleBaseline, complete: false }));
const contractsAlone = file(
  concluded({ ...sampleBaseline, requirements: [], selection: { only: ["contracts"], skip: [] } }),
);
const checksAlone = file(concluded({ ...sampleBaseline, contracts: [] }));

describe("compare", () => {
  test("tells what changed as text, as Markdown or as JSON, with exit status 0 whatever it is", async () => {
    expect(await command(["compare", before, now])).toEqual({
      status: 0,
      out: renderComparisonText(sampleComparison),
      err: "",
    });
    expect((await command(["compare", before, now, "--format", "markdown"])).out).toBe(
      renderComparisonMarkdown(sampleComparison),
    );
    const { out } = await command(["compare", before, now, "--format", "json"]);
    expect(JSON.parse(out)).toEqual(sampleComparison);
  });

  test("says in a sentence that there is no difference", async () => {
    const { status, out } = await command(["compare", now, now, "--fail-on-regression"]);
    expect(status).toBe(0);
    expect(out).toContain("no difference in\n   10 requirements, 14 checks, 1 open point and 5 interactions.");
  });

  test("ends with exit status 1 for a regression where that was asked for", async () => {
    expect((await command(["compare", before, now, "--fail-on-regression"])).status).toBe(1);
  });

  test("is coloured on a terminal alone, and as wide as it is", async () => {
    const terminal = await command(["compare", before, now], {}, { outIsTerminal: true, columns: 100 });
    expect(terminal.out).toContain("\u001b[");
    expect(terminal.out.split("\n").some((line) => line.length > 85)).toBe(true);
    const quiet = await command(["compare", before, now], { NO_COLOR: "1" }, { outIsTerminal: true });
    expect(quiet.out).not.toContain("\u001b[");
  });

  test.each([
    [["compare", before], "missing required argument"],
    [["compare", before, "/nowhere.json"], 'The file "/nowhere.json" cannot be read'],
    [["compare", newer, now], "was written by a newer version"],
    [["compare", cutShort, now], "cannot be a baseline: that run was incomplete"],
    [["compare", contractsAlone, checksAlone], "There is nothing that was asked in both"],
    [["compare", before, now, "--format", "markdwon"], '--format "markdwon" is not a format; did you mean markdown?'],
    [["compare", before, now, "--operation", "/plants"], "--operation is about documents"],
    [["compare", before, now, "--format", "constructor"], "is not a format; give one of text, markdown, json"],
  ])("%j is wrong usage: %s", async (argv, sentence) => {
    const { status, out, err } = await command(argv);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err.toLowerCase()).toContain(sentence.toLowerCase());
    expect(err.trimEnd()).not.toContain("\n");
  });
});

describe("check --baseline", () => {
  const check = (...argv: readonly string[]): ReturnType<typeof command> =>
    command(["check", "--no-contracts", ...argv]);
  const read = (path: string): RunResult => readResult(readFileSync(path, "utf8"));

  test("puts what changed into every report, and into the result that they are made of", async () => {
    const [earlier, into] = [join(folder(), "earlier.json"), folder()];
    await check("--reference", "--quiet", "--report", `json=${earlier}`);
    const first = read(earlier);
    const requirements = first.requirements.map((requirement) =>
      requirement.id === "duplicate-id"
        ? { ...requirement, checks: requirement.checks.map((one) => ({ ...one, value: "200" })) }
        : requirement,
    ) as RunResult["requirements"];
    const other: RunResult = {
      ...first,
      requirements,
      profile: { ...first.profile, "duplicate-id": "200" },
      startedAt: "2026-11-20T00:00:00.000Z",
    };
    writeFileSync(earlier, renderJson(other));
    const { status, out } = await check(
      "--reference",
      "--baseline",
      earlier,
      "--out",
      into,
      "--details",
      "--fail-on-regression",
    );
    expect(status).toBe(0);
    expect(out).toContain("\nCompared with the baseline of 2026-11-20: profile: 1 changed.\n");
    expect(out).toContain("\n   profile  duplicate-id: 200 -> 409\n");
    const result = read(join(into, "result.json"));
    expect(result.baseline).toMatchObject({
      regression: false,
      profile: [{ id: "duplicate-id", before: "200", now: "409" }],
      since: { "duplicate-id": result.startedAt, "empty-name": "2026-11-20T00:00:00.000Z" },
    });
    expect(readFileSync(join(into, "report.html"), "utf8")).toContain('before: <bdi translate="no">200</bdi>');
    expect((await command(["render", join(into, "result.json"), "--details"])).out).toBe(
      readFileSync(join(into, "report.txt"), "utf8"),
    );
  });

  test("speaks of what both runs asked alone, where one of them is partial", async () => {
    const earlier = join(folder(), "earlier.json");
    await check("--reference", "--quiet", "--report", `json=${earlier}`);
    const { status, out } = await check(
      "--reference",
      "--only",
      "refuses-missing-member",
      "--details",
      "--baseline",
      earlier,
    );
    expect(status).toBe(0);
    expect(out).toContain("This run is a partial one: only what it asked is compared.");
    expect(out).not.toMatch(/^ {2}(?:broken|fixed|changed|appeared|gone|profile) /m);
  });

  test("fails the run for what broke where that was asked for, with a reason; the verdict stays", async () => {
    const earlier = join(folder(), "earlier.json");
    const token = "token-of-the-baseline";
    await using right = startInMemory(correct, { token });
    await check(right.url, "--token", token, "--quiet", "--report", `json=${earlier}`);
    const mutant = mutants.find(({ name }) => name === "answers-401-without-a-challenge");
    const { behaviour } = mutant ?? { behaviour: correct };
    await using first = startInMemory(behaviour, { token });
    const argv = ["--token", token, "--baseline", earlier];
    const all = `${countOf("MUST")} of ${countOf("MUST")} MUST met`;
    expect(await check(first.url, ...argv, "--quiet")).toMatchObject({
      status: 0,
      out: `CONFORMANT   ${all}, 1 SHOULD not met, 1 newly broken\n`,
    });
    await using second = startInMemory(behaviour, { token });
    const { status, out } = await check(second.url, ...argv, "--details", "--fail-on-regression");
    expect(status).toBe(1);
    expect(out).toMatch(/\n {3}broken {3}challenges-with-401 {3}SHOULD {3}met -> not met {3}\(\/every-401\)\n/);
    expect(out).toMatch(/\nBroken since the baseline of [-\d]+ \d\d:\d\d UTC: challenges-with-401\.\n/);
    const last = `CONFORMANT, BUT NOT AS EXPECTED ${all}, 1 SHOULD not met, 1 newly broken exit 1 `;
    expect(out.replaceAll(/\s+/g, " ").endsWith(last)).toBe(true);
  });

  test.each([
    [["--fail-on-regression"], "--fail-on-regression needs an earlier run to compare with; give --baseline"],
    [["--baseline", "/nowhere.json"], 'The baseline "/nowhere.json" does not exist; copy the result.json of'],
    [["--baseline", newer], "was written by a newer version"],
    [["--baseline", cutShort], "cannot be a baseline: that run was incomplete"],
  ])("%j is refused before anything is sent", async (argv, sentence) => {
    const ran = await command(["check", "http://127.0.0.1:1", "--token", "t", ...argv]);
    expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining(sentence) });
  });
});
