/** What titles and reasons of checks call the schema of the request by another document. */
import { documentWords } from "../../spec/document-words.ts";
import type { Operation } from "../../spec/read-operation.ts";
import type { Label } from "./check.ts";

/** NewPlant alone, with what stands before it: only the noun is replaced, whatever the sentence says of it. */
const ofNewPlant = /\b(?:(?:a|an|no) )?(?:valid |ordinary |generated )*NewPlants?\b/giu;

/** Puts the schema of the request in place of NewPlant; the same text by the document that ships. */
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
  return (check) => ({
    ...check,
    title: named(check.title),
    ...(check.basis === undefined ? {} : { basis: named(check.basis) }),
  });
}
