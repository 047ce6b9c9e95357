/** The part of a result about what changed since an earlier run. */
import type { Level } from "../spec/requirements.ts";
import type { InteractionResult } from "./contract-result.ts";
import type { Status } from "./check-result.ts";

/** `selection-met`: everything that was selected is met. It says nothing about the provider as a whole. */
export type Verdict = "conformant" | "non-conformant" | "selection-met" | "inconclusive";

/**
 * How an outcome differs between two runs. `broken`: passed, and now failed or waived; `fixed`: the other way round;
 * `appeared` and `gone`: asked in only one of the runs; `changed`: everything else, such as what was not judged in one.
 */
export type ChangeKind = "broken" | "fixed" | "appeared" | "gone" | "changed";

/** A requirement or a check with another outcome than before; null where it was not asked. */
export interface StatusChange {
  readonly id: string;
  /** Of a check: the requirement that it is for. */
  readonly requirement?: string;
  readonly level: Level;
  readonly before: Status | null;
  readonly now: Status | null;
  readonly change: ChangeKind;
}

/** An interaction with another outcome than before. */
export interface InteractionChange extends Pick<InteractionResult, "description" | "states" | "pending"> {
  readonly consumer: string;
  /** Of a user-supplied pact. */
  readonly userSupplied?: true;
  readonly before: InteractionResult["status"] | null;
  readonly now: InteractionResult["status"] | null;
  readonly change: ChangeKind;
}

/** An open point that is answered otherwise than before; null where no answer was observed. */
export interface ProfileChange {
  readonly id: string;
  readonly before: string | null;
  readonly now: string | null;
}

/** Milliseconds from sending to the last byte, of the exchanges that were answered. */
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
  /** TLS was not verified, so that anybody may have answered. */
  readonly insecure?: true;
  /** Names of header fields that every request carried beside those that are shown. Their values are secret. */
  readonly extraHeaders?: readonly string[];
  /** Requests carried a `traceparent`. */
  readonly trace?: true;
  /** What it is built on, and what shows that: the user's word, or an answer. It changes no judgement. */
  readonly stack?: { readonly id: string; readonly name: string; readonly shownBy: string };
}

/** The document that a provider was judged by. */
export interface JudgedDocument {
  /** As it calls itself. */
  readonly version: string;
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string;
  /** Set where it is another document than the one that ships: the operation that was judged. */
  readonly another?: { readonly path: string };
  /** Of the overlay that was given beside the document, in hexadecimal; absent where none was. */
  readonly overlaySha256?: string;
}

/** A run as a comparison names it. */
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
  /** What bears on the comparison as a whole, in sentences: other versions, other things asked. */
  readonly remarks: readonly string[];
  /** How much was asked in both runs. */
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
  /** For each open point with an answer, since when the answer has been this one as far as the baselines tell: ISO 8601, UTC. */
  readonly since: { readonly [openPoint: string]: string };
  /** Null where nothing was answered. */
  readonly latency: { readonly before: LatencyFigures | null; readonly now: LatencyFigures | null };
}
