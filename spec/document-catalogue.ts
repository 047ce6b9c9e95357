/** The requirements of a document: the shipped catalogue, with the levels that the document gives them. */
import { present } from "./defined.ts";
import { requiredHeaders, valuedHeaders } from "./described-headers.ts";
import { documentWords, filler } from "./document-words.ts";
import type { Operation } from "./read-operation.ts";
import { type Level, type Place, readRecords, readRequirements, type Requirement } from "./requirements.ts";
import { at, pointerOf, shapesIn } from "./schema.ts";

// Requirements in the words of another document than the one that ships: its statuses, its members and its places.
// Pure.

/** A requirement as stated for a document that does not change its level. */
function restated(requirement: Requirement, operation: Operation, fill: ReturnType<typeof filler>): Requirement {
  const template = readRecords().find(({ id }) => id === requirement.id)?.otherDocument;
  const [first, ...others] = requirement.sources.map((source) => placeIn(operation, requirement, source));
  return {
    ...requirement,
    statement: fill(template?.statement) ?? requirement.statement,
    fix: fill(template?.fix) ?? requirement.fix,
    sources: first === undefined ? requirement.sources : [first, ...others],
  };
}

/** The place in the document for the topic of a requirement. A clause of a standard stays unchanged. */
function placeIn(operation: Operation, { topic, level }: Requirement, source: Place): Place {
  if ("standard" in source) return source;
  const { operationPath, requestSchemaPath, success, failure } = operation;
  const place = (document: string, entry: string): Place => ({
    document,
    entry: level === "OPEN" ? "Not shown" : entry,
  });
  switch (topic) {
    case "plant-answer":
      return place(success.path, `the response ${success.status}`);
    case "error-answer":
      return failure === null
        ? place(`${operationPath}/responses`, "responses")
        : place(failure.path, `the response ${failure.status}`);
    case "request-body":
    case "values":
    case "open-values":
      return place(requestSchemaPath, "the schema of the request body");
    default:
      return place(operationPath, "the operation");
  }
}

// Points that another document decides and the shipped one leaves open: one row each, with the place in the document
// that decides.

/** A requirement whose level a document decides. */
interface LevelRule {
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

function placeOfResponse({ operationPath }: Operation, status: number): string {
  return `${operationPath}/responses/${status}`;
}

/**
 * The place of the 409. A conflict is with an existing thing that the client identifies, so the client must choose the
 * identity.
 */
function conflictPlace(operation: Operation): string | null {
  return operation.statuses.includes(409) && operation.roles.identity !== null ? placeOfResponse(operation, 409) : null;
}

const orSuccess = ({ successes }: Operation): readonly string[] => ["409", ...successes.map(String)];

const levelRules: readonly LevelRule[] = [
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
  return present([$ref !== undefined && pointerOf($ref, path), ...parts]).reduce<string | null>(
    (found, place) => found ?? placeOfOthers(document, place),
    null,
  );
}

/** The catalogue for a document, in the order of the shipped one. Pure. */
export function catalogueFor(operation: Operation): readonly Requirement[] {
  const shipped = readRequirements();
  if (operation.isShipped) return shipped;
  const decided = rulesFor(operation);
  const fill = filler(documentWords(operation));
  const catalogue = shipped.map((requirement) => {
    const rule = decided.get(requirement.id);
    return rule === undefined ? restated(requirement, operation, fill) : pinned(requirement, rule, operation);
  });
  const hasHeaders = requiredHeaders(operation).length + valuedHeaders(operation).length > 0;
  const int32 = shapesIn(operation.request).find(({ formats }) => formats.includes("int32"));
  return present([
    ...catalogue,
    hasHeaders && headerRequirement(operation),
    int32 !== undefined && int32Requirement(int32.path),
  ]);
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
    sources: [{ document: `${operation.operationPath}/responses`, entry: "headers" }],
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
