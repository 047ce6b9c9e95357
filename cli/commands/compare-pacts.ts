/** `contracts --document-only`: what pacts rely on, compared with the document. No provider is asked. */
import { readAgainstDocument } from "../../contracts/document.ts";
import { type Interaction, PactError, type PactSource, readPact } from "../../contracts/pact-file.ts";
import type { Validators } from "../../spec/validators.ts";
import { loadValidators } from "../../spec/validators.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { count } from "../../result/counts.ts";
import { excerpt } from "../../result/safe-text.ts";
import { documentLines } from "../../reports/words/words.ts";
import { EXIT, type Io, UsageError } from "../io.ts";
import { type ContractsOptions, readPacts } from "../options/pact-sources.ts";

/** What the document says of one interaction. */
export interface ComparedInteraction {
  readonly name: string;
  readonly lines: readonly string[];
  readonly isContradicted: boolean;
}

/**
 * Compares the user's pacts with the document.
 * @returns 0 when the document contradicts none of them, else 1
 * @throws {UsageError} when there is no pact, or one cannot be read
 */
export async function comparePacts(argument: string | undefined, options: ContractsOptions, io: Io): Promise<number> {
  if (argument !== undefined) throw new UsageError("--document-only asks no provider; leave out the base URL");
  const { userSupplied, broker } = await readPacts(options, io);
  const sources = [...userSupplied, ...(broker?.pacts.map(({ source }) => source) ?? [])];
  if (sources.length === 0)
    throw new UsageError("--document-only has no pact to compare; give --pacts FILE or --broker URL");
  const compared = (await Promise.all(sources.map(comparedWithDocument))).flat();
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

/** What the document says of each interaction of a pact. @throws {UsageError} when it cannot be read */
export async function comparedWithDocument(source: PactSource): Promise<readonly ComparedInteraction[]> {
  const validators = await loadValidators(readOperation());
  const { consumer, interactions } = read(source);
  return interactions.map((interaction) => comparedOf(consumer, interaction, validators));
}

function read(source: Parameters<typeof readPact>[0]): ReturnType<typeof readPact> {
  try {
    return readPact(source);
  } catch (error) {
    throw error instanceof PactError ? new UsageError(error.message) : error;
  }
}

function comparedOf(consumer: string, interaction: Interaction, validators: Validators): ComparedInteraction {
  const { description, run } = interaction;
  const name = excerpt(`${consumer}: ${description}`, 200);
  if ("cannot" in run) return { name, lines: [`not compared: ${excerpt(run.cannot, 200)}`], isContradicted: false };
  const { contradicts, openPoints } = readAgainstDocument(interaction, validators);
  const lines = documentLines({ contradicts, openPoints });
  return {
    name,
    lines: lines.length === 0 ? ["agrees with the document"] : lines,
    isContradicted: contradicts.length > 0,
  };
}
