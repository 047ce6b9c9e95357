/** `compare`: what changed between two results, or between two documents. */
import type { ValuesOf } from "../options/rows.ts";
import type { OPTIONS } from "../options/table.ts";
import { defined } from "../../result/defined.ts";
import { compare } from "../../result/compare-results.ts";
import { comparisonRenderers } from "../../reports/index.ts";
import { readBaseline, readResultFile } from "../files/result-file.ts";
import { EXIT, type Io, UsageError, wantsColour } from "../io.ts";
import { rendererOf } from "../options/format-option.ts";
import { readUtf8 } from "../files/read-file.ts";

export type CompareOptions = ValuesOf<(typeof OPTIONS)["compare"]>;

/**
 * Runs `compare`.
 * @returns for results, 1 for a regression if the option for it is set, else 0; for documents, as `compareDocuments`
 * @throws {UsageError} when a file contains neither, or the runs have nothing in common
 */
export async function compareFiles(before: string, now: string, options: CompareOptions, io: Io): Promise<number> {
  const documents = [before, now].filter(isDocument);
  const [document] = documents;
  if (document === undefined) return compareResults(before, now, options, io);
  if (documents.length === 1) {
    throw new UsageError(
      `${JSON.stringify(document)} is an OpenAPI document, and ${JSON.stringify(document === before ? now : before)} is none; give two documents or two results`,
    );
  }
  if (options.failOnRegression) throw new UsageError("--fail-on-regression is about results, and not about documents");
  const { compareDocuments } = await import("./compare-documents.ts");
  return compareDocuments(before, now, options, io);
}

/** Whether a file is an OpenAPI document, in YAML or JSON. A result begins with its format. */
function isDocument(path: string): boolean {
  const text = readUtf8(path);
  return !/^\s*\{\s*"format"/.test(text) && /^[ \t{]*["']?openapi["']?\s*:/m.test(text);
}

async function compareResults(before: string, now: string, options: CompareOptions, io: Io): Promise<number> {
  const other = (["operation", "overlay"] as const).find((name) => options[name] !== undefined);
  if (other !== undefined) throw new UsageError(`--${other} is about documents, and not about results`);
  const render = rendererOf(comparisonRenderers, options.format);
  const comparison = compare(readBaseline(before), readResultFile(now).result);
  if (Object.values(comparison.compared).every((many) => many === 0)) {
    throw new UsageError(
      `There is nothing that was asked in both ${JSON.stringify(before)} and ${JSON.stringify(now)}; give the results of runs that have checks or contracts in common`,
    );
  }
  io.out(await render(comparison, { colour: wantsColour(io), ...defined({ width: io.columns }) }));
  return options.failOnRegression && comparison.regression ? EXIT.nonConformant : EXIT.conformant;
}
