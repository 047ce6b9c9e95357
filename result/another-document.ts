/** Whether a provider was judged by another document than the one that ships. */
import { count, number } from "./safe-text.ts";
import type { RunResult } from "./result.ts";

/** Whether a result is of another document. A result that does not name one is of the document that ships. */
export function isOfAnotherDocument({ specification }: Pick<RunResult, "specification">): boolean {
  return specification.another !== undefined;
}

/**
 * The number of plants that a run may have created, one for each success that answers a POST: `up to 3 plants`, or `up to
 * 3 created` for another document.
 */
export function createdWords(result: Pick<RunResult, "specification">, created: number): string {
  const most = isOfAnotherDocument(result) ? `${number(created)} created` : count(created, "plant");
  return `${created === 0 ? "" : "up to "}${most}`;
}
