/**
 * Encodes text for GitHub-flavoured Markdown. Text of others is written as code, inline or fenced, in which no link,
 * mention, image or HTML has effect. All text is made safe for a log first.
 */
import { number } from "../../result/counts.ts";
import { cutAt, excerpt, safeText } from "../../result/safe-text.ts";

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
  const parts = line.split(/`([^`]+)`/);
  // Markers of lists and heading underlines have a meaning only at the start of a line.
  const isPlain = /^[\p{L}`]/u.test(line) && parts.every((part, at) => at % 2 === 1 || plainSentence.test(part));
  if (!isPlain) return code(text, 600);
  return parts.map((part, at) => (at % 2 === 1 ? code(part) : part.replace(/[\\!<>[\]*_~|^]/g, "\\$&"))).join("");
}
