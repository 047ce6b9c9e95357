/** A change that was found between two documents, before its level is known. */
import type { ShapeChange } from "./compare-shapes.ts";
import type { ConsumerKind, ProviderKind } from "./difference.ts";

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
