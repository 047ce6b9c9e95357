/** The reports about a history: what stands in them has no effect. */
import {
  renderHistoriesMarkdown,
  renderHistoryMarkdown,
  renderHistoriesHtml,
  renderHistoryHtml,
  renderHistoriesText,
  renderHistoryText,
} from "../testing/render.ts";
import { describe, expect, test } from "vitest";
import { hostileTexts } from "../../proof/hostile/hostile-texts.ts";
import { historyOf, type HistoryEntry, entryOfResult } from "../../result/over/history.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { encodeHtml } from "../html/html.ts";
import { historyReport } from "./history-report.ts";
import { nodesOf, readMarkdown } from "../testing/readers.ts";

/** Runs of so many days, every other of them broken, with a text wherever a file may have one. */
function history(text: string, days = 6): NonNullable<ReturnType<typeof historyOf>> {
  const base = entryOfResult(sampleResult, text);
  const entries = Array.from({ length: days }, (_, at): HistoryEntry => ({
    ...base,
    version: text,
    reason: text,
    startedAt: new Date(Date.UTC(2026, 0, 1 + at)).toISOString(),
    statuses: { [text]: at % 2 === 0 ? "passed" : "failed" },
  }));
  const found = historyOf(entries);
  if (found === null) throw new Error("There is no run");
  return found;
}

const tagsOf = (html: string): readonly string[] =>
  Array.from(html.matchAll(/<(\/?[a-z0-9]+)/gi), ([, tag = ""]) => tag);

describe("a name, a version and an id that are hostile have no effect", () => {
  test.each(hostileTexts)("on %s", (_aim, text) => {
    const one = history(text);
    const written = [
      renderHistoryText(one),
      renderHistoriesText([one]),
      renderHistoryHtml(one),
      renderHistoriesHtml([one]),
    ];
    const markdown = [renderHistoryMarkdown(one), renderHistoriesMarkdown([one])];
    for (const report of [...written, ...markdown]) {
      expect(report).not.toMatch(/(?![\n\r\t])[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u);
    }
    expect(tagsOf(renderHistoryHtml(one))).toEqual(tagsOf(renderHistoryHtml(history("x"))));
    for (const report of markdown) {
      const kinds = nodesOf(readMarkdown(report)).map(({ type }) => type);
      expect(kinds.filter((type) => ["html", "link", "image"].includes(type))).toEqual([]);
    }
    const rows = (report: string): number =>
      nodesOf(readMarkdown(report)).filter(({ type }) => type === "tableRow").length;
    expect(rows(renderHistoryMarkdown(one))).toBe(rows(renderHistoryMarkdown(history("x"))));
  });
});

test("in text, a long name and a long version are broken, and no line is wider than the page or begins as a command", () => {
  const long = `${"a-long-name-of-a-provider-".repeat(3)}::error::x`;
  const lines = [renderHistoriesText([history(long)]), renderHistoryText(history(long))].join("\n").split("\n");
  expect(lines.filter((line) => line.length > 80 && line !== long)).toEqual([]);
  expect(lines.filter((line) => /^\s*::/.test(line))).toEqual([]);
  expect(lines.join("\n")).toMatch(/^ {2}a-long-name- +not conformant .*\n\| of-a-provider-$/m);
});

test("of a run that judged nothing, no report says that nothing is broken", () => {
  const base = entryOfResult(sampleResult, "staging");
  const one = historyOf([{ ...base, verdict: "inconclusive", exitCode: 3, statuses: { "plant-shape": "not-judged" } }]);
  if (one === null) throw new Error("There is no run");
  for (const report of [renderHistoryText(one), renderHistoryMarkdown(one), renderHistoryHtml(one)]) {
    expect(report).toContain("No requirement is known to be broken.");
  }
});

test("the page lists the last hundred of many runs, with their latency", () => {
  const html = renderHistoryHtml(history("staging", 400));
  expect(html.match(/ m?s<\/td>/g)).toHaveLength(200);
  expect(html).toContain("The last 100 are listed.");
  expect(html).not.toContain("NaN");
});

test("a requirement has its level, and is a link where the page of requirements is published", () => {
  const one = history("plant-shape");
  const entries = one.runs.map((run) => ({ ...run, levels: { "plant-shape": "MUST" as const } }));
  const known = historyOf(entries);
  if (known === null) throw new Error("There is no run");
  const page = encodeHtml(historyReport(known, "https://docs.example/requirements"));
  expect(page).toContain('href="https://docs.example/requirements#plant-shape"');
  expect(page).toContain(">MUST</span>");
  expect(renderHistoryHtml(one)).not.toContain(">level<");
});

test("a column that is empty in every run is left out", () => {
  const [first] = history("staging").runs;
  const { version: _version, latency: _latency, ...run } = first;
  const bare = historyOf([run]);
  if (bare === null) throw new Error("There is no run");
  for (const report of [renderHistoryText(bare), renderHistoryText(history("staging"))].entries()) {
    expect(report[1].includes("version  ")).toBe(report[0] === 1);
  }
  expect(renderHistoryText(bare)).not.toContain("median");
});
