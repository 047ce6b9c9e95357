/** The part of a result about what changed since an earlier run. */
import type { Level } from "../../spec/requirements.ts";
import type { InteractionResult } from "../contract-result.ts";
import type { Status } from "../check-result.ts";

/** `selection-met`: everything that was selected is met. It says nothing about the provider as a whole. */
export type Verdict = "conformant" | "non-conformant" | "selection-met" | "inconclusive";

/**
 * How an outcome differs between two runs. `broken`: passed, and now failed or waived; `fixed`: the other way round;
 * `appeared` and `gone`: asked in only one of the runs; `changed`: everything else, such as an outcome that was not
 * judged in one run.
 */
export type ChangeKind = "broken" | "fixed" | "appeared" | "gone" | "changed";

/** A requirement or check with a different outcome than before; null if it was not asked. */
export interface StatusChange {
  readonly id: string;
  /** For a check: its requirement. */
  readonly requirement?: string;
  readonly level: Level;
  readonly before: Status | null;
  readonly now: Status | null;
  readonly change: ChangeKind;
}

/** An interaction with a different outcome than before. */
export interface InteractionChange extends Pick<InteractionResult, "description" | "states" | "pending"> {
  readonly consumer: string;
  /** Of a user-supplied pact. */
  readonly userSupplied?: true;
  readonly before: InteractionResult["status"] | null;
  readonly now: InteractionResult["status"] | null;
  readonly change: ChangeKind;
}

/** An open point with a different answer than before; null if no answer was observed. */
export interface ProfileChange {
  readonly id: string;
  readonly before: string | null;
  readonly now: string | null;
}

/** Milliseconds from sending a request to the last byte of its answer, for exchanges that were answered. */
export interface LatencyFigures {
  readonly exchanges: number;
  readonly medianMs: number;
  /** The 95th percentile. */
  readonly highMs: number;
  readonly slowestMs: number;
}

/** The provider that was judged, and how it was asked. */
export interface JudgedProvider {
  readonly baseUrl: string;
  /** As the user says. */
  readonly version?: string;
  /** An application of the process of its tests, served for the run alone: nothing answers at its base URL now. */
  readonly inProcess?: true;
  /** TLS was not verified, so that anybody may have answered. */
  readonly insecure?: true;
  /** Names of the header fields that were added to every request. Their values are secret. */
  readonly extraHeaders?: readonly string[];
  /** Requests carried a `traceparent`. */
  readonly trace?: true;
  /** The stack of the provider, and its evidence: the user's statement, or an answer. It changes no judgement. */
  readonly stack?: { readonly id: string; readonly name: string; readonly shownBy: string };
}

/** The document that a provider was judged by. */
export interface JudgedDocument {
  /** The version that the document states. */
  readonly version: string;
  /** The digest of its bytes, in hexadecimal. */
  readonly sha256: string;
  /** Set if it is not the document that ships: the operation that was judged. */
  readonly another?: { readonly path: string };
  /** The SHA-256 of the overlay given with the document, in hexadecimal; absent if there was none. */
  readonly overlaySha256?: string;
}

/** The identity of a run in a comparison. */
export interface RunIdentity {
  readonly tool: { readonly name: string; readonly version: string };
  readonly specification: JudgedDocument;
  readonly provider: JudgedProvider;
  readonly strict: boolean;
  /** Set when only some checks were selected. A partial run is never called conformant. */
  readonly selection?: { readonly only: readonly string[]; readonly skip: readonly string[] };
  readonly seed: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly verdict: Verdict;
}

/** What changed between two runs: the earlier one, `before`, is the baseline. */
export interface Comparison {
  readonly before: RunIdentity;
  readonly now: RunIdentity;
  /** Remarks about the comparison as a whole, in sentences: different versions, different checks asked. */
  readonly remarks: readonly string[];
  /** The numbers of items that were asked in both runs. */
  readonly compared: {
    readonly requirements: number;
    readonly checks: number;
    readonly openPoints: number;
    readonly interactions: number;
  };
  /** Something that counts is broken, or the verdict is worse. */
  readonly regression: boolean;
  /** MUST and SHOULD; open points are compared by their values. */
  readonly requirements: readonly StatusChange[];
  readonly checks: readonly StatusChange[];
  readonly interactions: readonly InteractionChange[];
  readonly profile: readonly ProfileChange[];
  /**
   * For each open point with an answer: the time since when it has had this answer, as far as the baselines show; ISO
   * 8601, UTC.
   */
  readonly since: { readonly [openPoint: string]: string };
  /** Null if no exchange was answered. */
  readonly latency: { readonly before: LatencyFigures | null; readonly now: LatencyFigures | null };
}
