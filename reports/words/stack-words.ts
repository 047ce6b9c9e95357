/** The known causes of a failure on the stack of a provider, and their fixes. */
import { type Cause, readExplanations } from "../../spec/explanations.ts";
import { isOfAnotherDocument } from "../../result/another-document.ts";
import type { RunResult } from "../../result/result.ts";
import { isCauseOf, knownStacks } from "../../result/known-stacks.ts";

/** A cause, with only the programs of the provider's stack. */
type OwnCause = Omit<Cause, "stacks"> & { readonly stacks: readonly string[] };

/** The known causes of a broken requirement on the stack of the provider; empty if the stack is not known. */
export function causesOfStack(result: RunResult, requirement: string): readonly OwnCause[] {
  const stack = knownStacks.find(({ id }) => id === result.provider.stack?.id);
  // The causes are written for the shipped document.
  if (stack === undefined || isOfAnotherDocument(result)) return [];
  const causes = readExplanations().get(requirement)?.causes ?? [];
  return causes
    .map(({ stacks, ...cause }) => ({ ...cause, stacks: stacks.filter((name) => isCauseOf(stack, [name])) }))
    .filter(({ stacks }) => stacks.length > 0);
}
