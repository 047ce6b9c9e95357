/**
 * The names that another document than the one that ships uses for the parts that requirements and causes mention.
 * Pure.
 */
import { present } from "./defined.ts";
import { type DescribedResponse, orList, refusalInWords, successInWords } from "./described-responses.ts";
import { type Operation, shapeIfKnown } from "./read-operation.ts";
import { at } from "./schema.ts";

/** The words of a document. Each is a part of a sentence; null or an empty list if the document has nothing for it. */
export interface DocumentWords {
  readonly method: string;
  readonly path: string;
  /** The statuses of a success: `201`, or `200 or 201`. */
  readonly success: string;
  /** The statuses of a refusal; `a documented status` if the document does not limit them. */
  readonly refusal: string;
  /** A body that the operation takes: `a NewPlant`, `a body that the schema of the request allows`. */
  readonly aRequest: string;
  /** The schema of the request: `NewPlant`, or `the schema of the request`. */
  readonly request: string;
  /** Whether that schema has a name. */
  readonly isNamed: boolean;
  /** The schema of a success. */
  readonly plant: string;
  /** The schema of a failure; null if the document shows none. */
  readonly error: string | null;
  readonly requestType: string;
  /** The media types of successes and of other responses, by their statuses. */
  readonly successTypes: readonly StatusTypes[];
  readonly errorTypes: readonly StatusTypes[];
  readonly label: string | null;
  readonly optionalLabel: string | null;
  readonly identity: string | null;
  /** Members that a success returns as they were sent, without the label. */
  readonly returned: readonly string[];
  readonly leftOut: readonly string[];
  /** The required members of the request. */
  readonly required: readonly string[];
  /** The members that the schema of a success names; null if no shape can be made of it. */
  readonly named: readonly string[] | null;
  /** Whether a request is authenticated by `Authorization`. */
  readonly isBearer: boolean;
}

/** The media types that a document shows for a status. */
export interface StatusTypes {
  readonly status: number;
  readonly types: readonly string[];
}

/** The words of an operation's document. */
export function documentWords(operation: Operation): DocumentWords {
  const { document, request, roles, success, successes, failure, others } = operation;
  const { label, optionalLabel, identity, returned, leftOut } = roles;
  const name = componentAt(document, operation.requestSchemaPath);
  const isSuccess = ({ status }: DescribedResponse): boolean => successes.includes(status);
  return {
    method: operation.method,
    path: operation.path,
    success: successInWords(operation),
    refusal: refusalInWords(operation),
    aRequest: name === null ? "a body that the schema of the request allows" : withArticle(name),
    request: name ?? "the schema of the request",
    isNamed: name !== null,
    plant: componentAt(document, success.schemaPath) ?? `the schema of the ${success.status}`,
    error:
      failure === null ? null : (componentAt(document, failure.schemaPath) ?? `the schema of the ${failure.status}`),
    requestType: operation.requestMediaType,
    successTypes: [success, ...others.filter(isSuccess)].filter(({ hasNoBody }) => hasNoBody !== true).map(typesOf),
    errorTypes: present([failure !== null && failure, ...others.filter((one) => !isSuccess(one))])
      .toSorted((one, other) => one.status - other.status)
      .map(typesOf),
    label,
    optionalLabel,
    identity,
    returned: returned.filter((member) => member !== label),
    leftOut,
    required: request.members.filter((member) => member.required).map((member) => member.name),
    named: shapeIfKnown(document, success.schemaPath)?.members.map((member) => member.name) ?? null,
    isBearer: operation.security.kind === "bearer",
  };
}

function typesOf({ status, mediaTypes }: DescribedResponse): StatusTypes {
  return { status, types: mediaTypes };
}

/** The name of the component that a schema refers to; null for an inline schema. */
export function componentAt(document: unknown, path: string): string | null {
  const { $ref } = at(document, path);
  const [, name] = /^#\/components\/schemas\/([^/]+)$/.exec($ref ?? "") ?? [];
  return name === undefined ? null : decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
}

/** A name with its article. */
export function withArticle(name: string): string {
  return `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`;
}

/** Media types in a sentence: the one that all statuses share, or each with its status. */
export function typesInWords(all: readonly StatusTypes[]): string {
  const [shared, ...more] = new Set(all.map(({ types }) => types.join(" or ")));
  if (shared !== undefined && more.length === 0) return shared;
  return all.map(({ status, types }) => `${types.join(" or ")} with ${status}`).join(", ");
}

/** The statuses that have a media type, in a sentence. */
export function statusesInWords(all: readonly StatusTypes[]): string {
  return orList(all.map(({ status }) => status));
}

/** A member in a sentence. */
export function quoted(member: string): string {
  return `\`${member}\``;
}

/** Several members in a sentence. */
export function quotedList(members: readonly string[]): string {
  return members.map(quoted).join(" and ");
}
