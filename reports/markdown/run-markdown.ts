/** A run in GitHub-flavoured Markdown, for a pipeline: the comment on a pull request, and the job summary. */
import { createHash } from "node:crypto";
import { causesIn } from "../../result/causes/causes-of.ts";
import { baselineName, regressions } from "../../result/over/result-changes.ts";
import type { RunResult } from "../../result/result.ts";
import { count } from "../../result/safe-text.ts";
import { present } from "../../spec/defined.ts";
import { changeWords } from "../comparison.ts";
import { encodeBlocks, encodeMarkdown, fitting } from "./markdown.ts";
import { type Block, type Line, code, item, list, paragraph, section, strong, tag, words } from "../report-tree.ts";
import { causesTitle } from "../words/cause-words.ts";
import type { Docs } from "../words/printed-commands.ts";
import { figureWords, verdictWords } from "../words/verdict-line.ts";
import { notices, ownReasons } from "../words/result-words.ts";
import { causeItem } from "../run/report-sections.ts";
import { type RunView, idOf, textLimits, viewOf } from "../run/run-report-view.ts";
import { runReport } from "../run/run-report.ts";

/** The most items of each kind. The others are only counted. */
const most = { lines: 60, notices: 5, reasons: 3, changes: 8, causes: 10 } as const;

const causeLines = 3;

/**
 * The comment: the changes, then the causes, in at most 60 lines. Its hidden first line differs per provider, so that two
 * comments on one pull request do not replace each other.
 */
export function renderComment(result: RunResult, docs?: Docs): string {
  const shown = viewOf(result, textLimits, docs);
  const above = [
    paragraph(words(result.provider.baseUrl, 200)),
    ...paragraphs(notices(result), most.notices, "note", (notice) => [strong("Note:"), " ", notice]),
    ...paragraphs(ownReasons(result), most.reasons, "reason", (reason) => [reason]),
    ...newFailures(shown),
  ];
  const below = paragraph("The whole result is in `result.json` and in the other reports of the run.");
  const first = `${markerOf(result)}\n## ${headlineOf(result)}`;
  const written = (blocks: readonly Block[]): string => [first, ...encodeBlocks(blocks, { body: 0 })].join("\n\n");
  const room = most.lines - written([...above, below]).split("\n").length - 1;
  return `${written([...above, ...causes(shown, room), below])}\n`;
}

/** The first items in words, and the number of the others. */
function paragraphs(
  texts: readonly string[],
  limit: number,
  noun: string,
  said: (text: string) => Line,
): readonly Block[] {
  const more = texts.length - limit;
  const shown = texts.slice(0, limit).map((text) => paragraph(...said(text)));
  return present([...shown, more > 0 && paragraph(`and ${count(more, `more ${noun}`)}`)]);
}

/** The line by which a later run finds the comment. It identifies the provider by its subjects, or else by its URL. */
function markerOf({ provider, subjects = [] }: RunResult): string {
  const name = subjects.length === 0 ? provider.baseUrl : subjects.map((subject) => subject.name).join("\n");
  return `<!-- plant-store-conformance ${createHash("sha256").update(name).digest("hex").slice(0, 16)} -->`;
}

function headlineOf(result: RunResult): string {
  const verdict = `${verdictWords(result)}: ${figureWords(result)}`;
  if (result.baseline === undefined) return verdict;
  const { length: broken } = regressions(result.baseline);
  return `${broken === 0 ? "No new failure" : count(broken, "new failure")} since baseline. ${verdict}`;
}

function newFailures(shown: RunView): readonly Block[] {
  const { baseline } = shown.result;
  if (baseline === undefined) return [];
  const broken = regressions(baseline);
  const items = broken
    .slice(0, most.changes)
    .map(({ name, level, words: said }) =>
      item(level === "CONTRACT" ? code(name) : idOf(shown, name), " (", tag(level), `): ${said}`),
    );
  const more = broken.length - items.length;
  const all = present([...items, more > 0 && item(`and ${count(more, "more new failure")}`)]);
  const since = paragraph(`Compared with the baseline of ${baselineName(baseline)}: `, ...changeWords(baseline), ".");
  return present([since, all.length > 0 && list(all)]);
}

/** As many causes as fit. The heading, its blank line, and the number of the others take six lines. */
function causes(shown: RunView, room: number): readonly Block[] {
  const all = causesIn(shown.result);
  if (all.length === 0) return [];
  const fits = Math.min(most.causes, Math.floor((room - 4) / causeLines));
  const items = all.slice(0, fits).map((cause) => causeItem(shown, cause));
  const more = all.length - items.length;
  const rest = more > 0 && paragraph(`and ${count(more, "more cause")}`);
  return [section(causesTitle(all), [{ is: "list", isOrdered: true, items }, rest])];
}

/** From much to little. The last contains only the verdict and its figures, and always fits. */
const sizes = [
  { failures: 20, body: 1024, items: 200 },
  { failures: 20, body: 256, items: 60 },
  { failures: 20, body: 0, items: 30 },
  { failures: 5, body: 0, items: 10 },
  { failures: 0, body: 0, items: 0 },
] as const;

/** The job summary (GITHUB_STEP_SUMMARY): as much as fits. */
export function renderSummary(result: RunResult, docs?: Docs): string {
  return fitting(sizes, ({ failures: shown, body, items }) => {
    const limits = { isPage: false, causes: items, failures: shown, checks: Math.min(8, items), findings: 5, items };
    const report = runReport(viewOf(result, limits, docs));
    const isWhole = shown === sizes[0].failures && body === sizes[0].body;
    const last = paragraph("This report was shortened. The whole result is in `result.json`.");
    return encodeMarkdown(isWhole ? report : { ...report, blocks: [...report.blocks, last] }, { body });
  });
}
