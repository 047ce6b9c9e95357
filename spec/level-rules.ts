/** What a document pins that ours leaves open: one row each, with the place in the document that decides. */
import type { Operation } from "./read-operation.ts";
import type { Level } from "./requirements.ts";
import { at, pointerOf } from "./schema.ts";

/** A requirement whose level a document decides. */
export interface LevelRule {
  readonly requirement: string;
  readonly level: Level;
  /** JSON Pointer to the place that decides; null where the document has none, and the level stays. */
  readonly place: (operation: Operation) => string | null;
  /** What holds then, in the indicative. */
  readonly statement: (operation: Operation) => string;
  /** The values of the open point that meet it. */
  readonly allowed: (operation: Operation) => readonly string[];
}

/** Statuses that say who may not ask (RFC 9110 sections 15.5.2 and 15.5.4). */
const OF_TOKEN = [401, 403];

/** The statuses of a missing token that the document shows. */
function tokenStatuses({ statuses }: Operation): readonly number[] {
  return statuses.filter((status) => OF_TOKEN.includes(status));
}

function placeOfResponse({ post }: Operation, status: number): string {
  return `${post}/responses/${status}`;
}

/** A conflict is with what is there, which an identity of the client's choice names. */
function conflictPlace(operation: Operation): string | null {
  return operation.statuses.includes(409) && operation.roles.identity !== null ? placeOfResponse(operation, 409) : null;
}

const orSuccess = ({ successes }: Operation): readonly string[] => ["409", ...successes.map(String)];

export const levelRules: readonly LevelRule[] = [
  {
    requirement: "missing-token",
    level: "MUST",
    // 403 alone may be for a token that is known.
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

/** Where additional members are allowed in so many words: in the schema, what it refers to, or a part of its allOf. */
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
