/**
 * The HTML report: one file with no external asset, readable without JavaScript and without CSS. A content security
 * policy in it lets nothing run and nothing load but the page's own style and script, by their hashes.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { renderToString } from "preact-render-to-string";
import type { Docs } from "../words/explained-at.ts";
import type { RunResult } from "../../result/result.ts";
import { safeText } from "../../result/safe-text.ts";
import { verdictWords } from "../words/verdict-line.ts";
import { Page } from "./page.tsx";

const style = asset("page.css");
const script = asset("page.js");

/** By exit status: the sign in the small picture of the browser's tab, for which no request is made. */
const signs = { 0: "✓", 1: "✗", 3: "?" } as const;

/**
 * The page. Its text is escaped by preact; then everything that a reader could not see or would mistake for something
 * else is made visible, in one place for all of it.
 */
export function renderHtml(result: RunResult, docs?: Docs): string {
  const body = safeText(renderToString(<Page result={result} docs={docs} />));
  const title = safeText(renderToString(<title>{`${verdictWords(result)}: ${result.provider.baseUrl}`}</title>));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
${title}
<link rel="icon" href="${iconOf(result)}">
<style>${style}</style>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`;
}

const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function asset(name: string): string {
  return readFileSync(new URL(import.meta.resolve(`#reports/html/browser/${name}`)), "utf8");
}

function iconOf({ exitCode }: RunResult): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><text x="8" y="13" font-size="15" text-anchor="middle" fill="#777">${signs[exitCode]}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
