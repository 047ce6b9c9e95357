/** `compare`: what changed between two results, or between two documents. */
import { comparisonRenderers } from "../../reports/index.ts";
import { renderDifferenceText } from "../../reports/text/document-difference.ts";
import { defined } from "../../spec/defined.ts";
import { compare } from "../../result/over/compare-results.ts";
import { safeJson } from "../../result/safe-text.ts";
import { type ComparedDocument, compareOperations } from "../../spec/difference/compare-operations.ts";
import { catalogueFor } from "../../spec/document-catalogue.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { notApplicableIn } from "../../suites/checks/applicability.ts";
import { readUtf8 } from "../files/read-file.ts";
import { readBaseline, readResultFile } from "../files/result-file.ts";
import { EXIT, type Io, lookOf, UsageError } from "../io.ts";
import { givenDocument } from "../options/document-options.ts";
import type { OptionsOf } from "../options/table.ts";
import { rendererOf } from "../options/typed-options.ts";

type Files = readonly [before: string, now: string];

/** Runs `compare`. @returns 1 for a regression, if asked; for documents as `compareDocuments`; else 0 */
export async function compareFiles(files: Files, options: OptionsOf<"compare">, io: Io): Promise<number> {
  const [before, now] = files;
  const documents = files.filter(isDocument);
  const [document] = documents;
  if (document === undefined) return compareResults(files, options, io);
  if (documents.length === 1) {
    throw new UsageError(
      `${JSON.stringify(document)} is an OpenAPI document, and ${JSON.stringify(document === before ? now : before)} is none; give two documents or two results`,
    );
  }
  if (options.failOnRegression) throw new UsageError("--fail-on-regression is about results, and not about documents");
  return compareDocuments(files, options, io);
}

/** Whether a file is an OpenAPI document, in YAML or JSON. A result begins with its format. */
function isDocument(path: string): boolean {
  const text = readUtf8(path);
  return !/^\s*\{\s*"format"/.test(text) && /^[ \t{]*["']?openapi["']?\s*:/m.test(text);
}

async function compareResults([before, now]: Files, options: OptionsOf<"compare">, io: Io): Promise<number> {
  const given = { ...options, consumers: options.consumers || undefined };
  const other = (["operation", "overlay", "consumers"] as const).find((name) => given[name] !== undefined);
  if (other !== undefined) throw new UsageError(`--${other} is about documents, and not about results`);
  const render = rendererOf(comparisonRenderers, options.format);
  const comparison = compare(readBaseline(before), readResultFile(now).result);
  if (Object.values(comparison.compared).every((many) => many === 0)) {
    throw new UsageError(
      `There is nothing that was asked in both ${JSON.stringify(before)} and ${JSON.stringify(now)}; give the results of runs that have checks or contracts in common`,
    );
  }
  io.out(await render(comparison, lookOf(io)));
  return options.failOnRegression && comparison.regression ? EXIT.nonConformant : EXIT.conformant;
}

type Difference = ReturnType<typeof compareOperations>;

const renderers: Readonly<Record<string, (difference: Difference, io: Io) => string>> = {
  text: (difference, io) => renderDifferenceText(difference, lookOf(io)),
  json: (difference) => `${safeJson(JSON.stringify(difference, null, 2))}\n`,
};

/** Compares two documents. @returns 1 if a provider of the earlier one, or a consumer, can fail with the later */
async function compareDocuments([before, now]: Files, options: OptionsOf<"compare">, io: Io): Promise<number> {
  const render = rendererOf(renderers, options.format);
  const difference = compareOperations(await comparedDocument(before, options), await comparedDocument(now, options));
  io.out(render(difference, io));
  const canFail = options.consumers ? difference.consumersCanFail : difference.providersCanFail;
  return canFail ? EXIT.nonConformant : EXIT.conformant;
}

async function comparedDocument(
  document: string,
  { operation: name, overlay }: OptionsOf<"compare">,
): Promise<ComparedDocument> {
  const given = await givenDocument({ document, ...defined({ operation: name, overlay }) });
  const operation = given?.operation ?? readOperation();
  const inapplicable = notApplicableIn(operation);
  return { operation, catalogue: catalogueFor(operation).filter(({ id }) => !inapplicable.has(id)) };
}
