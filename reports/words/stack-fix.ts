/** The fix of the provider's own stack: from the whole program that ships, or else from what is known of the stack. */
import { isCauseOf, type ListedStack, listedStacks } from "../../result/recognised-stacks.ts";
import { type CauseResult, isOfAnotherDocument, type RunResult } from "../../result/result.ts";
import { type Cause, readExplanations } from "../../spec/requirements.ts";
import { type ProgramFix, programFixes, programText } from "../../spec/stack-programs.ts";

/** A cause, with only the programs of the provider's stack. */
export type OwnCause = Omit<Cause, "stacks"> & { readonly stacks: readonly string[] };

/** A fix on one stack. */
export interface StackFix {
  readonly stack: string;
  readonly advice: string;
  /** Lines of the whole program that meet the requirement. */
  readonly code?: string;
}

/** The stack of the provider; undefined if it is not known, and for another document than that of the fixes. */
export function stackOfResult(result: RunResult): ListedStack | undefined {
  const id = result.provider.stack?.id;
  return isOfAnotherDocument(result) ? undefined : listedStacks().find((stack) => stack.id === id);
}

/** The known causes of a broken requirement on the stack of the provider. */
export function causesOfStack(result: RunResult, requirement: string): readonly OwnCause[] {
  const stack = stackOfResult(result);
  if (stack === undefined) return [];
  const causes = readExplanations().get(requirement)?.causes ?? [];
  return causes
    .map(({ stacks, ...cause }) => ({ ...cause, stacks: stacks.filter((name) => isCauseOf(stack, [name])) }))
    .filter(({ stacks }) => stacks.length > 0);
}

/** The fix of a cause of a requirement: its own, or the advice of the program of each of its stacks. */
export function causeFix({ stacks, fix }: Cause, requirement: string): string {
  if (fix !== undefined) return fix;
  const families = new Map<string, readonly string[]>();
  for (const stack of listedStacks().filter((one) => isCauseOf(one, stacks))) {
    const advice = programFixIn(stack, requirement)?.advice;
    if (advice !== undefined) families.set(advice, [...(families.get(advice) ?? []), stack.family]);
  }
  const isOne = families.size === 1;
  return [...families].map(([advice, of]) => (isOne ? advice : `On ${of.join(" and ")}: ${advice}`)).join(" ");
}

/** What a program does for a requirement or a general cause. */
function programFixIn({ program }: ListedStack, id: string): ProgramFix | undefined {
  return program === undefined ? undefined : programFixes(programText(program)).get(id);
}

/**
 * The fix of a cause on the stack of the provider: one that names the cause. What a stack does to meet a requirement is no
 * fix of a general cause for which it fails. Undefined if none is known.
 */
export function stackFix({ id }: Pick<CauseResult, "id">, result: RunResult): StackFix | undefined {
  const stack = stackOfResult(result);
  if (stack === undefined) return undefined;
  const own = programFixIn(stack, id);
  if (own !== undefined) return { stack: stack.family, ...own };
  const advice = causesOfStack(result, id).flatMap(({ fix = [] }) => fix);
  return advice.length === 0 ? undefined : { stack: stack.family, advice: advice.join(" ") };
}
