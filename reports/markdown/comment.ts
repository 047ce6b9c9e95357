/**
 * The comment on a pull request, in GitHub-flavoured Markdown: the changes, then the causes, in at most 60 lines. Its
 * hidden first line differs per provider, so that two comments on one pull request do not replace each other.
 */
import { createHash } from "node:crypto";
import { causesIn } from "../../result/causes/causes-of.ts";
import { changesOf } from "../../result/changes.ts";
import { count } from "../../result/counts.ts";
import type { CauseResult, RunResult } from "../../result/result.ts";
import { exampleLine, shortFix } from "../words/cause-words.ts";
import { type Docs, explainCommand } from "../words/explained-at.ts";
import { figureWords, verdictWords } from "../words/verdict-line.ts";
import { notices } from "../words/words.ts";
import { code, prose } from "./encode.ts";
import { linkedId } from "./failure.ts";
import { baselineSentence } from "./comparison.ts";

/** The most items of each kind. The others are only counted. */
const most = { lines: 60, notices: 5, reasons: 3, changes: 8, causes: 10, requirements: 8, example: 160 } as const;

/** The number of lines of a cause. */
const causeLines = 3;

/** The comment. */
export function renderComment(result: RunResult, docs?: Docs): string {
  const above = [
    `${markerOf(result)}\n## ${headlineOf(result)}`,
    code(result.provider.baseUrl, 200),
    ...shownOf(notices(result), most.notices, "note", (notice) => `**Note:** ${prose(notice)}`),
    ...shownOf(result.reasons, most.reasons, "reason", prose),
    ...newFailures(result, docs),
  ];
  const below = ["The whole result is in `result.json` and in the other reports of the run."];
  const room = most.lines - linesOf([...above, ...below]);
  return `${[...above, ...causes(result, docs, room), ...below].join("\n\n")}\n`;
}

/** The lines of paragraphs, with the blank line after each. */
function linesOf(paragraphs: readonly string[]): number {
  return paragraphs.join("\n\n").split("\n").length + 1;
}

/** The first items in words, and the number of the others. */
function shownOf<Item>(
  items: readonly Item[],
  limit: number,
  noun: string,
  words: (item: Item) => string,
): readonly string[] {
  const more = items.length - limit;
  return [...items.slice(0, limit).map(words), ...(more > 0 ? [`and ${count(more, `more ${noun}`)}`] : [])];
}

/** The line by which a later run finds the comment. It identifies the provider by its subjects, or else by its URL. */
function markerOf({ provider, subjects = [] }: RunResult): string {
  const name = subjects.length === 0 ? provider.baseUrl : subjects.map((subject) => subject.name).join("\n");
  return `<!-- plant-store-conformance ${createHash("sha256").update(name).digest("hex").slice(0, 16)} -->`;
}

function headlineOf(result: RunResult): string {
  const verdict = `${verdictWords(result)}: ${figureWords(result)}`;
  if (result.baseline === undefined) return verdict;
  const { length: broken } = changesOf(result.baseline).filter(({ counts }) => counts);
  return `${broken === 0 ? "No new failure" : count(broken, "new failure")} since baseline. ${verdict}`;
}

function newFailures({ baseline }: RunResult, docs: Docs): readonly string[] {
  if (baseline === undefined) return [];
  const broken = changesOf(baseline).filter(({ counts }) => counts);
  const list = shownOf(broken, most.changes, "new failure", ({ name, level, words }) => {
    const id = level === "CONTRACT" ? code(name) : linkedId(name, { docs });
    return `${id} (${level}): ${words}`;
  }).map((line) => `- ${line}`);
  return [baselineSentence(baseline), ...(list.length === 0 ? [] : [list.join("\n")])];
}

/** As many causes as fit. The heading and the number of the others take two lines each. */
function causes(result: RunResult, docs: Docs, room: number): readonly string[] {
  const all = causesIn(result);
  if (all.length === 0) return [];
  const fits = Math.min(most.causes, Math.floor((room - linesOf(["### Fix first", "and more"])) / causeLines));
  const items = all.slice(0, fits).map((cause, at) => causeItem(result, cause, `${at + 1}. `, docs));
  const more = all.length - items.length;
  return ["### Fix first", items.join("\n"), ...(more > 0 ? [`and ${count(more, "more entry", "more entries")}`] : [])];
}

/** A cause in three lines: what the provider does, the example, the fix. */
function causeItem(result: RunResult, cause: CauseResult, label: string, docs: Docs): string {
  const indent = " ".repeat(label.length);
  const { title, level, requirements } = cause;
  const ids = requirements.slice(0, most.requirements).map((id) => linkedId(id, { docs }));
  const more = requirements.length - ids.length;
  return [
    `${label}**${prose(title)}** (${level}): ${ids.join(", ")}${more > 0 ? ` and ${more} more` : ""}\\`,
    `${indent}${code(exampleLine(cause, result, most.example), 2 * most.example)}\\`,
    `${indent}To fix it: ${prose(shortFix(cause))} More: ${code(explainCommand(result, requirements[0]))}`,
  ].join("\n");
}
