/** Whether a run recognizes the stack that it judges. */
import type { RunResult } from "../../result/result.ts";
import { listedStacks } from "../../result/recognised-stacks.ts";
import type { Variant } from "./stack.ts";

/** What a stack is built on: this is still visible when a fix has replaced the errors of the stack itself. */
const beneath: Readonly<Record<string, string>> = {
  "NestJS with class-validator": "Express",
  huma: "Go's net/http",
};

/**
 * The fault in the stack that a result names, as a sentence; null if it is correct. A fix may hide the signs of a
 * stack.
 */
export function stackFault(family: string, variant: Variant, { provider }: Pick<RunResult, "provider">): string | null {
  // Both are programs on Express, and only Express is visible.
  const expected = family.startsWith("Express ") ? "Express" : family;
  const name = provider.stack?.name;
  if (name === undefined && listedStacks().some((stack) => stack.family === family && stack.signs.length === 0))
    return null;
  const isHidden = name === undefined || name === beneath[family];
  if (name === expected || (isHidden && variant === "fixed")) return null;
  return `it is taken for ${name ?? "no known stack"}, and is ${expected}`;
}
