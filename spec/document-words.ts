/**
 * The names that another document than the one that ships uses for the parts that requirements and causes mention.
 * Pure.
 */
import { present } from "./defined.ts";
import { type DescribedResponse, orList, refusalInWords, successInWords } from "./described-responses.ts";
import type { Operation } from "./read-operation.ts";
import { at } from "./schema.ts";

/** The words of a document. */
export interface DocumentWords {
  /** The statuses of a success: `201`, or `200 or 201`. */
  readonly success: string;
  /** A body that the operation takes: `a NewPlant`, `a body that the schema of the request allows`. */
  readonly aRequest: string;
  /** The schema of the request: `NewPlant`, or `the schema of the request`. */
  readonly request: string;
  /** Whether that schema has a name. */
  readonly isNamed: boolean;
  /** The media types of successes and of other responses, by their statuses. */
  readonly successTypes: readonly StatusTypes[];
  readonly errorTypes: readonly StatusTypes[];
  readonly label: string | null;
  readonly optionalLabel: string | null;
  readonly identity: string | null;
  /** The required members of the request. */
  readonly required: readonly string[];
  /** What a place of a template, such as `{success}`, stands for; null if the document has nothing for it. */
  readonly places: Readonly<Record<string, string | null>>;
}

/** The media types that a document shows for a status. */
export interface StatusTypes {
  readonly status: number;
  readonly types: readonly string[];
}

/** The words of an operation's document. */
export function documentWords(operation: Operation): DocumentWords {
  const { document, request, roles, success, successes, failure, others } = operation;
  const { label, optionalLabel, identity } = roles;
  const name = componentAt(document, operation.requestSchemaPath);
  const isSuccess = ({ status }: DescribedResponse): boolean => successes.includes(status);
  const words = {
    success: successInWords(operation),
    aRequest: name === null ? "a body that the schema of the request allows" : withArticle(name),
    request: name ?? "the schema of the request",
    isNamed: name !== null,
    successTypes: [success, ...others.filter(isSuccess)].filter(({ hasNoBody }) => hasNoBody !== true).map(typesOf),
    errorTypes: present([failure !== null && failure, ...others.filter((one) => !isSuccess(one))])
      .toSorted((one, other) => one.status - other.status)
      .map(typesOf),
    label,
    optionalLabel,
    identity,
    required: request.members.filter((member) => member.required).map((member) => member.name),
  };
  return { ...words, places: placesOf(operation, words) };
}

function placesOf(operation: Operation, words: Omit<DocumentWords, "places">): DocumentWords["places"] {
  const { method, path, document, success: shown, requestMediaType: requestType, security } = operation;
  const { leftOut } = operation.roles;
  const { label, optionalLabel, identity, success, request, aRequest, required, successTypes, errorTypes } = words;
  // A member in a role that the document does not have is not judged, and `list` says so.
  const named = (member: string | null, none: string): string => (member === null ? none : quoted(member));
  const list = (members: readonly string[], none: string): string => members.map(quoted).join(" and ") || none;
  // Members that a success returns as they were sent, without the label.
  const returned = operation.roles.returned.filter((member) => member !== label);
  const types = errorTypes.length > 0 ? typesInWords(errorTypes) : null;
  return {
    method,
    path,
    success,
    refusal: refusalInWords(operation),
    request,
    plant: componentAt(document, shown.schemaPath) ?? `the schema of the ${shown.status}`,
    requestType,
    ARequest: `${aRequest.charAt(0).toUpperCase()}${aRequest.slice(1)}`,
    label: named(label, "the required text"),
    optionalLabel: named(optionalLabel, "the optional text"),
    identity: named(identity, "the identity"),
    ALabel: named(label, "A text"),
    AnOptionalLabel: named(optionalLabel, "A text"),
    integer: named(identity, "an integer"),
    integers: named(identity, "integers"),
    required: required.map(quoted).join(", "),
    returned: list(returned, "the other texts"),
    leftOut: list(leftOut, "the members that the document leaves out"),
    onlyLeftOut: leftOut.length === 1 ? `: ${list(leftOut, "")}` : "",
    own: list(present([label !== null && label, ...returned]), "values"),
    successStatuses: statusesInWords(successTypes),
    successTypes: typesInWords(successTypes),
    everyError: types === null ? "every refusal" : `every ${statusesInWords(errorTypes)}`,
    errorType: types ?? "the one that the document shows",
    anErrorType: types ?? "the media type that the document shows",
    errorTypes: types,
    credentials: security.kind === "bearer" ? null : "the credentials that the document asks for",
  };
}

/** Fills in the places of a template; undefined if there is none, or the document has nothing for a place. */
type Fill = (template: string | undefined) => string | undefined;

/** Fills in templates with the words of a document. */
export function filler({ places }: DocumentWords): Fill {
  return (template) => {
    // {base_url} is no place: it stands in each sentence about the address.
    const parts = template?.split(/\{(?!base_url)(\w+)\}/).map((part, n) => (n % 2 === 0 ? part : places[part]));
    if (parts?.every((part) => typeof part === "string") !== true) return undefined;
    return parts.join("");
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
function typesInWords(all: readonly StatusTypes[]): string {
  const [shared, ...more] = new Set(all.map(({ types }) => types.join(" or ")));
  if (shared !== undefined && more.length === 0) return shared;
  return all.map(({ status, types }) => `${types.join(" or ")} with ${status}`).join(", ");
}

/** The statuses that have a media type, in a sentence. */
function statusesInWords(all: readonly StatusTypes[]): string {
  return orList(all.map(({ status }) => status));
}

/** A member in a sentence. */
function quoted(member: string): string {
  return `\`${member}\``;
}
