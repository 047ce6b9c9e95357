/**
 * From a first attempt to a provider that meets everything: the first report has at most 25 lines in a terminal and at
 * most one entry more than the code has faults, each version fixes what the report before it names, and the last has no
 * fault. `SESSIONS=all` also runs the later versions of Flask and Go; `npm run sessions` writes `sessions.md`.
 */
import { renderText } from "../../reports/testing/render.ts";
import { readFile, writeFile } from "node:fs/promises";
import { afterAll, describe, expect, test } from "vitest";
import { judge } from "../../library/index.ts";
import { renderBrief } from "../../reports/repair-brief.ts";
import { renderShort } from "../../reports/text/terminal-short-report.ts";
import type { RunResult } from "../../result/result.ts";
import { type Attempt, attempts, missing, startVersion, token } from "./attempts.ts";
import { type FixingSession, sessionsPage } from "./sessions-page.ts";
import { needs as lacks } from "../gate/skips.ts";

const PAGE = new URL("sessions.md", import.meta.url);
const isWhole = ({ needs }: Attempt): boolean => needs.length === 0 || process.env["SESSIONS"] === "all";

async function judged(version: Attempt["versions"][number]): Promise<RunResult> {
  const running = await startVersion(version);
  try {
    return await judge({ url: running.url, token, seed: "1", strict: false, contracts: false });
  } finally {
    await running.stop();
  }
}

function linesOf(report: string): number {
  return report.trimEnd().split("\n").length;
}

/** The causes in the handler. */
function causesOf({ causes }: RunResult, { ofServer }: Attempt): readonly string[] {
  return causes?.flatMap(({ id }) => (ofServer.includes(id) ? [] : [id])) ?? [];
}

/** The complete sessions. */
const sessions: FixingSession[] = [];

describe.each(attempts)("a first attempt with $name", (attempt) => {
  test("has a short first report, and is fixed by what the reports name", async (context) => {
    const why = missing(attempt);
    if (why !== undefined) return context.skip(lacks("a language", why));
    const { name, versions, fixes } = attempt;
    const results: RunResult[] = [];
    for (const version of isWhole(attempt) ? versions : versions.slice(0, 1)) results.push(await judged(version));
    const [first] = results;
    if (first === undefined) throw new Error("There is no version");
    expectShort(first, attempt);
    for (const [at, result] of results.slice(1).entries()) {
      const before = causesOf(results[at] ?? first, attempt);
      const after = causesOf(result, attempt);
      expect(before.filter((cause) => !after.includes(cause)).sort()).toEqual([...(fixes[at] ?? [])].sort());
    }
    if (!isWhole(attempt)) return;
    const verdicts = results.map((result) => `${result.verdict} ${causesOf(result, attempt).length}`);
    expect(verdicts.at(-1)).toBe("conformant 0");
    sessions.push({
      name,
      conformantAt: verdicts.findIndex((one) => one.startsWith("conformant")) + 1,
      short: results.map((result) => linesOf(renderShort(result, { width: 80 }))),
      details: results.map((result) => linesOf(renderText(result, { width: 80 }))),
    });
  });
});

function expectShort(result: RunResult, attempt: Attempt): void {
  const { length: own } = causesOf(result, attempt);
  expect(own).toBeGreaterThanOrEqual(attempt.faults.length - 1);
  expect(own).toBeLessThanOrEqual(attempt.faults.length + 1);
  const { length: entries } = result.causes ?? [];
  for (const width of [80, 100, 120]) expect(linesOf(renderShort(result, { width }))).toBeLessThanOrEqual(25);
  // The verdict, what was sent, the heading, three examples and fixes, the profile, where to find more, the exit
  // status. Two of the examples may need a second line.
  expect(linesOf(renderShort(result, { width: 80 }))).toBeLessThanOrEqual(entries + 14);
  const brief = renderBrief(result);
  expect(Buffer.byteLength(brief)).toBeLessThanOrEqual(8 * 1024);
  expect(linesOf(brief)).toBe(entries);
}

afterAll(async () => {
  if (process.env["UPDATE_SESSIONS"] !== "1") return;
  if (sessions.length < attempts.length) throw new Error("Not every session was run to its end");
  await writeFile(PAGE, sessionsPage(sessions));
});

test("sessions.md has the runs and the lines of each session that was run", async () => {
  const page = await readFile(PAGE, "utf8");
  expect(sessions.length).toBeGreaterThan(0);
  if (process.env["UPDATE_SESSIONS"] === "1") return;
  for (const session of sessions) {
    const row = page.split("\n").find((line) => line.startsWith(`| ${session.name} `)) ?? "";
    const [runs, all, short = Number.NaN, details = Number.NaN] =
      row.match(/(?<=\| *)\d+(?= *[|(])/g)?.map(Number) ?? [];
    expect([runs, all]).toEqual([session.conformantAt, session.short.length]);
    // Another port or time may wrap a line, and another version of a framework may use other words.
    expect(Math.abs(sumOf(session.short) / short - 1)).toBeLessThan(0.1);
    expect(Math.abs(sumOf(session.details) / details - 1)).toBeLessThan(0.1);
  }
});

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
