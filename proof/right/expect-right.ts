/** What a run against a right provider has to come to. */
import { expect } from "vitest";
import type { RunResult } from "../../result/result.ts";
import type { Right } from "./right.ts";

/** What is broken and not declared, with its checks, so that a failure shows the whole of the wrong accusation. */
export function undeserved(result: RunResult, { warns = [] }: Right): readonly unknown[] {
  return result.requirements
    .filter(({ id, status }) => status === "failed" && !warns.includes(id))
    .map(({ id, checks }) => [id, checks.filter(({ status }) => status === "failed")]);
}

/** The provider is conformant, and has the warnings that it deserves and no others. */
export function expectRight(result: RunResult, right: Right): void {
  const { warns = [] } = right;
  const seed = `seed ${result.seed}`;
  expect(undeserved(result, right), seed).toEqual([]);
  const failed = result.requirements.filter(({ status }) => status === "failed").map(({ id }) => id);
  expect(failed.sort(), seed).toEqual([...warns].sort());
  // With `strict`, a SHOULD that could not be judged would be named here.
  if (warns.length === 0) expect(result.reasons, seed).toEqual(["Every requirement is met."]);
  expect(result.verdict, seed).toBe("conformant");
}
