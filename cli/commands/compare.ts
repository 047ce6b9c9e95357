/** `compare`: what changed between two results. */
import { compare } from "../../result/compare-results.ts";
import { renderJson } from "../../reports/json.ts";
import { renderComparisonMarkdown } from "../../reports/markdown/comparison.ts";
import type { Comparison } from "../../result/result.ts";
import { renderComparisonText } from "../../reports/text/comparison.ts";
import { readBaseline } from "../files/baseline-file.ts";
import { EXIT, type Io, UsageError, wantsColour } from "../io.ts";
import { rendererOf } from "../options/format-option.ts";
import { readResultFile } from "../files/result-file.ts";

export interface CompareOptions {
  readonly format: string;
  readonly failOnRegression: boolean;
}

type Renderer = (comparison: Comparison, io: Io) => string;

const renderers: Readonly<Record<string, Renderer>> = {
  text: (comparison, io) =>
    renderComparisonText(comparison, {
      colour: wantsColour(io),
      ...(io.columns === undefined ? {} : { width: io.columns }),
    }),
  markdown: renderComparisonMarkdown,
  json: renderJson,
};

/**
 * Runs `compare`.
 * @returns 1 for a regression if the option for it is set, else 0
 * @throws {UsageError} when a file does not contain a result, or the runs have nothing in common
 */
export function compareFiles(before: string, now: string, options: CompareOptions, io: Io): number {
  const render = rendererOf(renderers, options.format);
  const comparison = compare(readBaseline(before), readResultFile(now).result);
  if (Object.values(comparison.compared).every((many) => many === 0)) {
    throw new UsageError(
      `There is nothing that was asked in both ${JSON.stringify(before)} and ${JSON.stringify(now)}; give the results of runs that have checks or contracts in common`,
    );
  }
  io.out(render(comparison, io));
  return options.failOnRegression && comparison.regression ? EXIT.nonConformant : EXIT.conformant;
}
