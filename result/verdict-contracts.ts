/** What contracts add to a verdict. Pure. */
import { listed, count } from "./counts.ts";
import type { ContractResult, InteractionResult } from "./result.ts";

/** Sentences about interactions, by their effect on the verdict. A list is empty if there is nothing to report. */
export interface ContractWords {
  /** Of pacts that ship: they are based on the document, and count at the level of their requirement. */
  readonly broken: readonly string[];
  readonly warnings: readonly string[];
  readonly unclear: readonly string[];
  /** Of user-supplied pacts, which do not affect the verdict on the document. */
  readonly userSupplied: { readonly broken: readonly string[]; readonly unclear: readonly string[] };
}

/** Puts the results of the contracts into words. A pending interaction changes nothing. */
export function contractWords(contracts: readonly ContractResult[], strict: boolean): ContractWords {
  const all = contracts.flatMap(({ consumer, interactions }) =>
    interactions
      .filter(({ pending }) => pending !== true)
      .map((interaction) => ({ interaction, name: `${consumer}, "${interaction.description}"` })),
  );
  const names = (
    status: InteractionResult["status"],
    belongs: (one: InteractionResult) => boolean,
  ): readonly string[] =>
    all.filter(({ interaction }) => interaction.status === status && belongs(interaction)).map(({ name }) => name);
  const isUserSupplied = ({ requirement }: InteractionResult): boolean => requirement === undefined;
  const counts = (one: InteractionResult): boolean => !isUserSupplied(one) && (strict || one.level !== "SHOULD");
  const warns = (one: InteractionResult): boolean => !isUserSupplied(one) && !counts(one);
  return {
    broken: sentence(names("failed", counts), "of a contract broken"),
    warnings: names("failed", warns),
    unclear: sentence(names("not-judged", counts), "of a contract could not be judged"),
    userSupplied: {
      broken: sentence(names("failed", isUserSupplied), "of a user-supplied pact broken"),
      unclear: sentence(names("not-judged", isUserSupplied), "of a user-supplied pact could not be judged"),
    },
  };
}

function sentence(names: readonly string[], what: string): readonly string[] {
  if (names.length === 0) return [];
  return [`${count(names.length, "interaction")} ${what}: ${listed(names)}.`];
}
