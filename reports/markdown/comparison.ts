/** A comparison in Markdown: within the report of a run, and as a report of its own. */
import { type ReportedChange, regressionWords, changesOf } from "../../result/changes.ts";
import { baselineLine, latencyWords, runWords, reportedProfile, valueWords } from "../words/compare-words.ts";
import type { Comparison, ProfileChange, RunResult } from "../../result/result.ts";
import { code, prose } from "./encode.ts";
import { type Detail, idList } from "./failure.ts";
import { list } from "./sections.ts";

/** The most checks to name with a requirement. */
const mostChecks = 8;

/** The limit for a separate report, in which no other part needs room. */
const whole: Pick<Detail, "items"> = { items: 200 };

/** The comparison of two results, as a document. */
export function renderComparisonMarkdown(comparison: Comparison): string {
  const [older, newer] = [comparison.before, comparison.now].map((run) =>
    runWords(run).map((words) => code(words, 200)),
  );
  const paragraphs = [
    `## ${comparison.regression ? "Regression" : "No regression"}`,
    prose(regressionWords(comparison)),
    baselineSentence(comparison),
    `Baseline: ${older?.join(", ")}`,
    `This run: ${newer?.join(", ")}`,
    ...changeParagraphs(comparison, whole),
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

/** What changed, on one line. */
export function baselineSentence(comparison: Comparison): string {
  return baselineLine(comparison, (name) => code(name));
}

/** What changed, one by one. */
export function baseline({ baseline: comparison }: RunResult, detail: Detail): readonly string[] {
  return comparison === undefined ? [] : ["### Compared with the baseline", ...changeParagraphs(comparison, detail)];
}

function changeParagraphs(comparison: Comparison, { items }: Pick<Detail, "items">): readonly string[] {
  const { points, folded } = reportedProfile(comparison.profile);
  const lines = [
    ...comparison.remarks.map((remark) => prose(remark)),
    ...changesOf(comparison).map(changeLine),
    ...folded.map(([kind, all]) => `${kind}: ${idList(all, items)}`),
    `latency: ${latencyWords(comparison)}`,
  ];
  return [list(lines, items, String), ...profileTable(points, items)];
}

function changeLine({ change, name, level, words, checks }: ReportedChange): string {
  const ids = checks.length === 0 ? "" : ` (${idList(checks, mostChecks)})`;
  return `**${change}** ${code(name, 300)} ${level}: ${words}${ids}`;
}

function profileTable(points: readonly ProfileChange[], items: number): readonly string[] {
  if (points.length === 0) return [];
  const rows = points.slice(0, items).map((change) => {
    const [before, now] = valueWords(change, (value) => code(value, 200));
    return `| ${code(change.id)} | ${before} | ${now} |`;
  });
  return [["| open point | before | now |", "| --- | --- | --- |", ...rows].join("\n")];
}
