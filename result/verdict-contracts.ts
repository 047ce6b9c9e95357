/** The sentences that contracts add to a verdict. Pure. */
import { listed, count } from "./counts.ts";
import type { ContractResult, InteractionResult } from "./result.ts";

/** Sentences about interactions, by their effect on the verdict. A list is empty if there is nothing to report. */
export interface ContractWords {
  /** For shipped pacts: they are based on the document, and count at the level of their requirement. */
  readonly broken: readonly string[];
  readonly warnings: readonly string[];
  readonly unclear: readonly string[];
  /** For user-supplied pacts, which do not affect the verdict on the document. */
  readonly userSupplied: { readonly broken: readonly string[]; readonly unclear: readonly string[] };
}

/** Puts the results of the contracts into words. A pending interaction changes nothing. */
export function contractWords(contracts: readonly ContractResult[], strict: boolean): ContractWords {
  const all = contracts.flatMap(({ consumer, interactions }) =>
    interactions
      .filter(({ pending }) => pending !== true)
      .map((interaction) => ({ interaction, name: `${consumer}, "${interaction.description}"` })),
  );
  const named = (status: InteractionResult["status"], belongs: (one: InteractionResult) => boolean): readonly Named[] =>
    all.filter(({ interaction }) => interaction.status === status && belongs(interaction));
  const isUserSupplied = ({ requirement }: InteractionResult): boolean => requirement === undefined;
  const counts = (one: InteractionResult): boolean => !isUserSupplied(one) && (strict || one.level !== "SHOULD");
  const warns = (one: InteractionResult): boolean => !isUserSupplied(one) && !counts(one);
  return {
    broken: sentence(named("failed", counts), "of a contract broken"),
    warnings: named("failed", warns).map(({ name }) => name),
    unclear: sentence(named("not-judged", counts), "of a contract could not be judged"),
    userSupplied: {
      broken: sentence(named("failed", isUserSupplied), "of a user-supplied pact broken"),
      unclear: sentence(named("not-judged", isUserSupplied), "of a user-supplied pact could not be judged"),
    },
  };
}

/** An interaction, and its name in a sentence. */
interface Named {
  readonly interaction: InteractionResult;
  readonly name: string;
}

/** A sentence about interactions, with their reason if they share one, such as a refused connection. */
function sentence(some: readonly Named[], what: string): readonly string[] {
  if (some.length === 0) return [];
  const [reason, ...others] = new Set(some.map(({ interaction }) => reasonOf(interaction)));
  const shared = reason === undefined || others.length > 0 ? "" : ` ${reason}`;
  return [`${count(some.length, "interaction")} ${what}: ${listed(some.map(({ name }) => name))}.${shared}`];
}

/** Only interactions that were not judged have a reason. */
function reasonOf({ reason }: { readonly status: string; readonly reason?: string }): string | undefined {
  return reason;
}
