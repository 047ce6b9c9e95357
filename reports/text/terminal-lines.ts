/** Lines of a text report: wrapping by column width, the label column, the gutter, colour. Makes all text safe. */
import { styleText } from "node:util";
import { createRequire } from "node:module";
import type StringWidth from "string-width";
import { cutAt, excerpt, number, safeText } from "../../result/safe-text.ts";
import type { ExpectedSeen } from "../report-tree.ts";

/** The meanings of colours. A colour only repeats what the words say. */
export type Style = "heading" | "bad" | "good" | "doubtful" | "quiet";

/** The width of lines, whether they are coloured, and how much of a body to show. */
export interface Page {
  /** Columns. */
  readonly width: number;
  readonly colour: boolean;
  readonly bodyLimit: { readonly codePoints: number; readonly lines: number };
}

/** How a report is laid out. */
export interface TextOptions {
  /** The width in columns. Default: 80. It is kept between 60 and 120, because other widths are hard to read. */
  readonly width?: number;
  /** Whether to write escape sequences for colour. A colour only repeats what the words say. */
  readonly colour?: boolean;
}

/** Makes a page from the options. */
export function textPage({ width = 80, colour = false }: TextOptions = {}): Page {
  return { width: Math.min(120, Math.max(60, width)), colour, bodyLimit: { codePoints: 512, lines: 10 } };
}

const formats = { heading: "bold", bad: "red", good: "green", doubtful: "yellow", quiet: "dim" } as const;

const indent = "   ";
const labelWidth = 9;

const longestValue = 300;

/** Colours text in a line that is already laid out. */
export function paint(page: Page, style: Style, text: string): string {
  // The caller decides about colour. Without `validateStream: false`, Node decides again by the stream and environment.
  return page.colour ? styleText(formats[style], text, { validateStream: false }) : text;
}

/** Colours lines that are already laid out. */
export function painted(page: Page, style: Style, lines: readonly string[]): readonly string[] {
  return lines.map((line) => paint(page, style, line));
}

/** A sentence, wrapped at spaces. Every line except the first is indented by `hanging` columns. */
export function sentence(page: Page, text: string, hanging = 0): readonly string[] {
  const lines = wrapWords(excerpt(text, 2000), page.width - hanging);
  return lines.map((line, at) => (at === 0 ? line : " ".repeat(hanging) + line));
}

/** A label and the sentences next to it. Each sentence starts on a new line. */
export function row(page: Page, label: string, sentences: readonly string[]): readonly string[] {
  const lines = sentences.flatMap((text) => columnLines(page, text));
  return beside(page, label, lines);
}

/** A sentence in the column beside the labels. Each line has the blanks that the text begins with. */
export function columnLines(page: Page, text: string): readonly string[] {
  const [margin = ""] = /^ */.exec(text) ?? [];
  const lines = wrapWords(excerpt(text.slice(margin.length), 2000), columnWidth(page) - margin.length);
  return lines.map((line) => margin + line);
}

/** The columns beside the labels. */
export function columnWidth({ width }: Page): number {
  return width - indent.length - labelWidth;
}

/** A label and the lines next to it, which are already laid out. */
export function beside(page: Page, label: string, lines: readonly string[], style: Style = "quiet"): readonly string[] {
  return lines.map((line, at) => {
    const head = at === 0 ? paint(page, style, label.padEnd(labelWidth)) : " ".repeat(labelWidth);
    return `${indent}${head}${line}`.trimEnd();
  });
}

/** A line that must not break, such as a command. The caller makes it safe. */
export function command(page: Page, label: string, text: string): readonly string[] {
  return beside(page, label, text.split("\n"));
}

/** The expected and the seen value, with a sign before each line. */
export function differenceLines(page: Page, { expected, seen }: ExpectedSeen): readonly string[] {
  return [
    ...painted(page, "good", signed(page, "- expected  ", expected)),
    ...painted(page, "bad", signed(page, "+ seen      ", seen)),
  ];
}

function signed(page: Page, sign: string, text: string): readonly string[] {
  const width = page.width - indent.length - labelWidth - sign.length;
  const others = sign.slice(0, 1).padEnd(sign.length);
  return breakAnywhere(excerpt(text, longestValue), width).map((line, at) => (at === 0 ? sign : others) + line);
}

/** A body behind a gutter, so that its lines cannot pass for lines of the report. `size` is in bytes. */
export function gutterLines(page: Page, text: string, size: number): readonly string[] {
  const { codePoints, lines: most } = page.bodyLimit;
  const safe = safeText(text).replaceAll("\t", "  ");
  const cut = cutAt(safe, codePoints);
  const width = page.width - indent.length - labelWidth - 2;
  const lines = cut.split("\n").flatMap((line) => breakAnywhere(line, width));
  const whole = cut.length === safe.length && lines.length <= most;
  const shown = lines.slice(0, most).map((line) => `| ${line}`);
  const note = `[cut here; ${number(size)} bytes in all]`;
  return whole ? shown : [...shown, paint(page, "quiet", note)];
}

/**
 * Lines of at most `width` columns, broken at spaces; a longer word stays whole, and so does code between backticks that
 * fits into a line. Each line of a safe text is made safe again, because some commands have effect only at the beginning
 * of a line.
 */
export function wrapWords(text: string, width: number): readonly string[] {
  const [first = "", ...words] = wordsAndCode(text.split(" "), width);
  const lines: (readonly string[])[] = [[first]];
  for (const word of words) {
    const longer = [...(lines.at(-1) ?? []), word];
    if (columnsOf(longer.join(" ")) <= width) lines[lines.length - 1] = longer;
    else lines.push([word]);
  }
  return withoutOrphan(lines, width).map((line) => safeText(line.join(" ")));
}

/** The words of a text, in which code between backticks that fits into a line is one word, and so is a number with its noun. */
function wordsAndCode(words: readonly string[], width: number): readonly string[] {
  const units: string[] = [];
  for (let at = 0; at < words.length;) {
    const isNumber = /^\d+$/.test(words[at] ?? "");
    const end = hasHalfOfCode(words[at])
      ? words.findIndex((word, later) => later > at && hasHalfOfCode(word))
      : at + Number(isNumber && !hasHalfOfCode(words[at + 1]));
    const code = words.slice(at, end + 1);
    const unit = code.length > 0 && columnsOf(code.join(" ")) <= width ? code : words.slice(at, at + 1);
    units.push(unit.join(" "));
    at += unit.length;
  }
  return units;
}

/** Whether a word opens code that another word closes, or closes it: it has an odd number of backticks. */
function hasHalfOfCode(word = ""): boolean {
  return word.split("`").length % 2 === 0;
}

const ORPHAN = 8;

/** Moves words from the line before to a last line that is too short to be read as one. */
function withoutOrphan(lines: readonly (readonly string[])[], width: number): readonly (readonly string[])[] {
  const [before = [], last = []] = lines.slice(-2);
  const longer = [...before.slice(-1), ...last];
  const isRead = last.join(" ").length >= ORPHAN;
  if (lines.length < 2 || isRead || before.length < 2 || columnsOf(longer.join(" ")) > width) return lines;
  return withoutOrphan([...lines.slice(0, -2), before.slice(0, -1), longer], width);
}

/**
 * Lines of at most `width` columns. They are broken before a blank or after a comma, a colon or a hyphen if one is near the end,
 * and else between any two characters as a reader sees them.
 */
export function breakAnywhere(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let [line, columns] = ["", 0];
  for (const character of isPlain(text) ? text : Array.from(charactersOf(text), ({ segment }) => segment)) {
    const wide = columnsOf(character);
    if (columns + wide > width) {
      const at = character === " " ? line.length : breakNear(line);
      lines.push(line.slice(0, at));
      line = line.slice(at);
      columns = columnsOf(line);
    }
    line += character;
    columns += wide;
  }
  return [...lines, line];
}

/** The place in the last third of a full line at which it is broken: its end, if there is none better. */
function breakNear(line: string): number {
  const at = Math.max(line.lastIndexOf(" "), ...[",", ":", "-"].map((mark) => line.lastIndexOf(mark) + 1));
  return at > (2 * line.length) / 3 ? at : line.length;
}

/** Characters that take one column each and never combine. Most texts contain only these. */
const plain = /^[\u0020-\u007e]*$/;

/** Whether each character takes one column. Then the width tables, which load slower than a report, are not needed. */
export function isPlain(text: string): boolean {
  return plain.test(text);
}

/** The columns that a text takes. */
export function columnsOf(text: string): number {
  return isPlain(text) ? text.length : (tables ??= loadTables())(text);
}

let tables: typeof StringWidth | undefined;

function loadTables(): typeof StringWidth {
  const { default: stringWidth } = createRequire(import.meta.url)("string-width") as {
    readonly default: typeof StringWidth;
  };
  return stringWidth;
}

/** The characters as a reader sees them, of which some are several code points. */
export function charactersOf(text: string): Iterable<{ readonly segment: string }> {
  return (segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" })).segment(text);
}

let segmenter: Intl.Segmenter | undefined;
