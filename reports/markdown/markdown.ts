/** The report in GitHub-flavoured Markdown, for a job summary. */
import { count } from "../../result/counts.ts";
import type { Docs } from "../words/explained-at.ts";
import type { RunResult } from "../../result/result.ts";
import { figureWords, verdictWords } from "../words/verdict-line.ts";
import { notices } from "../words/words.ts";
import { baseline, baselineSentence } from "./comparison.ts";
import { code, prose } from "./encode.ts";
import { type Detail, failureParagraphs, linkedId } from "./failure.ts";
import { contracts, notJudged, otherWaivers, outages, profile, unexpected, waived, warnings } from "./sections.ts";

/** From much to little detail. The last contains only the verdict and its figures, and always fits. */
const details: readonly Detail[] = [
  { failures: 20, body: 1024, items: 200 },
  { failures: 20, body: 256, items: 60 },
  { failures: 20, body: 0, items: 30 },
  { failures: 5, body: 0, items: 10 },
  { failures: 0, body: 0, items: 0 },
];

/** GitHub drops a summary of more than 1 MiB entirely, and other commands of the step write into the same file. */
const summaryBytes = 900 * 1024;

/** The result for GITHUB_STEP_SUMMARY: at most 900 KiB. */
export function renderMarkdown(result: RunResult, docs?: Docs): string {
  return firstThatFits(result, docs, (text) => new TextEncoder().encode(text).length <= summaryBytes);
}

function firstThatFits(result: RunResult, docs: Docs, fits: (text: string) => boolean): string {
  let text = "";
  for (const [at, detail] of details.entries()) {
    text = withDetail(result, { ...detail, docs }, at > 0);
    if (fits(text)) break;
  }
  return text;
}

function withDetail(result: RunResult, detail: Detail, isShortened: boolean): string {
  const paragraphs = [
    ...opening(result),
    ...failures(result, detail),
    ...(detail.items === 0
      ? []
      : [outages, baseline, unexpected, warnings, waived, otherWaivers, notJudged, contracts, profile].flatMap(
          (section) => section(result, detail),
        )),
    ...(isShortened ? ["This report was shortened. The whole result is in `result.json`."] : []),
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

function opening(result: RunResult): readonly string[] {
  const { tool, specification, provider, summary, seed, durationMs } = result;
  const facts = [
    `specification ${code(specification.version, 40)}`,
    count(summary.checks, "check"),
    count(summary.exchanges, "exchange"),
    `${(durationMs / 1000).toFixed(1)} s`,
    `seed ${code(seed, 60)}`,
    `${prose(tool.name)} ${code(tool.version, 40)}`,
  ];
  return [
    `## ${verdictWords(result)}: ${figureWords(result)}`,
    `${code(provider.baseUrl, 200)}, ${facts.join(", ")}`,
    ...notices(result).map((notice) => `**Note:** ${prose(notice)}`),
    ...result.reasons.slice(0, 5).map((reason) => prose(reason)),
    ...(result.baseline === undefined ? [] : [baselineSentence(result.baseline)]),
    countsTable(result),
  ];
}

function countsTable({ summary: { must, should, open } }: RunResult): string {
  const cells = [
    ["MUST", must.passed, must.failed, must.waived, must.notJudged, ""],
    ["SHOULD", should.passed, should.failed, should.waived, should.notJudged, ""],
    ["OPEN", "", open.failed, open.waived ?? "", open.notJudged, open.observed],
  ];
  return [
    "| level | met | not met | waived | not judged | observed |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...cells.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n");
}

function failures(result: RunResult, detail: Detail): readonly string[] {
  const broken = result.requirements.filter(({ level, status }) => level === "MUST" && status === "failed");
  if (broken.length === 0) return [];
  const more = broken.length - detail.failures;
  return [
    `### MUST, broken (${broken.length})`,
    ...broken
      .slice(0, detail.failures)
      .flatMap((one, at) => [`#### ${at + 1}. ${linkedId(one.id, detail)}`, ...failureParagraphs(result, one, detail)]),
    ...(more > 0 ? [`and ${count(more, "more requirement")}`] : []),
  ];
}
