/** A comparison as plain text: as a part of the terminal report, and as a separate report. */
import { type ReportedChange, regressionWords, changesOf } from "../../result/changes.ts";
import { baselineLine, latencyWords, runWords, reportedProfile, valueWords } from "../words/compare-words.ts";
import type { ChangeKind, Comparison, ProfileChange, RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { type Page, type Style, type TextOptions, breakAnywhere, paint, sentence, textPage } from "./page.ts";
import { number } from "../../result/counts.ts";

/** The most changes of each kind, of the less important kinds, and the most ids on one line. */
const most = { changes: 30, others: 10, ids: 8 } as const;

/** Columns before the text of a change. */
const labelWidth = 11;

const styles: Readonly<Record<ChangeKind, Style>> = {
  broken: "bad",
  fixed: "good",
  changed: "doubtful",
  appeared: "quiet",
  gone: "quiet",
};

/** The comparison of two results as lines of text, ending with a line feed. */
export function renderComparisonText(comparison: Comparison, options: TextOptions = {}): string {
  const page = textPage(options);
  const style = comparison.regression ? "bad" : "good";
  return `${[
    ...labelled(page, "baseline", "quiet", runWords(comparison.before).join(", ")),
    ...labelled(page, "this run", "quiet", runWords(comparison.now).join(", ")),
    "",
    ...comparisonLines(page, comparison),
    "",
    ...sentence(page, regressionWords(comparison), 3).map((line) => paint(page, style, line)),
  ].join("\n")}\n`;
}

/** The changes since the baseline of the run. */
export function baseline(page: Page, result: RunResult): readonly string[] {
  return result.baseline === undefined ? [] : comparisonLines(page, result.baseline);
}

function comparisonLines(page: Page, comparison: Comparison): readonly string[] {
  const reported = changesOf(comparison);
  const kinds = [...new Set(reported.map(({ change }) => change))];
  const { points, folded } = reportedProfile(comparison.profile);
  const line = baselineLine(comparison, (name) => excerpt(name, 80));
  return [
    ...sentence(page, line, 3).map((one) => paint(page, "heading", one)),
    ...comparison.remarks.flatMap((remark) => sentence(page, `  ${remark}`, 3)),
    ...kinds.flatMap((kind) => {
      const all = reported.filter(({ change }) => change === kind);
      const limit = kind === "broken" || kind === "fixed" ? most.changes : most.others;
      const more = all.length - limit;
      return [
        ...all.slice(0, limit).flatMap((one) => changeLines(page, one)),
        ...(more > 0 ? labelled(page, kind, styles[kind], `and ${number(more)} more`) : []),
      ];
    }),
    ...points.flatMap((change) => profileLines(page, change)),
    ...folded.flatMap(([kind, all]) => labelled(page, "profile", "doubtful", `${kind}: ${idList(all)}`)),
    ...labelled(page, "latency", "quiet", latencyWords(comparison)),
  ];
}

function changeLines(page: Page, { change, name, level, words, checks }: ReportedChange): readonly string[] {
  const slugs = checks.map(({ id }) => ({ id: id.slice(name.length) }));
  const which = slugs.length === 0 ? "" : `   (${idList(slugs)})`;
  return labelled(page, change, styles[change], `${excerpt(name, 300)}   ${level}   ${words}${which}`);
}

function idList(all: ReadonlyArray<{ readonly id: string }>): string {
  const more = all.length - most.ids;
  const ids = all.slice(0, most.ids).map(({ id }) => excerpt(id, 120));
  return `${ids.join(", ")}${more > 0 ? ` and ${number(more)} more` : ""}`;
}

/** On one line if it fits; else the two answers on separate lines, which may break anywhere. */
function profileLines(page: Page, change: ProfileChange): readonly string[] {
  const [before, now] = valueWords(change, (value) => excerpt(value, 200));
  const id = excerpt(change.id, 80);
  const line = `${id}: ${before} -> ${now}`;
  const column = page.width - labelWidth;
  if (breakAnywhere(line, column).length === 1) return labelled(page, "profile", "doubtful", line);
  const value = (sign: string, text: string): readonly string[] =>
    breakAnywhere(text, column - sign.length).map(
      (part, at) => " ".repeat(labelWidth) + (at === 0 ? sign : `${" ".repeat(sign.length - 2)}| `) + part,
    );
  return [
    ...labelled(page, "profile", "doubtful", `${id}:`),
    ...value("  before  ", before),
    ...value("  now     ", now),
  ];
}

/** A label and a text beside it. */
function labelled(page: Page, label: string, style: Style, text: string): readonly string[] {
  const head = `  ${label.padEnd(labelWidth - 2)}`;
  return sentence({ ...page, width: page.width - labelWidth }, text).map(
    (line, at) => (at === 0 ? paint(page, style, head) : " ".repeat(labelWidth)) + line.trimEnd(),
  );
}
