/** Writes HTML. Only what is made here is markup: all other text is escaped. */
import { createHash } from "node:crypto";
import type { RecordedBody } from "../../result/result.ts";
import { count, excerpt, safeText } from "../../result/safe-text.ts";
import { present } from "../../spec/defined.ts";
import { packageFile } from "../../spec/package-file.ts";
import type { Message } from "../report-tree.ts";
import { bodyText } from "../words/result-words.ts";

/** HTML of ours. */
export interface Markup {
  readonly html: string;
}

/** A part of an element: markup, or text. Undefined and false leave it out. */
export type Child = Markup | string | undefined | false;

/** The attributes of an element. Undefined and false leave one out. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const EMPTY: ReadonlySet<string> = new Set(["input", "path", "line"]);

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** An element. */
export function element(name: string, attributes: Attributes = {}, ...children: readonly Child[]): Markup {
  const written = Object.entries(attributes).map(([key, value]) => {
    if (value === undefined || value === false) return "";
    return value === true ? ` ${key}` : ` ${key}="${escaped(String(value))}"`;
  });
  const opening = `<${name}${written.join("")}>`;
  return { html: EMPTY.has(name) ? opening.replace(/>$/, "/>") : `${opening}${joined(children).html}</${name}>` };
}

/** Parts side by side. */
export function joined(parts: readonly Child[]): Markup {
  const html = present(parts).map((part) => (typeof part === "string" ? escaped(part) : part.html));
  return { html: html.join("") };
}

/** HTML of ours that is written out, without the indentation and the ends of its lines. */
export function writtenOut(html: string): Markup {
  return { html: html.replaceAll(/\n */g, "") };
}

// The document around a page: one file with no external asset. Its content security policy allows only the page's own
// style and script, by their hashes.

/** The parts that differ per page. The title is plain text; the body is HTML. */
interface DocumentParts {
  readonly title: string;
  /** The character in the icon of the browser's tab. The icon needs no request. */
  readonly sign: string;
  readonly body: Markup;
  /** Additional CSS rules of a page about many runs (a fleet or a history). Such a page has no script. */
  readonly ownRules?: string | undefined;
}

/**
 * The whole file. Invisible and misleading characters are made visible here, in one place for the whole page.
 */
export function htmlDocument({ title, sign, body, ownRules }: DocumentParts): string {
  const hasScript = ownRules === undefined;
  const [style, script] = [asset("page.css"), asset("page.js")];
  const ownStyle = hasScript ? style : [style, asset("fleet.css"), ownRules].join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(ownStyle, hasScript ? script : undefined)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${safeText(escaped(title))}</title>
<link rel="icon" href="${iconOf(sign)}">
<style>${ownStyle}</style>
</head>
<body>
${safeText(body.html)}${hasScript ? `\n<script>${script}</script>` : ""}
</body>
</html>
`;
}

function policyOf(ownStyle: string, script?: string): string {
  return present([
    "default-src 'none'",
    script !== undefined && `script-src ${hashOf(script)}`,
    `style-src ${hashOf(ownStyle)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ]).join("; ");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function asset(name: string): string {
  return packageFile(`reports/html/browser/${name}`);
}

function iconOf(sign: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><text x="8" y="13" font-size="15" text-anchor="middle" fill="#777">${sign}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

// A request or a response as it was on the wire, with what findings refer to marked.

// Finds the place in a JSON text to which a JSON Pointer (RFC 6901) points, so that reports can mark it.

/** UTF-16 code units from `start` up to, not including, `end`. */
interface Range {
  readonly start: number;
  end: number;
}

/** An object or an array that is read: the name or the index of its current value, and its range if it is on the way. */
interface Container {
  /** Null before the name of a member. */
  key: string | number | null;
  readonly range: Range | undefined;
}

/**
 * The range of the value that a pointer points to; if it does not exist, the range of its nearest existing ancestor. Of
 * duplicate names, the last counts. Null when the text is not JSON. Not recursive, because a provider may nest to any depth.
 */
export function locate(json: string, pointer: string): Range | null {
  if (!isJson(json)) return null;
  const steps = pointer.split("/").slice(1);
  const wanted = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const found: Range[] = [];
  const open: Container[] = [];
  for (const { 0: text, index: start } of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const [parent, end] = [open.at(-1), start + text.length];
    if (text === "}" || text === "]") {
      const range = open.pop()?.range;
      if (range !== undefined) range.end = end;
    } else if (text === "," && parent !== undefined) {
      parent.key = typeof parent.key === "number" ? parent.key + 1 : null;
    } else if (parent?.key === null) {
      parent.key = String(JSON.parse(text));
    } else if (text !== ":") {
      const isOnWay = parent === undefined || (parent.range && wanted[open.length - 1] === String(parent.key));
      const range = isOnWay ? { start, end } : undefined;
      if (range !== undefined) found.splice(open.length, Infinity, range);
      if (text === "{" || text === "[") open.push({ key: text === "{" ? null : 0, range });
    }
  }
  return found.at(-1) ?? null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Code units of a body that are shown; the whole is in result.json. */
const LONGEST_BODY = 4096;
const LONGEST_HEADER = 1000;

/** The message, and notes on what cannot be seen of it. */
export function messageMarkup(message: Message): Markup {
  const { facts, headers, notes, body, marks } = message;
  const [opening, ...others] = facts;
  if (body === undefined) return element("p", {}, facts.join(", "));
  const first = element("b", {}, excerpt(opening, LONGEST_HEADER));
  const marked = new Set(marks.flatMap((where) => /^header (.+)$/.exec(where)?.[1]?.toLowerCase() ?? []));
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const absent = [...marked].filter((name) => !names.has(name));
  const content = body === null || body.size === 0 ? [] : ["\n\n", ...bodyPieces(bodyText(body), marks, LONGEST_BODY)];
  const said = present([...notes, others.length > 0 && others.join(", "), ...bodyNotes(body)]);
  return joined([
    element(
      "pre",
      { class: "message", translate: "no" },
      marks.includes("status") ? element("mark", {}, first) : first,
      ...headers.flatMap(([name, value]) => headerLine(`${name}: ${value}`, marked.has(name.toLowerCase()))),
      ...absent.flatMap((name) => ["\n", element("mark", { class: "absent" }, `no ${excerpt(name, 100)}`)]),
      ...content,
    ),
    ...said.map((text) => element("p", { class: "note" }, text)),
  ]);
}

function headerLine(line: string, isMarked: boolean): readonly Child[] {
  const text = excerpt(line, LONGEST_HEADER);
  return ["\n", isMarked ? element("mark", {}, text) : text];
}

/** The shown part of a body. The values that the marks point to are marked. */
export function bodyPieces(body: string, marks: readonly string[], limit: number): readonly Child[] {
  const end = endOfShown(body, limit);
  const ranges = marks
    .filter((where) => where === "" || where.startsWith("/"))
    .map((where) => (where === "" ? { start: 0, end: body.length } : locate(body, where)))
    .filter((range) => range !== null)
    .filter(({ start }) => start < end)
    .sort((one, other) => one.start - other.start || other.end - one.end);
  return pieces(body.slice(0, end), ranges);
}

/** The end of the shown part, never between the halves of a surrogate pair. */
function endOfShown(text: string, limit: number): number {
  if (text.length <= limit) return text.length;
  return /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
}

/** Splits a text at sorted ranges. A range within an earlier one is part of the earlier mark. */
function pieces(text: string, ranges: readonly Range[]): readonly Child[] {
  const found: Child[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    if (end <= at) continue;
    found.push(text.slice(at, Math.max(at, start)));
    found.push(element("mark", {}, text.slice(Math.max(at, start), end)));
    at = end;
  }
  return [...found, text.slice(at)];
}

/** Says what cannot be seen of a body: that it is empty, cut, or not UTF-8. */
function bodyNotes(body: RecordedBody | null): readonly string[] {
  if (body === null) return ["no body"];
  const isCut = body.sha256 !== undefined || bodyText(body).length > LONGEST_BODY;
  const digest = body.sha256 === undefined ? "" : ` with the SHA-256 ${body.sha256}`;
  return present([
    body.size === 0 && "an empty body",
    body.encoding === "base64" && "Bytes that are not ASCII are written as \\xff: the body is not UTF-8.",
    isCut && `Only the beginning is shown of ${count(body.size, "byte")}${digest}.`,
  ]);
}
