/** Writes HTML. Only what is made here is markup: all other text is escaped. */
import { present } from "../../spec/defined.ts";
import { createHash } from "node:crypto";
import { safeText } from "../../result/safe-text.ts";
import { packageFile } from "../../spec/package-file.ts";

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
