/**
 * The formats of a report. The module of a format is loaded when its report is rendered, so that a run starts sooner.
 * @module plant-store-conformance/reports
 */
import type { FleetResult } from "../result/over/fleet-result.ts";
import type { ProviderHistory } from "../result/over/history.ts";
import type { Comparison, RunResult } from "../result/result.ts";
import type { TrafficResult } from "../traffic/traffic-result.ts";
import type { PageOptions } from "./html/html.ts";
import type { TextOptions } from "./text/terminal-lines.ts";
import type { ShortOptions } from "./text/terminal-short-report.ts";
import type { Report } from "./report-tree.ts";
import type { Docs } from "./words/printed-commands.ts";

export { renderVerdictLine } from "./words/verdict-line.ts";
export { SelectionReportError } from "./words/verdict-line.ts";
export type { Docs, ShortOptions, TextOptions };

/** The options of a renderer. Each format uses only some of them. */
export interface RenderOptions {
  /** The layout of the text report. */
  readonly text?: TextOptions;
  /** For the attestation: the SHA-256 of the result's file in hexadecimal, if known. */
  readonly resultSha256?: string;
  /**
   * The place of `docs/requirements.md`: a URL, or a path from the report's folder. Without it, reports name a command.
   */
  readonly docs?: Docs;
}

/** A format: a pure function of the result, the usual name of its file, and its purpose. */
export interface Renderer {
  readonly fileName: string;
  readonly purpose: string;
  /** The format is only for whole runs: it refuses the result of a selection that was met. */
  readonly wholeRunsOnly?: true;
  /** The whole file as text, to be written in UTF-8. */
  readonly render: (result: RunResult, options?: RenderOptions) => Promise<string>;
  /** The same file in parts, for formats that contain all requests and responses and so can be very large. */
  readonly parts?: (result: RunResult) => Promise<Iterable<string>>;
}

const table = {
  text: {
    fileName: "report.txt",
    purpose: "for a person: everything as plain text",
    render: async (result, options) => {
      const { runReport, viewOf, textLimits } = await import("./run/run-report.ts");
      return encoded.text(runReport(viewOf(result, textLimits, options?.docs)), options?.text);
    },
  },
  json: {
    fileName: "result.json",
    purpose: "everything that is known; the others are made of it",
    render: async (result) => (await import("./json.ts")).renderJson(result),
    parts: async (result) => (await import("./json.ts")).jsonParts(result),
  },
  junit: {
    fileName: "junit.xml",
    purpose: "for GitLab, Jenkins, Azure and GitHub's reporters",
    render: async (result, options) => (await import("./tests/junit.ts")).renderJunit(result, options?.docs),
  },
  markdown: {
    fileName: "summary.md",
    purpose: "for a job summary",
    render: async (result, options) =>
      (await import("./markdown/run-markdown.ts")).renderSummary(result, options?.docs),
  },
  comment: {
    fileName: "comment.md",
    purpose: "for a comment on a pull request",
    render: async (result, options) =>
      (await import("./markdown/run-markdown.ts")).renderComment(result, options?.docs),
  },
  annotations: {
    fileName: "annotations.txt",
    purpose: "GitHub workflow commands",
    render: async (result, options) =>
      (await import("./tests/annotations.ts")).renderAnnotations(result, options?.docs),
  },
  ctrf: {
    fileName: "ctrf.json",
    purpose: "Common Test Report Format",
    render: async (result, options) => (await import("./tests/ctrf.ts")).renderCtrf(result, options?.docs),
  },
  tap: {
    fileName: "report.tap",
    purpose: "Test Anything Protocol 14",
    render: async (result, options) => (await import("./tests/tap.ts")).renderTap(result, options?.docs),
  },
  har: {
    fileName: "exchanges.har",
    purpose: "every exchange, for a browser's network panel",
    render: async (result) => (await import("./har.ts")).renderHar(result),
    parts: async (result) => (await import("./har.ts")).harParts(result),
  },
  badge: {
    fileName: "badge.json",
    purpose: "for shields.io's endpoint",
    wholeRunsOnly: true,
    render: async (result) => (await import("./badge.ts")).renderBadge(result),
  },
  "badge-svg": {
    fileName: "badge.svg",
    purpose: "the badge as an image",
    wholeRunsOnly: true,
    render: async (result) => (await import("./badge.ts")).renderBadgeSvg(result),
  },
  attestation: {
    fileName: "attestation.json",
    purpose: "in-toto test result, unsigned",
    wholeRunsOnly: true,
    render: async (result, options) =>
      (await import("./attestation.ts")).renderStatement(result, options?.resultSha256),
  },
  html: {
    fileName: "report.html",
    purpose: "for people: one page to open, send or archive",
    render: async (result, options) => {
      const { everything, pageLimits, runReport, viewOf } = await import("./run/run-report.ts");
      const shown = viewOf(result, pageLimits, options?.docs);
      return encoded.html(runReport(shown, everything(shown)));
    },
  },
  brief: {
    fileName: "brief.jsonl",
    purpose: "for programs that repair code: JSON lines, one cause each",
    render: async (result) => (await import("./repair-brief.ts")).renderBrief(result),
  },
  metrics: {
    fileName: "plant-store-conformance.prom",
    purpose: "for Prometheus: a textfile collector or a Pushgateway",
    render: async (result) => (await import("./metrics.ts")).renderMetrics(result),
  },
} satisfies Readonly<Record<string, Renderer>>;

/** The names of the formats. */
export type Format = keyof typeof table;

/** All formats, by name. */
export const renderers: Readonly<Record<Format, Renderer>> = table;

/** The short report for a terminal: the causes, and the places of all other reports. */
export async function renderShortText(result: RunResult, options: ShortOptions = {}): Promise<string> {
  return (await import("./text/terminal-short-report.ts")).renderShort(result, options);
}

/** The formats that a folder of reports usually holds. */
export const usualFormats: readonly Format[] = ["text", "json", "junit", "html"];

/** The encoders of a report for people. */
const encoded = {
  text: async (report: Report, options?: TextOptions): Promise<string> =>
    (await import("./text/terminal-text.ts")).encodeText(report, options),
  markdown: async (report: Report): Promise<string> => (await import("./markdown/markdown.ts")).encodeMarkdown(report),
  html: async (report: Report, options?: PageOptions): Promise<string> =>
    (await import("./html/html.ts")).encodeHtml(report, options),
} as const;

/** The reports about a comparison, by format. @internal */
export const comparisonRenderers = {
  text: async (comparison: Comparison, options?: TextOptions): Promise<string> =>
    encoded.text((await import("./comparison.ts")).comparisonReport(comparison, 30), options),
  markdown: async (comparison: Comparison): Promise<string> =>
    encoded.markdown((await import("./comparison.ts")).comparisonReport(comparison, 200)),
  json: async (comparison: Comparison): Promise<string> => (await import("./json.ts")).renderJson(comparison),
} as const;

/** The reports about a fleet. */
export const fleetRenderers = {
  json: async (fleet: FleetResult): Promise<string> => (await import("./json.ts")).renderJson(fleet),
  html: async (fleet: FleetResult): Promise<string> => {
    const { filterStyle, fleetReport } = await import("./fleet/fleet-report.ts");
    return encoded.html(fleetReport(fleet), { ownRules: filterStyle(fleet), skip: "Skip to the providers" });
  },
  markdown: async (fleet: FleetResult): Promise<string> => {
    const { fleetReport, summarySizes } = await import("./fleet/fleet-report.ts");
    const { encodeMarkdown, fitting } = await import("./markdown/markdown.ts");
    return fitting(summarySizes, (most) => encodeMarkdown(fleetReport(fleet, most)));
  },
  junit: async (fleet: FleetResult): Promise<string> => (await import("./tests/junit.ts")).renderFleetJunit(fleet),
  csv: async (fleet: FleetResult): Promise<string> => (await import("./fleet/fleet-report.ts")).renderFleetCsv(fleet),
} as const;

type Histories = ProviderHistory | readonly ProviderHistory[];

async function historyOf(histories: Histories, docs?: string): Promise<Report> {
  const { historiesReport, historyReport } = await import("./history/history-report.ts");
  return "runs" in histories ? historyReport(histories, docs) : historiesReport(histories);
}

/** The reports about a history, of one provider or of all, by format. @internal */
export const historyRenderers = {
  text: async (histories: Histories, docs?: string): Promise<string> => encoded.text(await historyOf(histories, docs)),
  markdown: async (histories: Histories, docs?: string): Promise<string> =>
    encoded.markdown(await historyOf(histories, docs)),
  html: async (histories: Histories, docs?: string): Promise<string> =>
    encoded.html(await historyOf(histories, docs), { ownRules: "", skip: "Skip to the runs" }),
} as const;

/** A format of the reports about traffic. */
interface TrafficRenderer {
  readonly purpose: string;
  readonly render: (result: TrafficResult, options?: TextOptions) => Promise<string>;
}

/** The names of the formats of the reports about traffic. @internal */
export type TrafficReportFormat = "text" | "json" | "markdown" | "junit";

/** The reports about traffic, by format. @internal */
export const trafficRenderers: Readonly<Record<TrafficReportFormat, TrafficRenderer>> = {
  text: {
    purpose: "for a person",
    render: async (result, options) =>
      encoded.text((await import("./traffic/traffic-report.ts")).trafficReport(result), options),
  },
  json: {
    purpose: "everything that is known; described by traffic.schema.json",
    render: async (result) => (await import("./json.ts")).renderJson(result),
  },
  markdown: {
    purpose: "for a job summary",
    render: async (result) => encoded.markdown((await import("./traffic/traffic-report.ts")).trafficReport(result)),
  },
  junit: {
    purpose: "for GitLab, Jenkins, Azure and GitHub's reporters",
    render: async (result) => (await import("./tests/junit.ts")).renderTrafficJunit(result),
  },
};
