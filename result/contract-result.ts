/** The part of a result about contracts: each pact and its interactions. */
import type { Level } from "../spec/requirements.ts";
import type { Finding, Findings } from "./check-result.ts";

/** Something that a consumer relies on and the document leaves open: the open point's id, and where in the interaction. */
export interface OpenPoint {
  readonly id: string;
  readonly where: string;
}

/** The outcome of an interaction. A pending one that failed is not judged, and has its findings. */
export type InteractionOutcome =
  | { readonly status: "passed"; readonly findings: readonly [] }
  | { readonly status: "failed"; readonly findings: Findings }
  | { readonly status: "waived"; readonly findings: Findings; readonly reason: string }
  | { readonly status: "not-judged"; readonly findings: readonly Finding[]; readonly reason: string };

/** One interaction of a pact, verified. */
export type InteractionResult = InteractionOutcome & {
  readonly description: string;
  readonly states: readonly string[];
  /** The requirements that it can show broken, the one that it asks about first; absent for a user-supplied pact. */
  readonly requirements?: readonly string[];
  /**
   * Where it failed, the highest of them that it shows broken, of which it is a failed check; else the one that it asks
   * about. Absent for a user-supplied pact.
   */
  readonly requirement?: string;
  /** The level of that requirement, at which it counts; absent for a user-supplied pact. */
  readonly level?: Level;
  /** Its consumer does not rely on it yet: it changes neither verdict nor exit status. */
  readonly pending?: true;
  /** What its consumer expects and the document rules out: `expected` is the document's word, `seen` the pact's. */
  readonly contradicts?: readonly Finding[];
  /** What its consumer relies on and the document leaves open. */
  readonly openPoints?: readonly OpenPoint[];
};

/** One pact, verified. */
export interface ContractResult {
  readonly consumer: string;
  readonly provider: string;
  /** Where the pact is from: a file or a URL; absent for those that ship. */
  readonly source?: string;
  readonly interactions: readonly InteractionResult[];
}
