/** The sentences that contracts add to a verdict. Pure. */
import { count, listed } from "./safe-text.ts";
import { groupBy } from "../spec/defined.ts";
import { type ContractResult, type InteractionResult, reasonOf } from "./result.ts";

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
    broken: interactionWords(named("failed", counts), "of a contract broken"),
    warnings: named("failed", warns).map(({ name }) => name),
    unclear: interactionWords(named("not-judged", counts), "of a contract could not be judged"),
    userSupplied: {
      broken: interactionWords(named("failed", isUserSupplied), "of a user-supplied pact broken"),
      unclear: interactionWords(named("not-judged", isUserSupplied), "of a user-supplied pact could not be judged"),
    },
  };
}

interface Named {
  readonly interaction: InteractionResult;
  readonly name: string;
}

/** The most reasons that are given, each in a sentence. */
const MOST_REASONS = 3;

/** A sentence about the interactions of each reason, such as a refused connection. The last one is about all others. */
function interactionWords(some: readonly Named[], what: string): readonly string[] {
  const groups = [...groupBy(some, ({ interaction }) => reasonOf(interaction)).values()];
  const rest = groups.slice(MOST_REASONS).flat();
  return [...groups.slice(0, MOST_REASONS), ...(rest.length === 0 ? [] : [rest])].map((group) => {
    const [reason, ...others] = new Set(group.map(({ interaction }) => reasonOf(interaction)));
    const shared = reason === undefined || others.length > 0 ? "" : ` ${reason}`;
    return `${count(group.length, "interaction")} ${what}: ${listed(group.map(({ name }) => name))}.${shared}`;
  });
}
