/** The requirement catalogue, `requirements.yaml`, with types. */
import { readShipped } from "./shipped.ts";

/** MUST breaks conformance, SHOULD is a warning, OPEN is observed and never judged. */
export type Level = "MUST" | "SHOULD" | "OPEN";

/** Where a requirement rests: a place in the source document, or a clause of a standard that the document names. */
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
  readonly rests: readonly [Place, ...Place[]];
  /** How a provider's author mends a failure; for an open point, what the value says. */
  readonly mend: string;
}

/** The shipped catalogue, in its order. Its form is held by the tests of this folder. */
export function readRequirements(): readonly Requirement[] {
  return readShipped("requirements.yaml").value as readonly Requirement[];
}
