/** `diff`: what a revision of a document changes for providers and for consumers. */
import { renderDifferenceText } from "../../reports/text/document-difference.ts";
import { type ComparedDocument, compareOperations } from "../../spec/difference/compare-operations.ts";
import { safeJson } from "../../result/safe-text.ts";
import { readRequirements } from "../../spec/requirements.ts";
import { operationIn } from "../files/document-file.ts";
import { EXIT, type Io, wantsColour } from "../io.ts";

export interface DiffOptions {
  readonly operation?: string;
  readonly json: boolean;
}

/**
 * Runs `diff`.
 * @returns 1 where a provider that conforms to the earlier document can fail the later one, else 0
 * @throws {UsageError} when a document cannot be read or understood
 */
export function diff(before: string, now: string, options: DiffOptions, io: Io): number {
  const read = (file: string): ComparedDocument => comparedDocument(file, options);
  const difference = compareOperations(read(before), read(now));
  const layout = { colour: wantsColour(io), ...(io.columns === undefined ? {} : { width: io.columns }) };
  io.out(
    options.json ? `${safeJson(JSON.stringify(difference, null, 2))}\n` : renderDifferenceText(difference, layout),
  );
  return difference.providersCanFail ? EXIT.nonConformant : EXIT.conformant;
}

function comparedDocument(file: string, { operation }: DiffOptions): ComparedDocument {
  const read = operationIn(file, operation === undefined ? {} : { operation });
  return { operation: read, catalogue: readRequirements() };
}
