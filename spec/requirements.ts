/** The requirement catalogue, `requirements/`, with types: one record a requirement, one file a topic. */
import { defined } from "./defined.ts";
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

/**
 * The default behaviour of common stacks that breaks a requirement. Tests compare it with the declarations in
 * `proof/real/`, which also has each program with the fix.
 */
export interface Cause {
  /** Names of stacks, as in `docs/stacks.md`. */
  readonly stacks: readonly [string, ...string[]];
  readonly cause: string;
  readonly fix: string;
}

/** The explanation of one requirement. `explain` and the reports read it; a run does not. Text between backticks is code. */
export interface Explanation {
  /** What goes wrong in a client if the requirement is not met; for an open point, what a client cannot rely on. */
  readonly why: string;
  /** What counts as met; absent for an open point, which is never judged. */
  readonly met?: string;
  readonly causes: readonly Cause[];
}

type RequirementRecord = Requirement & Omit<Explanation, "causes"> & Partial<Pick<Explanation, "causes">>;

const records = (): readonly RequirementRecord[] =>
  readShipped("requirements.yaml").value as readonly RequirementRecord[];

/** The shipped catalogue, in its order. The tests of this folder check its form. */
export function readRequirements(): readonly Requirement[] {
  return records().map(({ why: _why, met: _met, causes: _causes, ...requirement }) => requirement);
}

/** The explanations of the shipped catalogue, by the requirement's id. */
export function readExplanations(): ReadonlyMap<string, Explanation> {
  return new Map(records().map(({ id, why, met, causes = [] }) => [id, defined({ why, met, causes })]));
}
