/** The fix of the provider's own stack: from the whole program that ships, or else from what is known of the stack. */
import type { GeneralCause } from "../../result/causes/cause-table.ts";
import { isOfAnotherDocument } from "../../result/another-document.ts";
import { isCauseOf, type ListedStack, listedStacks } from "../../result/recognised-stacks.ts";
import type { CauseResult, RunResult } from "../../result/result.ts";
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
  return isOfAnotherDocument(result) ? undefined : listedStacks.find((stack) => stack.id === id);
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
  for (const stack of listedStacks.filter((one) => isCauseOf(one, stacks))) {
    const advice = programFixIn(stack, requirement)?.advice;
    if (advice !== undefined) families.set(advice, [...(families.get(advice) ?? []), stack.family]);
  }
  const isOne = families.size === 1;
  return [...families].map(([advice, of]) => (isOne ? advice : `On ${of.join(" and ")}: ${advice}`)).join(" ");
}

/** What the program of the provider's stack does for a requirement or a general cause. */
function programFixOf(result: RunResult, id: string): ProgramFix | undefined {
  const stack = stackOfResult(result);
  return stack && programFixIn(stack, id);
}

function programFixIn({ program }: ListedStack, id: string): ProgramFix | undefined {
  return program === undefined ? undefined : programFixes(programText(program)).get(id);
}

/** The requirement with the fix of a cause, where that is not the first that the cause breaks; null if none has it. */
const requirementWithFix: Partial<Record<string, string | null>> = {
  "valid-plants-refused": null,
  "error-as-200": null,
  "server-error": null,
  "no-answer": null,
  "server-error-unreadable": "refuses-malformed-json",
  "error-as-text": "error-media-type",
  "server-error-unchecked": "answers-without-server-error",
  "no-authentication": "requires-authorization",
  "missing-members-accepted": "refuses-missing-member",
  "ids-as-floats": "tells-large-ids-apart",
} satisfies Partial<Record<GeneralCause, string | null>>;

/** The fix of a cause on the stack of the provider; undefined if none is known. */
export function stackFix(cause: Pick<CauseResult, "id" | "requirements">, result: RunResult): StackFix | undefined {
  const stack = stackOfResult(result)?.family;
  if (stack === undefined) return undefined;
  const { [cause.id]: requirement = cause.requirements[0] } = requirementWithFix;
  const own = programFixOf(result, cause.id) ?? (requirement === null ? undefined : programFixOf(result, requirement));
  if (own !== undefined) return { stack, ...own };
  const advice = requirement === null ? [] : causesOfStack(result, requirement).flatMap(({ fix = [] }) => fix);
  return advice.length === 0 ? undefined : { stack, advice: advice.join(" ") };
}
