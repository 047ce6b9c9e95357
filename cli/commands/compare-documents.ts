/** `compare` of two documents: the changes of a revision for providers and consumers. */
import { defined } from "../../result/defined.ts";
import { renderDifferenceText } from "../../reports/text/document-difference.ts";
import { type ComparedDocument, compareOperations } from "../../spec/difference/compare-operations.ts";
import { safeJson } from "../../result/safe-text.ts";
import { catalogueFor } from "../../spec/document-catalogue.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { notApplicableIn } from "../../suites/checks/applicability.ts";
import { type DocumentOptions, givenDocument } from "../options/document-options.ts";
import { rendererOf } from "../options/format-option.ts";
import { EXIT, type Io, wantsColour } from "../io.ts";

/** The options about two documents. */
export interface CompareDocumentsOptions extends Pick<DocumentOptions, "operation" | "overlay"> {
  readonly format: string;
}

type Difference = ReturnType<typeof compareOperations>;

const renderers: Readonly<Record<string, (difference: Difference, io: Io) => string>> = {
  text: (difference, io) =>
    renderDifferenceText(difference, {
      colour: wantsColour(io),
      ...defined({ width: io.columns }),
    }),
  json: (difference) => `${safeJson(JSON.stringify(difference, null, 2))}\n`,
};

/**
 * Compares two documents.
 * @returns 1 if a provider that conforms to the earlier document can fail the later one, else 0
 * @throws {UsageError} when a document cannot be read or understood
 */
export async function compareDocuments(
  before: string,
  now: string,
  options: CompareDocumentsOptions,
  io: Io,
): Promise<number> {
  const render = rendererOf(renderers, options.format);
  const difference = compareOperations(await comparedDocument(before, options), await comparedDocument(now, options));
  io.out(render(difference, io));
  return difference.providersCanFail ? EXIT.nonConformant : EXIT.conformant;
}

async function comparedDocument(
  document: string,
  { operation: name, overlay }: CompareDocumentsOptions,
): Promise<ComparedDocument> {
  const given = await givenDocument({
    document,
    ...defined({ operation: name, overlay }),
  });
  const operation = given?.operation ?? readOperation();
  const inapplicable = notApplicableIn(operation);
  return { operation, catalogue: catalogueFor(operation).filter(({ id }) => !inapplicable.has(id)) };
}
