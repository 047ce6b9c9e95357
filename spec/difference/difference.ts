/** What a later document changes for those who keep the earlier one. */
import type { Level } from "../requirements.ts";

/** What a change is for a provider. */
export type ProviderKind =
  /** It has to do what it did not have to do: accept, refuse or answer something. */
  | "newly-asked"
  /** What it was free to choose is decided. */
  | "freedom-taken"
  /** What it had to do is left to it. */
  | "freedom-given";

/** What a change is for a consumer. */
export type ConsumerKind =
  /** Requests that were valid are refused. */
  | "request-refused"
  /** Requests that were not valid are accepted. */
  | "request-accepted"
  /** Answers have to be expected that were not possible. */
  | "answer-added"
  /** Answers that were possible are not. */
  | "answer-gone";

/** One change, by the requirement that states it. */
export interface DocumentChange<Kind extends string> {
  readonly kind: Kind;
  /** Id of the requirement. */
  readonly requirement: string;
  /** The level of the requirement in the later document; in the earlier one where the later does not ask it. */
  readonly level: Level;
  /** A sentence without a full stop. */
  readonly what: string;
  /** JSON Pointer into the later document, into the earlier one for what is gone; absent where a requirement alone changed. */
  readonly place?: string;
}

/** The difference between two documents. */
export interface DocumentDifference {
  readonly before: DocumentName;
  readonly now: DocumentName;
  readonly providers: readonly DocumentChange<ProviderKind>[];
  readonly consumers: readonly DocumentChange<ConsumerKind>[];
  /** A provider that conforms to the earlier document can fail the later one: a MUST is new, or decides what was free. */
  readonly providersCanFail: boolean;
  /** A consumer of the earlier document can fail with the later one: a request is refused, or an answer is new. */
  readonly consumersCanFail: boolean;
}

/** A document: its `info.version`, its digest, and its operation. */
export interface DocumentName {
  readonly version: string;
  readonly sha256: string;
  readonly path: string;
}
