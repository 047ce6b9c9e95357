/** `contracts --document-only`: compares pacts with the document. Sends nothing to a provider. */
import { readAgainstDocument, undescribedParts, unreturnedTexts } from "../../contracts/pact-against-document.ts";
import { type Interaction, PactError, type PactSource, readPact, stringAt } from "../../contracts/pact-file.ts";
import { type DocumentForPacts, documentForPacts } from "../../contracts/document-for-pacts.ts";
import { loadValidators } from "../../spec/validators.ts";
import { type Operation, readOperation } from "../../spec/read-operation.ts";
import { count, excerpt } from "../../result/safe-text.ts";
import { documentLines } from "../../reports/words/result-words.ts";
import { type DocumentOptions, givenDocument } from "../options/document-options.ts";
import { EXIT, asUsage, type Io, UsageError } from "../io.ts";
import { type ContractsOptions, readPacts } from "../options/contract-options.ts";

export interface ComparedInteraction {
  readonly name: string;
  readonly lines: readonly string[];
  readonly isContradicted: boolean;
}

/** Compares the user's pacts with the document. @returns 0 when it contradicts none of them, else 1 */
export async function comparePacts(
  argument: string | undefined,
  options: ContractsOptions & DocumentOptions,
  io: Io,
): Promise<number> {
  if (argument !== undefined) throw new UsageError("--document-only asks no provider; leave out the base URL");
  const { operation } = await givenDocument(options);
  const { userSupplied, broker } = await readPacts(options, io, { operation });
  const sources = [...userSupplied, ...(broker?.pacts.map(({ source }) => source) ?? [])];
  if (sources.length === 0)
    throw new UsageError("--document-only has no pact to compare; give --pacts FILE or --broker URL");
  const compared = (await Promise.all(sources.map((source) => comparedWithDocument(source, operation)))).flat();
  const contradicted = compared.filter(({ isContradicted }) => isContradicted).length;
  const said = compared.flatMap(({ name, lines }) => [name, ...lines.map((line) => `  ${line}`)]);
  const total = count(compared.length, "interaction");
  const verdict =
    contradicted === 0
      ? `The document contradicts none of ${total}.`
      : `The document contradicts ${contradicted} of ${total}.`;
  io.out([...said, `${verdict} No provider was asked.`, ""].join("\n"));
  return contradicted === 0 ? EXIT.conformant : EXIT.nonConformant;
}

/** Compares each interaction of a pact with the document, by default with the one that ships. */
export async function comparedWithDocument(
  source: PactSource,
  operation: Operation = readOperation(),
): Promise<readonly ComparedInteraction[]> {
  const document = documentForPacts(operation, await loadValidators(operation));
  const { consumer, interactions } = asUsage(PactError, () => readPact(source));
  return interactions.map((interaction) => comparedOf(consumer, interaction, document));
}

function comparedOf(consumer: string, interaction: Interaction, document: DocumentForPacts): ComparedInteraction {
  const { description, run } = interaction;
  const name = excerpt(`${consumer}: ${description}`, 200);
  if ("cannot" in run) return notCompared(name, run.cannot);
  const { contradicts, openPoints, notCompared: reason } = readAgainstDocument(interaction, document);
  if (reason !== undefined) return notCompared(name, reason);
  const parts = undescribedParts(interaction, document);
  const lines = [
    ...documentLines({ contradicts, openPoints }),
    ...unreturnedTexts(interaction, document).map(
      ({ id, where, expected, seen }) =>
        `asks for what a SHOULD rules out: ${id} (${where}): it sends ${excerpt(expected, 60)} and expects ${excerpt(seen, 60)}`,
    ),
    ...(parts.length === 0 ? [] : [`relies on what the document does not describe: ${excerpt(parts.join(", "), 200)}`]),
    ...pathLines(stringAt(interaction.value, "request", "path") ?? "", document.operation.path),
  ];
  return {
    name,
    lines: lines.length === 0 ? ["agrees with the document"] : lines,
    isContradicted: contradicts.length > 0,
  };
}

/** What a path that ends with that of the operation is relative to. */
function pathLines(path: string, own: string): readonly string[] {
  const before = path.endsWith(own) ? path.slice(0, -own.length) : "";
  if (before === "") return [];
  return [
    `its path ${excerpt(path, 100)} is relative to the base URL: if that ends with ${excerpt(before, 100)}, expect ${own}`,
  ];
}

function notCompared(name: string, reason: string): ComparedInteraction {
  return { name, lines: [`not compared: ${excerpt(reason, 200)}`], isContradicted: false };
}
