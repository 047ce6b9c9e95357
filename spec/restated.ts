/** Requirements in the words of another document than the one that ships: its statuses, its members and its places. Pure. */
import { refusalInWords, successInWords } from "./described-responses.ts";
import { type Operation, shapeIfKnown } from "./read-operation.ts";
import type { Place, Requirement } from "./requirements.ts";

/** A requirement, as it is stated for a document that leaves its level as it is. */
export function restated(requirement: Requirement, operation: Operation): Requirement {
  const inItsWords = wordsOf(operation);
  const own = bodyWords(requirement.id, operation);
  const [first, ...others] = requirement.sources.map((source) => placeIn(operation, requirement, source));
  return {
    ...requirement,
    statement: inItsWords(own?.statement ?? requirement.statement),
    fix: inItsWords(own?.fix ?? requirement.fix),
    sources: first === undefined ? requirement.sources : [first, ...others],
  };
}

/** Puts the document's statuses and members in place of those that ship. */
function wordsOf(operation: Operation): (text: string) => string {
  const { label, optionalLabel, identity, leftOut } = operation.roles;
  const words: Readonly<Record<string, string | null | undefined>> = {
    "200": successInWords(operation),
    "400": refusalInWords(operation),
    "`name`": quoted(label),
    "`tag`": quoted(optionalLabel),
    "`id`": quoted(identity ?? leftOut[0] ?? null),
  };
  return (text) => text.replaceAll(/\b(?:200|400)\b|`(?:name|tag|id)`/gu, (word) => words[word] ?? word);
}

function quoted(member: string | null): string | null {
  return member === null ? null : `\`${member}\``;
}

type Words = Pick<Requirement, "statement" | "fix">;

/** The words of a requirement that names every member of a body, where the document has others; undefined for the rest. */
function bodyWords(id: string, operation: Operation): Words | undefined {
  switch (id) {
    case "plant-shape":
      return hasOwnPlant(operation) ? ofSchema("200") : undefined;
    case "plant-has-no-other-members":
      return hasOwnPlant(operation) ? ofNamedMembers : undefined;
    case "error-shape":
      return hasOwnError(operation) ? ofSchema("400") : undefined;
    default:
      return undefined;
  }
}

/** Whether a success has other members than the two that requirements name. */
function hasOwnPlant({ document, success, roles: { label, optionalLabel } }: Operation): boolean {
  return namesAt(document, success.schemaPath) !== joined([label, optionalLabel].filter((name) => name !== null));
}

function hasOwnError({ document, failure }: Operation): boolean {
  return failure === null || namesAt(document, failure.schemaPath) !== joined(["error", "message"]);
}

/** The members that a schema names; null where no shape can be made of it. */
function namesAt(document: Operation["document"], path: string): string | null {
  const shape = shapeIfKnown(document, path);
  return shape === null ? null : joined(shape.members.map(({ name }) => name));
}

function joined(names: readonly string[]): string {
  return names.toSorted().join("\n");
}

const ofNamedMembers: Words = {
  statement: "A 200 has no members that the document does not name.",
  fix: "Build the 200 from the members that the document names only. Do not serialise the stored record.",
};

function ofSchema(status: string): Words {
  return {
    statement: `The body of every ${status} matches the schema that the document shows for it.`,
    fix: `Answer with a body that the schema of the ${status} allows.`,
  };
}

/** The place in the document that is about the topic of a requirement; a clause of a standard stays. */
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
