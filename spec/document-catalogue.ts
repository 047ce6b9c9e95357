/** The requirements of a document: the shipped catalogue, with the levels that the document gives them. */
import { requiredHeaders, valuedHeaders } from "./described-headers.ts";
import { int32Places } from "./int32-places.ts";
import { type LevelRule, levelRules } from "./level-rules.ts";
import type { Operation } from "./read-operation.ts";
import { type Requirement, readRequirements } from "./requirements.ts";
import { restated } from "./restated.ts";

/** The catalogue for a document, in the order of the shipped one. Pure. */
export function catalogueFor(operation: Operation): readonly Requirement[] {
  const shipped = readRequirements();
  if (operation.isShipped) return shipped;
  const decided = rulesFor(operation);
  const catalogue = shipped.map((requirement) => {
    const rule = decided.get(requirement.id);
    return rule === undefined ? restated(requirement, operation) : pinned(requirement, rule, operation);
  });
  const hasHeaders = requiredHeaders(operation).length + valuedHeaders(operation).length > 0;
  return [
    ...catalogue,
    ...(hasHeaders ? [headerRequirement(operation)] : []),
    ...int32Places(operation.request)
      .slice(0, 1)
      .map((place) => int32Requirement(place)),
  ];
}

/** The rules that a document decides, by requirement. */
export function rulesFor(operation: Operation): ReadonlyMap<string, LevelRule> {
  if (operation.isShipped) return new Map();
  const decided = levelRules.filter(({ place }) => place(operation) !== null);
  return new Map(decided.map((rule) => [rule.requirement, rule]));
}

function pinned(requirement: Requirement, { level, place, statement }: LevelRule, operation: Operation): Requirement {
  const document = place(operation);
  if (document === null) return requirement;
  return {
    ...requirement,
    level,
    statement: statement(operation),
    sources: [{ document, entry: "the place in the document that decides" }],
    fix: "Answer as the document says, or change the document.",
  };
}

/** The requirement about header fields. It applies if a document requires some, or restricts their values. */
export const DOCUMENTED_HEADERS = "sends-documented-headers";

function headerRequirement(operation: Operation): Requirement {
  const required = requiredHeaders(operation).map(([status, name]) => `${name} with ${status}`);
  const valued = valuedHeaders(operation).map(({ status, name }) => `${name} with ${status}`);
  const statements = [
    ...(required.length === 0
      ? []
      : [`A response has the header fields that the document requires: ${required.join(", ")}.`]),
    ...(valued.length === 0 ? [] : [`A header field that is there matches its schema: ${valued.join(", ")}.`]),
  ];
  return {
    id: DOCUMENTED_HEADERS,
    level: "MUST",
    topic: "plant-answer",
    statement: statements.join(" "),
    sources: [{ document: `${operation.post}/responses`, entry: "headers" }],
    fix: "Send the header fields that the document requires of the response, with values that their schemas allow.",
  };
}

/**
 * The requirement about numbers beyond int32. It applies if the requests of a document have a number of that format.
 */
export const BEYOND_INT32 = "refuses-number-beyond-int32";

/** A format is an annotation in JSON Schema, so this is not a MUST. OpenAPI defines which numbers are meant. */
function int32Requirement(place: string): Requirement {
  return {
    id: BEYOND_INT32,
    level: "SHOULD",
    topic: "values",
    statement: "A number outside int32 does not receive a 2xx status where the document has this format.",
    sources: [
      { document: place, entry: "the format int32" },
      { standard: "OpenAPI 3.1.0", clause: "4.4" },
    ],
    fix: "Compare the number with -2147483648 and 2147483647, or leave the format out of the document.",
  };
}

/** Requirements that the catalogue of the shipped document does not have. */
export const ofOtherDocuments: readonly string[] = [DOCUMENTED_HEADERS, BEYOND_INT32];
