/** The sentences of the catalogue for another document: templates in the records, whose places are filled in. Pure. */
import { present } from "./defined.ts";
import { type DocumentWords, quoted, quotedList, statusesInWords, typesInWords } from "./document-words.ts";

/** What a place of a template, such as `{success}`, stands for; null if the document has nothing for it. */
function placesIn(words: DocumentWords): Readonly<Record<string, string | null>> {
  const { label, optionalLabel, identity, returned, leftOut, successTypes, errorTypes, isBearer, ...others } = words;
  const { method, path, success, refusal, aRequest, request, plant, requestType } = others;
  // A member in a role that the document does not have is not judged, and `list` says so.
  const named = (member: string | null, none: string): string => (member === null ? none : quoted(member));
  const list = (members: readonly string[], none: string): string => quotedList(members) || none;
  const hasErrors = errorTypes.length > 0;
  return {
    method,
    path,
    success,
    refusal,
    request,
    plant,
    requestType,
    ARequest: `${aRequest.charAt(0).toUpperCase()}${aRequest.slice(1)}`,
    label: named(label, "the required text"),
    optionalLabel: named(optionalLabel, "the optional text"),
    identity: named(identity, "the identity"),
    returned: list(returned, "the other texts"),
    leftOut: list(leftOut, "the members that the document leaves out"),
    own: list(present([label !== null && label, ...returned]), "values"),
    successStatuses: statusesInWords(successTypes),
    successTypes: typesInWords(successTypes),
    everyError: hasErrors ? `every ${statusesInWords(errorTypes)}` : "every refusal",
    errorType: hasErrors ? typesInWords(errorTypes) : "the one that the document shows",
    errorTypes: hasErrors ? typesInWords(errorTypes) : null,
    credentials: isBearer ? null : "the credentials that the document asks for",
  };
}

/** Fills in the places of a template; undefined if there is none, or the document has nothing for a place. */
export type Fill = (template: string | undefined) => string | undefined;

/** Fills in templates with the words of a document. */
export function filler(words: DocumentWords): Fill {
  const places = placesIn(words);
  return (template) => {
    // {base_url} is no place: it stands in each sentence about the address.
    const parts = template?.split(/\{(?!base_url)(\w+)\}/).map((part, n) => (n % 2 === 0 ? part : places[part]));
    if (parts?.every((part) => typeof part === "string") !== true) return undefined;
    return parts.join("");
  };
}
