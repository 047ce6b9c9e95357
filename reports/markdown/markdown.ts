/**
 * Encodes text for GitHub-flavoured Markdown. Text of others is written as code, inline or fenced, in which no link,
 * mention, image or HTML has effect. All text is made safe for a log first.
 */
import { present } from "../../spec/defined.ts";
import { cutAt, excerpt, number, safeText } from "../../result/safe-text.ts";
import {
  type Block,
  type ExpectedSeen,
  type Inline,
  type Item,
  type LabelledRow,
  type Line,
  type Message,
  type Report,
  type Table,
} from "../report-tree.ts";
import { bodyText } from "../words/result-words.ts";

/** Text as a code span on one line. A table cell ends at any `|`, also in code, so `|` is written as `\u{7c}`. */
export function code(text: string, limit = 120): string {
  const line = excerpt(text, limit).replaceAll("|", "\\u{7c}");
  if (line === "") return "(empty)";
  const marks = "`".repeat(longestRun(line) + 1);
  // Code that begins or ends with a backtick or a space needs a space at each end, which Markdown removes again.
  const padding = /^[` ]|[` ]$/.test(line) ? " " : "";
  return `${marks}${padding}${line}${padding}${marks}`;
}

/** Text as a fenced block. The fence is longer than any run of its mark within. `size` in bytes, of the whole. */
export function fenced(text: string, limits: { readonly codePoints: number; readonly size?: number }): string {
  const safe = safeText(text);
  const cut = cutAt(safe, limits.codePoints);
  const note =
    cut.length === safe.length
      ? ""
      : `\n[cut here${limits.size === undefined ? "" : `; ${number(limits.size)} bytes in all`}]`;
  const marks = "`".repeat(Math.max(3, longestRun(safe) + 1));
  return `${marks}text\n${cut}${note}\n${marks}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** Text that has no meaning in Markdown or on GitHub once some of its characters are escaped by a backslash. */
const plainSentence =
  /^(?!.*(?:\/\/|\bwww\.|\bgh-\d|\b[0-9a-f]{7,40}\b))[\p{L}\p{M}\p{N} \\.,;:?!'"()/<>{}[\]+=*^_~%|-]*$/iu;

/** A sentence of the suite, with its backticks as code. If it may contain other markup, all of it becomes code. */
export function prose(text: string): string {
  const line = excerpt(text, 600);
  // Markers of lists and heading underlines have a meaning only at the start of a line.
  return isPlain(line) && /^[\p{L}`]/u.test(line) ? escaped(line) : code(text, 600);
}

function isPlain(line: string): boolean {
  return line.split(/`([^`]+)`/).every((part, at) => at % 2 === 1 || plainSentence.test(part));
}

function startsPlainly(line: string): boolean {
  return /^(?:[\p{L}`]|\d[\d,.]*(?: |$))/u.test(line);
}

function escaped(line: string): string {
  return line
    .split(/`([^`]+)`/)
    .map((part, at) => (at % 2 === 1 ? code(part) : part.replace(/[\\!<[\]*_~|^]|(?<!-)>/g, "\\$&")))
    .join("");
}

/** The request and the response, where a row is folded. */
const EVIDENCE = "The request, the response, and how to send it again";

const MOST_REASONS = 5;

/** How much of a body to show, in code points; 0 leaves out what shows a failure. */
export interface MarkdownOptions {
  readonly body: number;
  /** A page of its own: items have anchors, and rows show their messages, unfolded. */
  readonly hasAnchors?: true;
}

/** The report as Markdown, ending with a line feed. */
export function encodeMarkdown(report: Report, options: MarkdownOptions = { body: 1024 }): string {
  const { title, figures = "", facts = [], notices = [], reasons = [], blocks } = report;
  const paragraphs = present([
    `## ${lineOf(title)}${figures === "" ? "" : `: ${lineOf([figures])}`}`,
    facts.length > 0 && facts.map(lineOf).join(", "),
    ...notices.map((notice) => `**Note:** ${prose(notice)}`),
    ...reasons.slice(0, MOST_REASONS).map(prose),
    ...encodeBlocks(blocks, options),
  ]);
  return `${paragraphs.join("\n\n")}\n`;
}

/** Blocks as paragraphs, which need a blank line between them. */
export function encodeBlocks(blocks: readonly Block[], options: MarkdownOptions, depth = 3): readonly string[] {
  let at = 0;
  return blocks.flatMap((block) => blockParagraphs(block, options, depth, block.is === "fold" ? (at += 1) : 0));
}

/** A line in Markdown. Its first part may not begin a list, a heading or a quotation. */
export function lineOf(line: Line): string {
  const [first] = line;
  if (typeof first === "string" && !startsPlainly(first))
    return lineOf([{ is: "words", text: first, limit: 600 }, ...line.slice(1)]);
  return line.map(inlineOf).join("");
}

function inlineOf(inline: Inline): string {
  if (typeof inline === "string") {
    const line = excerpt(inline, 600);
    return isPlain(line) ? escaped(line) : code(inline, 600);
  }
  switch (inline.is) {
    case "code":
    case "words":
      return code(inline.text, inline.limit);
    case "link": {
      const content = inlineOf(inline.content);
      if (!("address" in inline.to)) return content;
      return `[${content}](<${inline.to.address.replaceAll(/[<>\s\\]/g, encodeURIComponent)}>)`;
    }
    case "strong":
      return `**${inlineOf(inline.content)}**`;
    case "mark":
      return inlineOf(inline.content);
    case "outcome":
      return inline.outcome === "failed" ? `**${inlineOf(inline.text)}**` : inlineOf(inline.text);
    case "tag":
    case "date":
    case "aside":
      return inlineOf(inline.text);
    case "gap":
      return " ";
  }
}

/** @param place the place of a fold among its neighbours */
function blockParagraphs(block: Block, options: MarkdownOptions, depth: number, place: number): readonly string[] {
  const heading = "#".repeat(Math.min(depth, 6));
  switch (block.is) {
    case "paragraph":
      return [lineOf(block.content)];
    case "section": {
      const remark = block.remark === undefined ? "" : `: ${block.remark.map(inlineOf).join("")}`;
      return [`${heading} ${lineOf(block.title)}${remark}`, ...encodeBlocks(block.blocks, options, depth + 1)];
    }
    case "list":
      return [
        block.items.map((one, at) => itemOf(one, block.isOrdered === true ? `${at + 1}. ` : "- ", options)).join("\n"),
      ];
    case "rows":
      return rowParagraphs(block.rows, options);
    case "table":
      return [tableOf(block)];
    case "fold":
      return [`${heading} ${place}. ${lineOf(block.summary)}`, ...encodeBlocks(block.blocks, options, depth + 1)];
    case "message":
      return messageParagraphs(block, options);
    case "command":
      return [fenced(block.text, { codePoints: 8192 })];
    case "output":
      return [fenced(block.lines.join("\n"), { codePoints: options.body })];
    case "difference":
      return [block.findings.map((finding) => `- ${findingOf(finding)}`).join("\n")];
    case "search":
    case "choice":
      return [];
  }
}

/** The lines of an item stand below each other. */
function itemOf({ id, blocks }: Item, label: string, options: MarkdownOptions): string {
  const indent = " ".repeat(label.length);
  const isPage = options.hasAnchors === true;
  const anchor = isPage && id !== undefined ? `<a id="${id}"></a>` : "";
  const lines = blocks.flatMap((block) => (block.is === "paragraph" ? [lineOf(block.content)] : []));
  const rows = blocks.flatMap((block) => (block.is === "rows" ? block.rows : []));
  const below = rows.flatMap((row) => [...rowLines(row), ...(isPage ? messagesOf(row, options) : [])]);
  const written = below.map((line) => (line === "" ? "" : `${indent}${line}`));
  return [`${label}${anchor}${lines.join(`\\\n${indent}`)}`, ...written].join("\n");
}

function messagesOf({ blocks }: LabelledRow, options: MarkdownOptions): readonly string[] {
  const paragraphs = blocks.flatMap((block) => (block.is === "message" ? messageParagraphs(block, options) : []));
  return paragraphs.flatMap((text) => ["", ...text.split("\n")]);
}

/** Rows as a list, and what shows them folded below it. */
function rowParagraphs(all: readonly LabelledRow[], options: MarkdownOptions): readonly string[] {
  const lines = all.filter(({ isEvidence }) => isEvidence !== true).flatMap(rowLines);
  const evidence = options.body === 0 ? [] : all.filter(({ isEvidence }) => isEvidence === true);
  const folded = evidence.flatMap(({ label, blocks }) => {
    const [first = "", ...others] = encodeBlocks(blocks, options);
    return isCommand(blocks) ? [first] : [`${labelOf(label)} ${first}`, ...others];
  });
  return present([
    lines.length > 0 && lines.join("\n"),
    ...(folded.length === 0 ? [] : [`<details><summary>${EVIDENCE}</summary>`, ...folded, "</details>"]),
  ]);
}

function isCommand([block]: readonly Block[]): boolean {
  return block?.is === "command";
}

function labelOf(label: Inline): string {
  return `**${typeof label === "string" ? label : inlineOf(label).replaceAll("*", "")}**`;
}

/** A row as one line of a list; each item, and each difference, is a line of its own. */
function rowLines({ label, blocks }: LabelledRow): readonly string[] {
  const name = label === "" ? "-" : `- ${labelOf(label)}`;
  const lines = blocks.filter(({ is }) => is === "paragraph" || is === "command");
  const items = blocks.flatMap((block) => {
    if (block.is === "list") return block.items.map((one) => `${name} ${itemOf(one, "", { body: 0 })}`);
    return block.is === "difference" ? block.findings.map((finding) => `${name} ${findingOf(finding)}`) : [];
  });
  return present([lines.length > 0 && `${name} ${lines.map(cellOf).join(" ")}`, ...items]);
}

function findingOf({ where, expected, seen }: ExpectedSeen): string {
  return `${code(where)}: expected ${code(expected)}, seen ${code(seen)}`;
}

function tableOf({ head, groups }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(head.map(({ title }) => inlineOf(title))),
    line(head.map(({ isFigure }) => (isFigure === true ? "---:" : "---"))),
    ...groups.flatMap(({ rows }) =>
      rows.map(({ cells }) => line(cells.map(({ blocks }) => blocks.map(cellOf).join(" ")))),
    ),
  ].join("\n");
}

function cellOf(block: Block): string {
  if (block.is === "paragraph") return block.content.length === 0 ? "" : lineOf(block.content);
  if (block.is === "list") return block.items.map(({ blocks }) => blocks.map(cellOf).join(" ")).join("; ");
  return block.is === "command" ? code(block.text, 8192) : "";
}

/** The facts, and then the fields that a reader needs and the body in one block. */
function messageParagraphs({ facts, shown, notes, body }: Message, options: MarkdownOptions): readonly string[] {
  const fields = shown.map(([name, value]) => `${name}: ${value}`).join("\n");
  const isEmpty = body === null || body === undefined || body.size === 0;
  const text = [fields, isEmpty ? "" : bodyText(body)].filter((part) => part !== "").join("\n\n");
  return present([
    [...facts, ...notes].map((fact) => code(fact, 300)).join(", "),
    body === null ? "No body." : body?.size === 0 && "An empty body.",
    text !== "" && fenced(text, { codePoints: options.body + fields.length, ...(isEmpty ? {} : { size: body.size }) }),
  ]);
}

/** GitHub drops a summary of more than 1 MiB entirely, and other commands of the step write into the same file. */
const SUMMARY_BYTES = 900 * 1024;

/** The first text that fits, from much to little; the last one always does. */
export function fitting<Size>(sizes: readonly Size[], render: (size: Size) => string): string {
  let text = "";
  for (const size of sizes) {
    text = render(size);
    if (new TextEncoder().encode(text).length <= SUMMARY_BYTES) break;
  }
  return text;
}
