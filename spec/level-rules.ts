/**
 * Points that another document decides and the shipped one leaves open: one row each, with the place in the document
 * that decides.
 */
import type { Operation } from "./read-operation.ts";
import type { Level } from "./requirements.ts";
import { at, pointerOf } from "./schema.ts";

/** A requirement whose level a document decides. */
export interface LevelRule {
  readonly requirement: string;
  readonly level: Level;
  /** JSON Pointer to the place that decides; null if the document has none, so that the level stays. */
  readonly place: (operation: Operation) => string | null;
  /** The resulting statement, in the indicative. */
  readonly statement: (operation: Operation) => string;
  /** The values of the open point that meet the statement. */
  readonly allowed: (operation: Operation) => readonly string[];
}

/** Statuses for a client that is not authorized (RFC 9110 sections 15.5.2 and 15.5.4). */
const OF_TOKEN = [401, 403];

/** The statuses of a missing token that the document shows. */
function tokenStatuses({ statuses }: Operation): readonly number[] {
  return statuses.filter((status) => OF_TOKEN.includes(status));
}

function placeOfResponse({ post }: Operation, status: number): string {
  return `${post}/responses/${status}`;
}

/**
 * The place of the 409. A conflict is with an existing thing that the client identifies, so the client must choose the
 * identity.
 */
function conflictPlace(operation: Operation): string | null {
  return operation.statuses.includes(409) && operation.roles.identity !== null ? placeOfResponse(operation, 409) : null;
}

const orSuccess = ({ successes }: Operation): readonly string[] => ["409", ...successes.map(String)];

export const levelRules: readonly LevelRule[] = [
  {
    requirement: "missing-token",
    level: "MUST",
    // A 403 without a 401 may be for a known token.
    place: (operation) => (operation.statuses.includes(401) ? placeOfResponse(operation, 401) : null),
    statement: (operation) => `A request without credentials receives ${tokenStatuses(operation).join(" or ")}.`,
    allowed: (operation) => tokenStatuses(operation).map(String),
  },
  {
    requirement: "duplicate-id",
    level: "MUST",
    place: conflictPlace,
    statement: () => "The same body, sent a second time, is accepted or receives 409.",
    allowed: orSuccess,
  },
  {
    requirement: "duplicate-id-other-body",
    level: "MUST",
    place: conflictPlace,
    statement: ({ roles }) => `A \`${roles.identity}\` that exists, sent with another body, receives 409.`,
    allowed: () => ["409"],
  },
  {
    requirement: "unknown-members",
    level: "MUST",
    place: ({ request, document, requestSchemaPath }) =>
      request.others === true ? placeOfOthers(document, requestSchemaPath) : null,
    statement: () => "Members that the document does not name are accepted, because it says so.",
    allowed: () => ["accepted"],
  },
];

/**
 * The place where additional members are explicitly allowed: in the schema, in one that it refers to, or in a part of
 * its `allOf`.
 */
function placeOfOthers(document: unknown, path: string): string | null {
  const schema = at(document, path);
  const own = ["additionalProperties", "unevaluatedProperties"].find(
    (keyword) => Reflect.get(schema, keyword) === true,
  );
  if (own !== undefined) return `${path}/${own}`;
  const { $ref, allOf = [] } = schema;
  const parts = allOf.flatMap((part, index) => (typeof part === "boolean" ? [] : [`${path}/allOf/${index}`]));
  // A schema that leads to itself was refused when the document was read.
  return [...($ref === undefined ? [] : [pointerOf($ref, path)]), ...parts].reduce<string | null>(
    (found, place) => found ?? placeOfOthers(document, place),
    null,
  );
}
