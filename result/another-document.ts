/** Whether a result is of another document than the one that ships. */
import { count, number } from "./counts.ts";
import type { RunResult } from "./result.ts";

/** By the sources of its requirements: those in another document are JSON Pointers, those in the one that ships are headings. */
export function isOfAnotherDocument({ requirements }: Pick<RunResult, "requirements">): boolean {
  return requirements.some(({ sources }) =>
    sources.some((place) => "document" in place && place.document.startsWith("/")),
  );
}

/** What a run has created: `3 plants created`, or `3 created` by another document. */
export function createdWords(result: Pick<RunResult, "requirements">, created: number): string {
  return `${isOfAnotherDocument(result) ? number(created) : count(created, "plant")} created`;
}
