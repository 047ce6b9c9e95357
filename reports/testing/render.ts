/** For tests: the reports for people as functions that wait for nothing. */
import type { FleetResult } from "../../result/over/fleet-result.ts";
import type { ProviderHistory } from "../../result/over/history.ts";
import type { Comparison, RunResult } from "../../result/result.ts";
import { comparisonReport } from "../comparison.ts";
import { filterStyle, fleetReport, summarySizes } from "../fleet/fleet-report.ts";
import { historiesReport, historyReport } from "../history/history-report.ts";
import { encodeHtml } from "../html/html.ts";
import { encodeMarkdown, fitting } from "../markdown/markdown.ts";
import { everything, pageLimits, runReport, textLimits, viewOf } from "../run/run-report.ts";
import type { TextOptions } from "../text/terminal-lines.ts";
import { encodeText } from "../text/terminal-text.ts";

export { renderComment } from "../markdown/run-markdown.ts";
export { renderSummary as renderMarkdown } from "../markdown/run-markdown.ts";

type Options = TextOptions & { readonly docs?: string };

export const renderText = (result: RunResult, options: Options = {}): string =>
  encodeText(runReport(viewOf(result, textLimits, options.docs)), options);

export const renderHtml = (result: RunResult, docs?: string): string => {
  const shown = viewOf(result, pageLimits, docs);
  return encodeHtml(runReport(shown, everything(shown)));
};

export const renderComparisonText = (comparison: Comparison, options?: TextOptions): string =>
  encodeText(comparisonReport(comparison, 30), options);

export const renderComparisonMarkdown = (comparison: Comparison): string =>
  encodeMarkdown(comparisonReport(comparison, 200));

export const renderFleetHtml = (fleet: FleetResult): string =>
  encodeHtml(fleetReport(fleet), { ownRules: filterStyle(fleet), skip: "Skip to the causes" });

export const renderFleetMarkdown = (fleet: FleetResult): string =>
  fitting(summarySizes, (most) => encodeMarkdown(fleetReport(fleet, most)));

export const renderHistoryText = (history: ProviderHistory): string => encodeText(historyReport(history));
export const renderHistoriesText = (all: readonly ProviderHistory[]): string => encodeText(historiesReport(all));
export const renderHistoryMarkdown = (history: ProviderHistory): string => encodeMarkdown(historyReport(history));
export const renderHistoriesMarkdown = (all: readonly ProviderHistory[]): string =>
  encodeMarkdown(historiesReport(all));
export const renderHistoryHtml = (history: ProviderHistory): string =>
  encodeHtml(historyReport(history), { ownRules: "" });
export const renderHistoriesHtml = (all: readonly ProviderHistory[]): string =>
  encodeHtml(historiesReport(all), { ownRules: "" });
