/** The width of a text in a terminal, and its characters as a reader sees them. */
import { createRequire } from "node:module";
import type StringWidth from "string-width";

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
