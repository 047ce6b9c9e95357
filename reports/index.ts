/** The formats of a report. */
import { renderAnnotations } from "./annotations.ts";
import { renderStatement } from "./attestation.ts";
import { renderBadge, renderBadgeSvg } from "./badge.ts";
import { renderCtrf } from "./ctrf.ts";
import { renderHar } from "./har.ts";
import type { BaselineChanges, HtmlOptions } from "./html/options.ts";
import { renderJson } from "./json.ts";
import { renderJunit } from "./junit.ts";
import { renderComment, renderMarkdown } from "./markdown/markdown.ts";
import type { RunResult } from "./result.ts";
import { renderTap } from "./tap.ts";
import { type TextOptions, renderText } from "./text.ts";

export { renderVerdictLine } from "./verdict-line.ts";
export type { BaselineChanges, HtmlOptions };
export type { TextOptions } from "./text.ts";

/** What a renderer may be told beside the result. */
export interface RenderOptions {
  /** For the text report. */
  readonly text?: TextOptions;
  /** For the page. */
  readonly html?: HtmlOptions;
  /** For the attestation: the digest of the result's file in hexadecimal, where that is known. */
  readonly resultSha256?: string;
}

/** A format: a pure function of the result, the name that its file usually has, and what it is for. */
export interface Renderer<Text extends string | Promise<string>> {
  readonly fileName: string;
  readonly purpose: string;
  /** The whole file as text, to be written in UTF-8. */
  readonly render: (result: RunResult, options?: RenderOptions) => Text;
}

/** The names that a user calls the formats by. */
export type Format =
  | "text"
  | "json"
  | "junit"
  | "markdown"
  | "comment"
  | "annotations"
  | "ctrf"
  | "tap"
  | "har"
  | "badge"
  | "badge-svg"
  | "attestation"
  | "html";

/** The formats whose renderer is loaded when it is first wanted. */
type LoadedLate = "html";

type Renderers = Readonly<
  Record<Exclude<Format, LoadedLate>, Renderer<string>> & Record<LoadedLate, Renderer<Promise<string>>>
>;

/** Every format there is. */
export const renderers: Renderers = {
  text: {
    fileName: "report.txt",
    purpose: "for a person, in a terminal",
    render: (result, options) => renderText(result, options?.text),
  },
  json: { fileName: "result.json", purpose: "everything that is known; the others are made of it", render: renderJson },
  junit: { fileName: "junit.xml", purpose: "for GitLab, Jenkins, Azure and GitHub's reporters", render: renderJunit },
  markdown: { fileName: "summary.md", purpose: "for a job summary", render: renderMarkdown },
  comment: { fileName: "comment.md", purpose: "for a comment on a pull request", render: renderComment },
  annotations: { fileName: "annotations.txt", purpose: "GitHub workflow commands", render: renderAnnotations },
  ctrf: { fileName: "ctrf.json", purpose: "Common Test Report Format", render: renderCtrf },
  tap: { fileName: "report.tap", purpose: "Test Anything Protocol 14", render: renderTap },
  har: { fileName: "exchanges.har", purpose: "every exchange, for a browser's network panel", render: renderHar },
  badge: { fileName: "badge.json", purpose: "for shields.io's endpoint", render: renderBadge },
  "badge-svg": { fileName: "badge.svg", purpose: "the badge as an image", render: renderBadgeSvg },
  attestation: {
    fileName: "attestation.json",
    purpose: "in-toto test result, signed with --sign-key",
    render: (result, options) => renderStatement(result, options?.resultSha256),
  },
  html: {
    fileName: "report.html",
    purpose: "for people: one page to open, send or archive",
    render: async (result, options) => {
      const { renderHtml } = await import("./html/index.tsx");
      return renderHtml(result, options?.html);
    },
  },
};

/** The formats that a folder of reports usually holds. */
export const usualFormats: readonly Format[] = ["text", "json", "junit", "html"];
