/** The part of a result about contracts: each pact and its interactions. */
import type { Level } from "../spec/requirements.ts";
import type { Finding, Findings } from "./check-result.ts";

/**
 * A fact that a consumer relies on and the document leaves open: the id of the open point, and the place in the
 * interaction.
 */
export interface OpenPoint {
  readonly id: string;
  readonly where: string;
}

/** The outcome of an interaction. A pending interaction that failed is not judged, and keeps its findings. */
export type InteractionOutcome =
  | { readonly status: "passed"; readonly findings: readonly [] }
  | { readonly status: "failed"; readonly findings: Findings }
  | { readonly status: "waived"; readonly findings: Findings; readonly reason: string }
  | { readonly status: "not-judged"; readonly findings: readonly Finding[]; readonly reason: string };

/** One interaction of a pact, verified. */
export type InteractionResult = InteractionOutcome & {
  readonly description: string;
  readonly states: readonly string[];
  /** The requirements that it can show broken, the one that it tests first; absent for a user-supplied pact. */
  readonly requirements?: readonly string[];
  /**
   * If it failed, the highest requirement that it shows broken, of which it is a failed check; otherwise the
   * requirement that it tests. Absent for a user-supplied pact.
   */
  readonly requirement?: string;
  /** The level of that requirement, at which it counts; absent for a user-supplied pact. */
  readonly level?: Level;
  /** The consumer does not rely on it yet, so it changes neither the verdict nor the exit status. */
  readonly pending?: true;
  /** The consumer's expectations that the document rules out: `expected` is from the document, `seen` from the pact. */
  readonly contradicts?: readonly Finding[];
  /** The facts that the consumer relies on and the document leaves open. */
  readonly openPoints?: readonly OpenPoint[];
  /** What may explain the failure of an interaction of a user-supplied pact, in a sentence. */
  readonly remark?: string;
};

/** An interaction in words: its description and its states. */
export function interactionTitle({ description, states }: Pick<InteractionResult, "description" | "states">): string {
  return states.length === 0 ? description : `${description}, given ${states.join(" and ")}`;
}

/** One pact, verified. */
export interface ContractResult {
  readonly consumer: string;
  readonly provider: string;
  /** The source of the pact: a file or a URL; absent for shipped pacts. */
  readonly source?: string;
  readonly interactions: readonly InteractionResult[];
  /** The requests that were sent to the provider; absent in results of earlier versions. */
  readonly sent?: SentForContracts;
}

/** The requests to the provider, and those of them that may have left a plant in its store. */
export interface SentForContracts {
  readonly exchanges: number;
  readonly plantsCreated: number;
}

/** The sums of counts; those that are absent count nothing. */
export function sumOfSent(counts: ReadonlyArray<SentForContracts | undefined>): SentForContracts {
  return {
    exchanges: counts.reduce((sum, one) => sum + (one?.exchanges ?? 0), 0),
    plantsCreated: counts.reduce((sum, one) => sum + (one?.plantsCreated ?? 0), 0),
  };
}

/** Whether a run verified only contracts, and so judged no requirement. */
export function isOfContracts({
  selection,
}: {
  readonly selection?: { readonly only: readonly string[] } | undefined;
}): boolean {
  return selection?.only.length === 1 && selection.only[0] === "contracts";
}
