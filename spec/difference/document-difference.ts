/** The changes of a later document for providers and consumers that follow the earlier one. */
import type { Level } from "../requirements.ts";
import type { ShapeChange } from "./shape-difference.ts";

/** The effect of a change on a provider. */
export type ProviderKind =
  /** It must do something new: accept, refuse or answer something. */
  | "new-demand"
  /** A choice that it was free to make is now decided. */
  | "no-longer-free"
  /** A duty becomes its free choice. */
  | "now-free";

/** The effect of a change on a consumer. */
export type ConsumerKind =
  /** Requests that were valid are refused. */
  | "request-refused"
  /** A member that the earlier document does not describe, and that may have any value there, is checked. */
  | "request-checked"
  /** Requests that were not valid are accepted. */
  | "request-accepted"
  /** Answers that were not possible must now be expected. */
  | "answer-added"
  /** Answers that were possible are no longer possible. */
  | "answer-gone";

/** One change, by the requirement that states it. */
export interface DocumentChange<Kind extends string> {
  readonly kind: Kind;
  /** Id of the requirement. */
  readonly requirement: string;
  /** The level of the requirement in the later document, or in the earlier one if the later does not ask it. */
  readonly level: Level;
  /** A sentence without a full stop. */
  readonly what: string;
  /**
   * JSON Pointer into the later document, or into the earlier one for removed parts; absent if only a requirement
   * changed.
   */
  readonly place?: string;
}

/** The difference between two documents. */
export interface DocumentDifference {
  readonly before: DocumentName;
  readonly now: DocumentName;
  readonly providers: readonly DocumentChange<ProviderKind>[];
  readonly consumers: readonly DocumentChange<ConsumerKind>[];
  /**
   * A provider that conforms to the earlier document can fail the later one: a MUST is new, or decides what was free.
   */
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

/** A change between two documents. Its level is added later. */
export interface FoundChange {
  readonly requirement: string;
  readonly what: string;
  readonly place?: string;
  readonly provider?: ProviderKind;
  readonly consumer?: ConsumerKind;
}

/** A change of the allowed content of an answer. */
export function answerChange(requirement: string, what: string, { effect, path: place }: ShapeChange): FoundChange {
  const isNarrower = effect === "narrower";
  return {
    requirement,
    what,
    place,
    provider: isNarrower ? "no-longer-free" : "now-free",
    consumer: isNarrower ? "answer-gone" : "answer-added",
  };
}

/** The items that only the first list has. */
export function onlyIn<T>(
  one: readonly T[],
  other: readonly T[],
  keyOf: (item: T) => unknown = (item) => item,
): readonly T[] {
  const keys = new Set(other.map(keyOf));
  return one.filter((item) => !keys.has(keyOf(item)));
}
