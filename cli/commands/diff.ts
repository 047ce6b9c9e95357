/** `diff`: the changes of a revision of a document for providers and consumers. */
import { renderDifferenceText } from "../../reports/text/document-difference.ts";
import { type ComparedDocument, compareOperations } from "../../spec/difference/compare-operations.ts";
import { safeJson } from "../../result/safe-text.ts";
import { catalogueFor } from "../../spec/document-catalogue.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { notApplicableIn } from "../../suites/checks/applicability.ts";

import { type DocumentOptions, givenDocument } from "../options/document-options.ts";
import { EXIT, type Io, wantsColour } from "../io.ts";

export interface DiffOptions extends Pick<DocumentOptions, "operation" | "overlay"> {
  readonly json: boolean;
}

/**
 * Runs `diff`.
 * @returns 1 if a provider that conforms to the earlier document can fail the later one, else 0
 * @throws {UsageError} when a document cannot be read or understood
 */
export async function diff(before: string, now: string, options: DiffOptions, io: Io): Promise<number> {
  const difference = compareOperations(await comparedDocument(before, options), await comparedDocument(now, options));
  const layout = { colour: wantsColour(io), ...(io.columns === undefined ? {} : { width: io.columns }) };
  io.out(
    options.json ? `${safeJson(JSON.stringify(difference, null, 2))}\n` : renderDifferenceText(difference, layout),
  );
  return difference.providersCanFail ? EXIT.nonConformant : EXIT.conformant;
}

async function comparedDocument(document: string, options: DiffOptions): Promise<ComparedDocument> {
  const given = await givenDocument({ ...options, document });
  const operation = given?.operation ?? readOperation();
  const inapplicable = notApplicableIn(operation);
  return { operation, catalogue: catalogueFor(operation).filter(({ id }) => !inapplicable.has(id)) };
}
