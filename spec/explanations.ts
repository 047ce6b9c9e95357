/** The explanation of each requirement, from `explanations.yaml`. `explain` and the reports read it; a run does not. */
import { readShipped } from "./shipped.ts";

/** What common stacks do, as they come, that breaks a requirement. Held against what `proof/real/` declares. */
export interface Cause {
  /** Names of stacks, as `docs/stacks.md` has them. */
  readonly stacks: readonly [string, ...string[]];
  readonly cause: string;
  readonly fix: string;
}

/** One requirement, explained. Sentences of ours, in which what stands between backticks is code. */
export interface Explanation {
  /** What goes wrong in a client where it is not met; of an open point, what a client may not take for granted. */
  readonly why: string;
  /** What counts as met; absent for an open point, which is never judged. */
  readonly met?: string;
  readonly causes: readonly Cause[];
}

/** The explanations by the requirement's id. Their form is held by the tests of this folder. */
export function readExplanations(): ReadonlyMap<string, Explanation> {
  const written = readShipped("explanations.yaml").value as Readonly<Record<string, Partial<Explanation>>>;
  return new Map(
    Object.entries(written).map(([id, { why = "", causes = [], ...rest }]) => [id, { why, causes, ...rest }]),
  );
}
