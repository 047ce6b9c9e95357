/** What the stack of a provider makes of a failure: the cause that is known of it, and its fix. */
import { type Cause, readExplanations } from "../../spec/explanations.ts";
import { isOfAnotherDocument } from "../../result/another-document.ts";
import type { RunResult } from "../../result/result.ts";
import { isCauseOf, knownStacks } from "../../result/known-stacks.ts";

/** A cause, with the programs of the provider's own stack alone. */
type OwnCause = Omit<Cause, "stacks"> & { readonly stacks: readonly string[] };

/** The causes that are known of a requirement with the stack of the provider; none where the stack is not known. */
export function causesOfStack(result: RunResult, requirement: string): readonly OwnCause[] {
  const stack = knownStacks.find(({ id }) => id === result.provider.stack?.id);
  // What is known of stacks is in the words of the document that ships.
  if (stack === undefined || isOfAnotherDocument(result)) return [];
  const causes = readExplanations().get(requirement)?.causes ?? [];
  return causes
    .map(({ stacks, ...cause }) => ({ ...cause, stacks: stacks.filter((name) => isCauseOf(stack, [name])) }))
    .filter(({ stacks }) => stacks.length > 0);
}
