/**
 * The tree of a report: what a person reads, once. Pure functions of a result build it. The terminal, HTML and Markdown
 * encode it, each makes all text harmless for its own sink, and none knows of requirements.
 */
import type { HeaderFields, RecordedBody, Status } from "../result/result.ts";
import { number } from "../result/safe-text.ts";
import { present } from "../spec/defined.ts";

/** An outcome by which an encoder chooses a colour and a sign. A warning is a SHOULD that does not decide the verdict. */
export type OutcomeKind = Status | "warning";

/** The sign of each outcome, where there is a colour as well. */
export const signs: Readonly<Record<OutcomeKind, string>> = {
  passed: "✓",
  failed: "✗",
  warning: "!",
  waived: "~",
  "not-judged": "?",
  observed: "○",
};

/** The outcome of a run by its exit status. A run with a good verdict may fail because of the user's expectations. */
export const runKinds = { 0: "passed", 1: "failed", 3: "not-judged" } as const;

/** The kind of a failure: with `strict` a SHOULD weighs as much as a MUST. */
export function kindOf(status: Status, level: string, strict: boolean): OutcomeKind {
  return status === "failed" && level === "SHOULD" && !strict ? "warning" : status;
}

/** How much a text weighs. */
export type Tone = "good" | "bad" | "doubtful" | "quiet";

/** A part of a line. A string is a sentence of the suite, in which text between backticks is code. */
export type Inline =
  | string
  /** Text of a user or a provider: an id, a name, a value. `code` is set in the type of code where there is one. */
  | { readonly is: "code" | "words"; readonly text: string; readonly limit: number }
  /** Links to an anchor of the page or to an address, where the sink has links. */
  | { readonly is: "link"; readonly to: LinkTarget; readonly content: Inline; readonly label?: string }
  | { readonly is: "outcome"; readonly outcome: OutcomeKind; readonly text: string }
  /** A level, a date, and a sentence of the suite beside something else. */
  | { readonly is: "tag" | "date" | "aside"; readonly text: string }
  | { readonly is: "strong" | "mark"; readonly content: Inline }
  /** More than a blank between two parts of a line. */
  | { readonly is: "gap" };

/** An anchor of the page, an address of ours (of the docs, or an id in another report), or one of somebody else. */
export type LinkTarget =
  | { readonly anchor: string }
  | { readonly address: string; readonly at?: string }
  | { readonly foreign: string };

export type Line = readonly Inline[];

/** A part of a report. `name` is what a style sheet calls it. */
export type Block =
  | { readonly is: "paragraph"; readonly content: Line; readonly tone?: Tone; readonly name?: string }
  | ReportSection
  | List
  | { readonly is: "rows"; readonly rows: readonly LabelledRow[] }
  | Table
  | Fold
  | Message
  | { readonly is: "difference"; readonly findings: readonly ExpectedSeen[] }
  /** Lines of a shell that can be pasted. They contain nothing that a terminal obeys. `what` names it for a copy. */
  | { readonly is: "command"; readonly text: string; readonly what: string }
  /** Lines that a provider wrote. */
  | { readonly is: "output"; readonly lines: readonly string[] }
  /** The fields that search the lists called `requirements`, and the labels that choose among members. */
  | { readonly is: "search"; readonly total: string }
  | { readonly is: "choice"; readonly legend: string; readonly labels: readonly string[] };

export interface ReportSection {
  readonly is: "section";
  readonly id?: string;
  readonly title: Line;
  /** What qualifies the title, as a clause without a full stop. */
  readonly remark?: Line;
  readonly tone?: Tone;
  /** Title and remark make one sentence. */
  readonly isSentence?: true;
  /** Within another section, and not in the contents. */
  readonly isInner?: true;
  /** As wide as the window. */
  readonly isWide?: true;
  readonly blocks: readonly Block[];
}

/** A list item; blocks after the first belong to it. */
export interface Item {
  readonly id?: string;
  readonly name?: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly blocks: readonly Block[];
}

export interface List {
  readonly is: "list";
  readonly items: readonly Item[];
  readonly isOrdered?: true;
  readonly name?: string;
}

/** A label and what belongs to it. */
export interface LabelledRow {
  readonly label: Inline;
  readonly id?: string;
  /** It shows what the others say, and may be folded. */
  readonly isEvidence?: boolean;
  readonly blocks: readonly Block[];
}

export interface Cell {
  readonly name?: string;
  readonly title?: string;
  readonly blocks: readonly Block[];
}

export interface TableRow {
  readonly name?: string;
  readonly cells: readonly Cell[];
}

export interface Table {
  readonly is: "table";
  readonly name: string;
  readonly caption?: string;
  /** Columns of figures are aligned by their last digit. */
  readonly head: ReadonlyArray<{ readonly title: Inline; readonly isFigure?: boolean }>;
  /** Rows that stand together, under a title if they have one. */
  readonly groups: ReadonlyArray<{ readonly title?: Line; readonly rows: readonly TableRow[] }>;
  /** It scrolls by itself in a narrow window. */
  readonly isWide?: true;
}

/** What can be unfolded. `gist` is shown only while it is folded. */
export interface Fold {
  readonly is: "fold";
  readonly id?: string;
  readonly name: string;
  /** A title is a heading, numbered where nothing can be folded. */
  readonly isTitle?: true;
  readonly summary: Line;
  readonly gist?: Line;
  readonly tone?: Tone;
  readonly isOpen?: boolean;
  readonly blocks: readonly Block[];
}

/** A request or a response. */
export interface Message {
  readonly is: "message";
  /** The first line, and what is known besides it. */
  readonly facts: readonly [string, ...string[]];
  readonly headers: HeaderFields;
  /** The fields that a reader needs where there is no room for all of them. */
  readonly shown: HeaderFields;
  readonly notes: readonly string[];
  /** Null for no body; undefined where there is none to expect. */
  readonly body?: RecordedBody | null;
  /** JSON Pointers, `status` and `header name`: what to mark. */
  readonly marks: readonly string[];
}

export interface ExpectedSeen {
  readonly where: string;
  readonly expected: string;
  readonly seen: string;
}

/** A report. */
export interface Report {
  readonly kicker: string;
  /** The verdict, in the words that a reader looks for. */
  readonly title: Line;
  readonly outcome: OutcomeKind;
  /** The verdict's figures. */
  readonly figures?: string;
  /** What is known before the verdict. */
  readonly facts?: readonly Line[];
  /** What affects everything else. */
  readonly notices?: readonly string[];
  readonly reasons?: readonly string[];
  readonly blocks: readonly Block[];
  readonly footer?: string;
  /** The title of the page, in plain text. */
  readonly pageTitle: string;
  /** The exit status, where the report ends with it. */
  readonly exit?: number;
}

// The blocks of a report.

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

/** A table without the columns that are empty in every line. */
export function filledTable(name: string, head: readonly string[], lines: readonly TableRow[]): Table {
  const isFilled = head.map((_, at) => lines.some(({ cells }) => cells[at] !== undefined && hasWords(cells[at])));
  const kept = lines.map((line) => ({ ...line, cells: line.cells.filter((_, at) => isFilled[at]) }));
  return table(
    name,
    head.filter((_, at) => isFilled[at]),
    kept,
  );
}

function hasWords({ blocks }: Cell): boolean {
  return blocks.some((block) => block.is === "paragraph" && block.content.some((part) => part !== ""));
}

/** A table of lines. Titles that begin with `#` are those of figures. */
export function table(name: string, head: readonly string[], lines: readonly TableRow[]): Table {
  const columns = head.map((title) => ({ title: title.replace(/^#/, ""), isFigure: title.startsWith("#") }));
  return { is: "table", name, head: columns, groups: [{ rows: lines }] };
}
