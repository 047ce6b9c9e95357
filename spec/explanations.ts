/** The explanation of each requirement, from `explanations.yaml`. `explain` and the reports read it; a run does not. */
import { readShipped } from "./shipped.ts";

/**
 * The default behaviour of common stacks that breaks a requirement. Tests compare it with the declarations in
 * `proof/real/`.
 */
export interface Cause {
  /** Names of stacks, as in `docs/stacks.md`. */
  readonly stacks: readonly [string, ...string[]];
  readonly cause: string;
  readonly fix: string;
}

/** The explanation of one requirement. The sentences are our own, and text between backticks is code. */
export interface Explanation {
  /** What goes wrong in a client if the requirement is not met; for an open point, what a client cannot rely on. */
  readonly why: string;
  /** What counts as met; absent for an open point, which is never judged. */
  readonly met?: string;
  readonly causes: readonly Cause[];
}

/** The explanations by the requirement's id. The tests of this folder check their form. */
export function readExplanations(): ReadonlyMap<string, Explanation> {
  const written = readShipped("explanations.yaml").value as Readonly<Record<string, Partial<Explanation>>>;
  return new Map(
    Object.entries(written).map(([id, { why = "", causes = [], ...rest }]) => [id, { why, causes, ...rest }]),
  );
}
