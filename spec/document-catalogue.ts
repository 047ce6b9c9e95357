/** The requirements of a document: the catalogue of the one that ships, at the levels that the document gives them. */
import { requiredHeaders, valuedHeaders } from "./described-headers.ts";
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
  return hasHeaders ? [...catalogue, headerRequirement(operation)] : catalogue;
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

/** The requirement of header fields, which a document has that requires some or says what their values are. */
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
