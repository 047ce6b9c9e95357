/** The requirement catalogue, `requirements.yaml`, with types. */
import { readShipped } from "./shipped.ts";

/** MUST breaks conformance, SHOULD is a warning, OPEN is observed and never judged. */
export type Level = "MUST" | "SHOULD" | "OPEN";

/** The source of a requirement: a place in the document, or a clause of a standard that the document names. */
export type Place =
  | { readonly document: string; readonly entry: string }
  | { readonly standard: string; readonly clause: string };

/** One statement of the catalogue. `id` is permanent: it never changes its meaning and is never used again. */
export interface Requirement {
  readonly id: string;
  readonly level: Level;
  readonly topic: string;
  /** One sentence, in the indicative. */
  readonly statement: string;
  readonly sources: readonly [Place, ...Place[]];
  /** How to fix a provider that fails; for an open point, what its value means. */
  readonly fix: string;
}

/** The shipped catalogue, in its order. The tests of this folder check its form. */
export function readRequirements(): readonly Requirement[] {
  return readShipped("requirements.yaml").value as readonly Requirement[];
}
