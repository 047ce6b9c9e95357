/** The blocks of a report. */
import type { Block, Cell, Inline, Item, LabelledRow, Line, List, ReportSection, Table, TableRow } from "./tree.ts";

export function paragraph(...content: Line): Block {
  return { is: "paragraph", content };
}

/** A paragraph that may be passed over. */
export function note(...content: Line): Block {
  return { is: "paragraph", content, tone: "quiet" };
}

/** An item of one line. */
export function item(...content: Line): Item {
  return { blocks: [paragraph(...content)] };
}

export function list(items: readonly Item[], name = "plain"): List {
  return { is: "list", items, name };
}

export function row(label: Inline, ...blocks: readonly Block[]): LabelledRow {
  return { label, blocks };
}

/** A row of short texts, each on a line of its own. */
export function textRow(label: Inline, ...texts: readonly Inline[]): LabelledRow {
  return { label, blocks: texts.map((text) => paragraph(text)) };
}

export function rows(all: readonly LabelledRow[]): Block {
  return { is: "rows", rows: all };
}

export function section(
  title: string | Line,
  blocks: readonly Block[],
  more: Partial<ReportSection> = {},
): ReportSection {
  return { is: "section", title: typeof title === "string" ? [title] : title, blocks, ...more };
}

/** A cell of one line. */
export function cell(...content: Line): Cell {
  return { blocks: [paragraph(...content)] };
}

/** A table of lines. Titles that begin with `#` are those of figures. */
export function table(name: string, head: readonly string[], lines: readonly TableRow[]): Table {
  const columns = head.map((title) => ({ title: title.replace(/^#/, ""), isFigure: title.startsWith("#") }));
  return { is: "table", name, head: columns, groups: [{ rows: lines }] };
}
