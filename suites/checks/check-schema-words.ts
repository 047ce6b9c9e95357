/** Replaces NewPlant in titles and reasons of checks by the schema name of another document. */
import { defined } from "../../spec/defined.ts";
import { documentWords } from "../../spec/document-words.ts";
import type { Operation } from "../../spec/read-operation.ts";
import type { Label } from "./check.ts";

/** NewPlant and the words before it. Only the noun is replaced, whatever the sentence says about it. */
const ofNewPlant = /\b(?:(?:a|an|no) )?(?:valid |ordinary |generated )*NewPlants?\b/giu;

/** Replaces NewPlant by the schema of the request; for the shipped document, returns the same text. */
export function schemaNamed(operation: Operation): (text: string) => string {
  if (operation.isShipped) return (text) => text;
  const { request, aRequest, isNamed } = documentWords(operation);
  return (text) =>
    text.replaceAll(ofNewPlant, (phrase) => {
      if (phrase === "NewPlant") return request;
      if (!isNamed) return phrase.replace(/NewPlants$/u, "bodies").replace(/NewPlant$/u, "valid body");
      return /^an? NewPlant$/iu.test(phrase)
        ? `${phrase.startsWith("A") ? "A" : "a"}${aRequest.slice(1)}`
        : phrase.replace(/NewPlant/u, request);
    });
}

/** The same check with the words of its document. */
export function withSchemaNamed<T extends Pick<Label, "title" | "basis">>(operation: Operation): (check: T) => T {
  if (operation.isShipped) return (check) => check;
  const named = schemaNamed(operation);
  return (check) => ({ ...check, title: named(check.title), ...defined({ basis: check.basis && named(check.basis) }) });
}
