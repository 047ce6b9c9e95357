/** The requirements of a document: the catalogue of the one that ships, at the levels that the document gives them. */
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
  return requiredHeaders(operation).length === 0 ? catalogue : [...catalogue, headerRequirement(operation)];
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

/** The requirement of header fields, which a document has that requires some. */
export const DOCUMENTED_HEADERS = "sends-documented-headers";

/** The header fields that responses require, with the status of each. */
export function requiredHeaders({ success, failure, others }: Operation): readonly (readonly [number, string])[] {
  const responses = [success, ...(failure === null ? [] : [failure]), ...others];
  return responses.flatMap(({ status, requiredHeaders: names }) => names.map((name) => [status, name] as const));
}

function headerRequirement(operation: Operation): Requirement {
  const fields = requiredHeaders(operation).map(([status, name]) => `${name} with ${status}`);
  return {
    id: DOCUMENTED_HEADERS,
    level: "MUST",
    topic: "plant-answer",
    statement: `A response has the header fields that the document requires: ${fields.join(", ")}.`,
    sources: [{ document: `${operation.post}/responses`, entry: "headers, required" }],
    fix: "Send the header fields that the document requires of the response.",
  };
}
