/** Whether a result is of another document than the one that ships. */
import { count, number } from "./counts.ts";
import type { RunResult } from "./result.ts";

/** Whether it is. A result that does not say so is of the document that ships. */
export function isOfAnotherDocument({ specification }: Pick<RunResult, "specification">): boolean {
  return specification.another !== undefined;
}

/** What a run has created: `3 plants created`, or `3 created` by another document. */
export function createdWords(result: Pick<RunResult, "specification">, created: number): string {
  return `${isOfAnotherDocument(result) ? number(created) : count(created, "plant")} created`;
}
