/** Whether a run recognises the stack that it is about. */
import type { RunResult } from "../../result/result.ts";
import { knownStacks } from "../../result/known-stacks.ts";
import type { Variant } from "./stack.ts";

/** What shows of a stack whose own errors a fix has replaced: what it is built on. */
const beneath: Readonly<Record<string, string>> = {
  "NestJS with class-validator": "Express by hand",
  huma: "Go's net/http",
};

/** What is wrong with the stack that a result names, in a sentence; null where it is right. A fix may hide what shows it. */
export function stackFault(family: string, variant: Variant, { provider }: Pick<RunResult, "provider">): string | null {
  // Both are programs on Express, which shows itself and not what is beside it.
  const expected = family.startsWith("Express ") ? "Express by hand" : family;
  const name = provider.stack?.name;
  if (name === undefined && knownStacks.some((stack) => stack.family === family && stack.signs.length === 0))
    return null;
  const isHidden = name === undefined || name === beneath[family];
  if (name === expected || (isHidden && variant === "fixed")) return null;
  return `it is taken for ${name ?? "no known stack"}, and is ${expected}`;
}
