/**
 * Text on its way into GitHub-flavoured Markdown. What may be somebody else's words stands in code, inline or fenced, where
 * no link, mention, image or HTML is read; everything is made safe for a log first.
 */
import { number } from "../../result/counts.ts";
import { cutAt, excerpt, safeText } from "../../result/safe-text.ts";

/** Text as a code span on one line. A table cell ends at any `|`, in code as well, so that it is written as `\u{7c}`. */
export function code(text: string, limit = 120): string {
  const line = excerpt(text, limit).replaceAll("|", "\\u{7c}");
  if (line === "") return "(empty)";
  const marks = "`".repeat(longestRun(line) + 1);
  // One blank at each end is taken off again by the reader; code that begins or ends with a mark or a blank needs it.
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

/** What neither Markdown nor GitHub gives a meaning once a backslash stands before some of it. */
const plainSentence =
  /^(?!.*(?:\/\/|\bwww\.|\bgh-\d|\b[0-9a-f]{7,40}\b))[\p{L}\p{M}\p{N} \\.,;:?!'"()/<>{}[\]+=*^_~%|-]*$/iu;

/** A sentence of the suite's own, its code in backticks kept as code; a sentence that may be more than that is all code. */
export function prose(text: string): string {
  const line = excerpt(text, 600);
  const parts = line.split(/`([^`]+)`/);
  // What begins a list or a heading's underline at the start of a line means nothing later in it.
  const isPlain = /^[\p{L}`]/u.test(line) && parts.every((part, at) => at % 2 === 1 || plainSentence.test(part));
  if (!isPlain) return code(text, 600);
  return parts.map((part, at) => (at % 2 === 1 ? code(part) : part.replace(/[\\!<>[\]*_~|^]/g, "\\$&"))).join("");
}
