/** The expected result of a run against a correct provider. */
import { expect } from "vitest";
import type { RunResult } from "../../result/result.ts";
import type { Right } from "./right.ts";

/**
 * The failed requirements that the provider does not declare, with their checks, to show the whole wrong accusation.
 */
export function undeserved(result: RunResult, { warns = [] }: Right): readonly unknown[] {
  return result.requirements
    .filter(({ id, status }) => status === "failed" && !warns.includes(id))
    .map(({ id, checks }) => [id, checks.filter(({ status }) => status === "failed")]);
}

/** Expects that the provider is conformant, and has exactly the warnings that it deserves. */
export function expectRight(result: RunResult, right: Right): void {
  const { warns = [] } = right;
  const seed = `seed ${result.seed}`;
  expect(undeserved(result, right), seed).toEqual([]);
  const failed = result.requirements.filter(({ status }) => status === "failed").map(({ id }) => id);
  expect(failed.sort(), seed).toEqual([...warns].sort());
  // With `strict`, the reasons name each SHOULD that could not be judged.
  if (warns.length === 0) expect(result.reasons, seed).toEqual(["Every requirement is met."]);
  expect(result.verdict, seed).toBe("conformant");
}
