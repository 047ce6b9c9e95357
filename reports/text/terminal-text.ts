/** Encodes a report for a terminal. One that ends with an exit status has its verdict last, where it stays in sight. */
import { ifAny, present } from "../../spec/defined.ts";
import { excerpt, safeText } from "../../result/safe-text.ts";
import { bodyText } from "../words/result-words.ts";
import {
  type Block,
  type Fold,
  type Inline,
  type LabelledRow,
  type Line,
  type List,
  type Message,
  type OutcomeKind,
  type Report,
  type ReportSection,
  type Table,
} from "../report-tree.ts";
import {
  type Page,
  type Style,
  type TextOptions,
  beside,
  breakAnywhere,
  columnLines,
  columnWidth,
  columnsOf,
  differenceLines,
  gutterLines,
  paint,
  painted,
  row as labelled,
  sentence,
  textPage,
  wrapWords,
} from "./terminal-lines.ts";

const styles: Readonly<Record<OutcomeKind, Style>> = {
  passed: "good",
  failed: "bad",
  warning: "doubtful",
  waived: "doubtful",
  "not-judged": "doubtful",
  observed: "quiet",
};

/** The report as lines of text, ending with a line feed. */
export function encodeText(report: Report, options: TextOptions = {}): string {
  const page = textPage(options);
  const { title, figures = "", facts = [], notices = [], reasons = [], outcome, exit, blocks } = report;
  const line = `${textOf(title)}${figures === "" ? "" : `   ${figures}`}`;
  const headline = painted(page, styles[outcome], sentence(page, line, 3));
  const [first, last] = exit === undefined ? [headline, []] : [[], [...headline, `exit ${exit}`]];
  const parts = [
    [
      ...first,
      ...facts.flatMap((fact) => sentence(page, textOf(fact), 3)),
      ...notices.flatMap((notice) => painted(page, "doubtful", sentence(page, notice, 3))),
    ],
    ...blocks.map((block) => blockLines(page, block)),
    [...reasons.flatMap((reason) => sentence(page, reason, 3)), ...last],
  ];
  const written = parts.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${written.join("\n\n")}\n`;
}

/** A line in plain text. Each part of somebody else is cut to its limit. */
export function textOf(line: Line): string {
  return line.map(inlineText).join("");
}

function inlineText(inline: Inline): string {
  if (typeof inline === "string") return inline;
  switch (inline.is) {
    case "code":
    case "words":
      return excerpt(inline.text, inline.limit);
    case "gap":
      return "   ";
    case "link":
    case "strong":
    case "mark":
      return inlineText(inline.content);
    case "outcome":
    case "tag":
    case "date":
    case "aside":
      return inline.text;
  }
}

/** The lines of a block that stands for itself. */
export function blockLines(page: Page, block: Block): readonly string[] {
  switch (block.is) {
    case "paragraph": {
      const lines = sentence(page, textOf(block.content), 3);
      return block.tone === undefined ? lines : painted(page, block.tone, lines);
    }
    case "section":
      return sectionLines(page, block);
    case "list":
      return listLines(page, block);
    case "rows":
      return block.rows.flatMap((row) => rowLines(page, row));
    case "table":
      return tableLines(page, block);
    case "fold":
      return foldLines(page, block, 0);
    case "difference":
    case "message":
    case "command":
    case "output":
      return beside(page, "", innerLines(page, block));
    case "search":
    case "choice":
      return [];
  }
}

function sectionLines(page: Page, section: ReportSection): readonly string[] {
  const { title, remark, tone, isSentence, blocks } = section;
  let at = 0;
  const lines = blocks.flatMap((block) => {
    if (block.is === "fold") return ["", ...foldLines(page, block, (at += 1))];
    return block.is === "section" ? ["", ...sectionLines(page, block)] : blockLines(page, block);
  });
  const qualified = remark === undefined ? "" : textOf(remark);
  if (isSentence === true) {
    return [...painted(page, tone ?? "heading", sentence(page, `${textOf(title)}: ${qualified}.`, 3)), ...lines];
  }
  const name = excerpt(textOf(title).toUpperCase(), page.width);
  const heading = paint(page, tone ?? "heading", name);
  if (qualified === "") return [heading, ...lines];
  return name.length + 3 + qualified.length <= page.width
    ? [`${heading}   ${paint(page, "quiet", qualified)}`, ...lines]
    : [heading, ...painted(page, "quiet", sentence(page, `   ${qualified}`, 3)), ...lines];
}

/** Nothing can be folded here. @param number its place among the others of a section; 0 by itself */
function foldLines(page: Page, { summary, tone, isTitle, blocks }: Fold, number: number): readonly string[] {
  const label = isTitle === true && number > 0 ? `${number}) ` : "";
  const plain = sentence(page, `${label}${textOf(summary)}`, 3);
  const lines = tone === undefined ? plain : painted(page, tone, plain);
  return [...lines, ...blocks.flatMap((block) => blockLines(page, block))];
}

function listLines(page: Page, { items, isOrdered }: List): readonly string[] {
  return items.flatMap(({ blocks }, at) =>
    blocks.flatMap((block, place) => {
      if (block.is !== "paragraph") return blockLines(page, block);
      const label = place > 0 ? "     " : isOrdered === true ? `${at + 1}) ` : "  ";
      return sentence(page, `${label}${textOf(block.content)}`, 5);
    }),
  );
}

/** A label and what belongs to it. Each difference has a label of its own. */
export function rowLines(page: Page, { label, blocks }: LabelledRow): readonly string[] {
  const name = inlineText(label);
  const [block] = blocks;
  if (block?.is !== "difference") {
    const style = typeof label !== "string" && label.is === "outcome" ? styles[label.outcome] : "quiet";
    const lines = blocks.flatMap((one) => innerLines(page, one));
    return beside(page, name, lines, style);
  }
  return block.findings.flatMap((finding) => [
    ...labelled(page, name, [finding.where]),
    ...beside(page, "", differenceLines(page, finding)),
  ]);
}

/** The lines of a block in the column beside the labels. */
function innerLines(page: Page, block: Block): readonly string[] {
  switch (block.is) {
    case "paragraph":
      return columnLines(page, textOf(block.content));
    case "list":
      return block.items.flatMap(({ blocks }) => blocks.flatMap((one) => broken(page, innerLines(page, one))));
    case "command":
      return block.text.split("\n");
    case "output":
      return gutterLines(page, block.lines.join("\n"), block.lines.join("\n").length);
    case "message":
      return messageLines(page, block);
    case "difference":
      return block.findings.flatMap((finding) => differenceLines(page, finding));
    case "rows":
    case "section":
    case "table":
    case "fold":
    case "search":
    case "choice":
      return [];
  }
}

/** Lines of which none is wider than the column, though a value has no space at which it can be broken. */
function broken(page: Page, lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => breakAnywhere(line, columnWidth(page)).map(safeText));
}

function messageLines(page: Page, { facts, shown, notes, body }: Message): readonly string[] {
  const fields = shown.map(([name, value]) => excerpt(`${name}: ${value}`, 120));
  const missing = body === null ? ["no body"] : body?.size === 0 ? ["an empty body"] : [];
  return [
    ...[facts.join("   "), ...fields, ...notes, ...missing].flatMap((text) => columnLines(page, text)),
    ...ifAny(body, (given) => (given.size === 0 ? [] : gutterLines(page, bodyText(given), given.size))),
  ];
}

/** Columns as wide as their longest cell. What the page has no room for is broken, behind a gutter. */
function tableLines(page: Page, { head, groups }: Table): readonly string[] {
  const titles = head.map(({ title }) => inlineText(title));
  const lines = groups.flatMap(({ title, rows }) =>
    present([
      title !== undefined && [textOf(title)],
      ...rows.map(({ cells }) => cells.map(({ blocks }) => blocks.flatMap(cellText).join(" "))),
    ]),
  );
  const widths = fitting(page, titles, lines);
  const row = (line: readonly string[], gutter = "| "): readonly string[] => {
    const parts = line.map((text, at) => cellLines(text, widths[at] ?? 0, head[at]?.isFigure === true));
    return Array.from({ length: Math.max(...parts.map(({ length }) => length)) }, (_, place) => {
      const before = parts.slice(0, -1).map((cell, at) => aligned(cell[place] ?? "", widths[at] ?? 0));
      const margin = `${before.join("   ")}   `;
      const last = parts.at(-1)?.[place] ?? "";
      if (place === 0) return `  ${margin}${last}`;
      return margin.trim() === "" ? `  ${margin.slice(0, -4)}|   ${last}` : gutter + margin + last;
    });
  };
  const all = [...painted(page, "quiet", row(titles, "  ")), ...lines.flatMap((line) => row(line))];
  return all.map((line) => line.trimEnd());
}

/** The least columns of a cell that is broken, and of the last one. */
const LEAST_WIDTH = { cell: 12, last: 20 } as const;

type Cells = readonly (string | undefined)[];

/**
 * The widths of the columns on a page. Where they are beyond its edge, the last one is narrowed, then titles are broken,
 * then the longest others are narrowed.
 */
function fitting(page: Page, titles: Cells, lines: readonly Cells[]): readonly number[] {
  const last = titles.length - 1;
  const widest = (at: number, own: string): number =>
    Math.max(columnsOf(own), ...lines.map((line) => columnsOf(line[at] ?? "")));
  const widths = titles.map((title = "", at) => widest(at, title));
  const narrow = (at: number, least: number): void => {
    const width = widths[at] ?? 0;
    const beyond = 2 + 3 * last + widths.reduce((sum, one) => sum + one, 0) - page.width;
    widths[at] = Math.max(Math.min(width, least), width - Math.max(0, beyond));
  };
  narrow(last, LEAST_WIDTH.last);
  for (const [at, title = ""] of titles.entries()) {
    narrow(at, Math.max(...title.split(" ").map((word) => widest(at, word))));
  }
  const others = [...titles.keys()].slice(0, -1);
  for (const at of others.toSorted((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0))) {
    narrow(at, LEAST_WIDTH.cell);
  }
  return widths;
}

/** The lines of a cell. A figure stands at the right edge of its column. */
function cellLines(text: string, width: number, isFigure: boolean): readonly string[] {
  if (!isFigure) return breakAnywhere(text, width);
  return wrapWords(text, width).map((line) => " ".repeat(Math.max(0, width - columnsOf(line))) + line);
}

function aligned(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - columnsOf(text)));
}

function cellText(block: Block): readonly string[] {
  return block.is === "paragraph" ? [excerpt(textOf(block.content), 500)] : [];
}
