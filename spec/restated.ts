/**
 * Requirements in the words of another document than the one that ships: its statuses, its members and its places.
 * Pure.
 */
import { refusalInWords, successInWords } from "./described-responses.ts";
import { documentWords, quoted } from "./document-words.ts";
import type { Operation } from "./read-operation.ts";
import type { Place, Requirement } from "./requirements.ts";
import { stated } from "./stated.ts";

/** A requirement as stated for a document that does not change its level. */
export function restated(requirement: Requirement, operation: Operation): Requirement {
  const inItsWords = wordsOf(operation);
  const own = stated[requirement.id]?.(documentWords(operation));
  const [first, ...others] = requirement.sources.map((source) => placeIn(operation, requirement, source));
  return {
    ...requirement,
    statement: own?.statement ?? inItsWords(requirement.statement),
    fix: own?.fix ?? inItsWords(requirement.fix),
    sources: first === undefined ? requirement.sources : [first, ...others],
  };
}

/** Replaces the shipped statuses and members by those of the document, in sentences without a template. */
function wordsOf(operation: Operation): (text: string) => string {
  const { label, optionalLabel, identity, leftOut } = operation.roles;
  const id = identity ?? leftOut[0];
  const words: Readonly<Record<string, string | null | undefined>> = {
    "200": successInWords(operation),
    "400": refusalInWords(operation),
    "`name`": label === null ? null : quoted(label),
    "`tag`": optionalLabel === null ? null : quoted(optionalLabel),
    "`id`": id === undefined ? null : quoted(id),
  };
  return (text) => text.replaceAll(/\b(?:200|400)\b|`(?:name|tag|id)`/gu, (word) => words[word] ?? word);
}

/** The place in the document for the topic of a requirement. A clause of a standard stays unchanged. */
function placeIn(operation: Operation, { topic, level }: Requirement, source: Place): Place {
  if ("standard" in source) return source;
  const { post, requestSchemaPath, success, failure } = operation;
  const at = (document: string, entry: string): Place => ({ document, entry: level === "OPEN" ? "Not shown" : entry });
  switch (topic) {
    case "plant-answer":
      return at(success.path, `the response ${success.status}`);
    case "error-answer":
      return failure === null
        ? at(`${post}/responses`, "responses")
        : at(failure.path, `the response ${failure.status}`);
    case "request-body":
    case "values":
    case "open-values":
      return at(requestSchemaPath, "the schema of the request body");
    default:
      return at(post, "the operation");
  }
}
