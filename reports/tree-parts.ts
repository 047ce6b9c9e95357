/** The blocks of a report. */
import { number } from "../result/counts.ts";
import { present } from "../spec/defined.ts";
import type {
  Block,
  Cell,
  Inline,
  Item,
  LabelledRow,
  Line,
  LinkTarget,
  List,
  OutcomeKind,
  ReportSection,
  Table,
  TableRow,
} from "./tree.ts";

// The parts of a line in a report.

/** The usual limit of a name or a value, in code points. */
const LIMIT = 300;

export const gap: Inline = { is: "gap" };

export function code(text: string, limit = LIMIT): Inline {
  return { is: "code", text, limit };
}

export function words(text: string, limit = LIMIT): Inline {
  return { is: "words", text, limit };
}

export function tag(text: string): Inline {
  return { is: "tag", text };
}

export function strong(content: Inline): Inline {
  return { is: "strong", content };
}

export function outcome(kind: OutcomeKind, text: string): Inline {
  return { is: "outcome", outcome: kind, text };
}

export function link(to: LinkTarget, content: Inline): Inline {
  return { is: "link", to, content };
}

/** Parts of a line with a separator between them. */
export function joined(parts: readonly Inline[], separator: Inline = ", "): Line {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part]));
}

/** The first of some parts, and the number of the others. */
export function firstOf(most: number, parts: readonly Inline[]): Line {
  const more = parts.length - most;
  return present([...joined(parts.slice(0, most)), more > 0 && ` and ${more} more`]);
}

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

/** A list with the first items, and the number of the others. */
export function shortList(most: number, items: readonly Item[]): List {
  const more = items.length - most;
  return list(present([...items.slice(0, most), more > 0 && item(`and ${number(more)} more`)]));
}

export function row(label: Inline, ...blocks: readonly Block[]): LabelledRow {
  return { label, blocks };
}

/** A row of short texts, each on a line of its own. */
export function textRow(label: Inline, ...texts: readonly Inline[]): LabelledRow {
  return { label, blocks: texts.map((text) => paragraph(text)) };
}

/** Rows. One is left out by `condition && row`, as a block of a section is. */
export function rows(all: ReadonlyArray<LabelledRow | false | undefined>): Block {
  return { is: "rows", rows: present(all) };
}

export function section(
  title: string | Line,
  blocks: ReadonlyArray<Block | false | undefined>,
  more: Partial<ReportSection> = {},
): ReportSection {
  return { is: "section", title: typeof title === "string" ? [title] : title, blocks: present(blocks), ...more };
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
