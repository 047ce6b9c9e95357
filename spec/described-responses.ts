/** The responses of an operation in a document, and the purposes of their statuses. */
import { assertCheckable } from "./answer-schema.ts";
import { present } from "./defined.ts";
import { essenceOf, jsonTypeOf, mediaTypesAt, resolved } from "./references.ts";
import { at, token } from "./schema.ts";

/** A response that the document shows: its status, its media type and the path of its body's schema in the document. */
export interface DescribedResponse {
  readonly status: number;
  /**
   * The JSON media type whose schema the body must match; without parameters, in lower case. If it is not listed, a
   * range that includes JSON stands for it.
   */
  readonly mediaType: string;
  /** Every media type that the document shows for the status, in its order. */
  readonly mediaTypes: readonly string[];
  /** JSON Pointer to the response in the document. */
  readonly path: string;
  /** JSON Pointer to the schema of its body. */
  readonly schemaPath: string;
  /** The header fields that the document requires of it. */
  readonly requiredHeaders: readonly string[];
  /** The document shows no body in JSON, as for a 204: no body is judged, and its schema allows everything. */
  readonly hasNoBody?: true;
}

/** JSON Pointer to the schema of a body that the document does not show. Reading the operation adds it to the document. */
export const UNSHOWN = "/x-unshown-body";

/** A response whose body has only media types other than JSON. */
export type PlainResponse = Pick<DescribedResponse, "status" | "mediaTypes" | "path">;

/** A response without a body in JSON. Only its header fields are judged. */
export type HeadedResponse = Pick<DescribedResponse, "status" | "path" | "requiredHeaders">;

/** The responses of an operation. */
export interface Responses {
  /**
   * The response to a valid request: 200 in the document that ships. The first one with a body in JSON, if there are
   * several, or else the first one.
   */
  readonly success: DescribedResponse;
  /** Every documented status of success; a valid request is answered with one of them. */
  readonly successes: readonly number[];
  /** The response to an invalid request: 400 in the document that ships; null if the document shows no body for one. */
  readonly failure: DescribedResponse | null;
  /** Every documented status that a refused request may have; null if the document does not limit them. */
  readonly refusals: readonly number[] | null;
  /**
   * Documented failures that a valid request may receive because of a state that the client cannot see, such as a room
   * that is taken.
   */
  readonly states: readonly number[];
  /** The other responses with a body in JSON, in the order of their statuses. */
  readonly others: readonly DescribedResponse[];
  /** Failures that have a body, but not in JSON. */
  readonly plain: readonly PlainResponse[];
  /** All responses without a body in JSON. */
  readonly headed: readonly HeadedResponse[];
  /** Every documented status, with and without a body. */
  readonly statuses: readonly number[];
}

/** The responses with a body in JSON: the success if it has one, the failure, then the others. */
export function jsonResponses({ success, failure, others }: Responses): readonly DescribedResponse[] {
  return present([success.hasNoBody !== true && success, failure !== null && failure, ...others]);
}

/** Statuses in a sentence: `200`, or `200 or 201`. */
export function orList(statuses: readonly number[]): string {
  return statuses.join(" or ");
}

/** The statuses of a success in a sentence. */
export function successInWords({ successes }: Pick<Responses, "successes">): string {
  return orList(successes);
}

/** The statuses of a refusal in a sentence. */
export function refusalInWords({ refusals }: Pick<Responses, "refusals">): string {
  return refusals === null ? "a documented status" : orList(refusals);
}

/** The statuses for a wrong body (RFC 9110 sections 15.5.1 and 15.5.21). */
const OF_BODIES: ReadonlySet<number> = new Set([400, 422]);

/**
 * Failures that are not about a wrong body, but about the client, the rate of requests, or a state of the provider.
 * Besides the statuses for bodies, a document may use any other status for some bodies: 404 if a body names something
 * that does not exist, 413 if it is too long, 415 if it is not JSON, and 405 for invalid input, as in a well-known
 * document.
 */
const NOT_OF_BODIES: ReadonlySet<number> = new Set([401, 403, 407, 408, 409, 410, 425, 429, 451]);

/**
 * Statuses about a state (RFC 9110 section 15.5, RFC 4918 section 11): the thing that the body names is missing, taken,
 * or locked.
 */
const OF_STATES: ReadonlySet<number> = new Set([402, 404, 409, 410, 423, 424, 451]);

/**
 * Statuses that only the operation itself can answer with. A response for `4XX` or `default` describes each status that
 * has no separate entry (OpenAPI 3.1, Responses Object), but others, such as 401, 404, 405, 413, 415 and 502, can come
 * from a router or a gateway that the document does not describe.
 */
const OF_THE_OPERATION: readonly number[] = [400, 409, 422];

/**
 * The responses of the operation at a pointer.
 * @throws {Error} when there is no success, or a range of successes
 */
export function responsesOf(document: unknown, operationPath: string): Responses {
  const place = `${operationPath}/responses`;
  const keys = Object.keys(at(document, place));
  const range = keys.find((key) => /^2xx$/i.test(key));
  if (range !== undefined) {
    throw new Error(
      `The response ${range} at ${place} cannot be judged: it allows every success, so name the statuses`,
    );
  }
  const statuses = keys
    .filter((key) => /^[1-5]\d\d$/.test(key))
    .map(Number)
    .toSorted((one, other) => one - other);
  const successes = statuses.filter((status) => status >= 200 && status <= 299);
  const own = statuses.map((status): Place => [status, `${place}/${status}`]);
  const described = own.flatMap(([status, path]) => responseAt(document, path, status) ?? []);
  const success = successAmong(document, place, [successes, described]);
  const further = coveredAt(document, place, statuses);
  const covered = further.flatMap(([status, path]) => usableAt(document, path, status) ?? []);
  const inJson = new Set([...described, ...covered].map(({ status }) => status));
  const ofRequests = statuses.filter((status) => status >= 400 && status <= 499 && !NOT_OF_BODIES.has(status));
  const failure = described.find(({ status }) => OF_BODIES.has(status)) ?? null;
  const isOpen = !ofRequests.some((status) => OF_BODIES.has(status)) || keys.some(isForOthers);
  return {
    success,
    successes,
    failure,
    refusals: isOpen ? null : ofRequests,
    states: statuses.filter((status) => OF_STATES.has(status)),
    others: inOrder([...described.filter((one) => one !== success && one !== failure), ...covered]),
    plain: statuses.filter((status) => status >= 400).flatMap((status) => plainAt(document, place, status) ?? []),
    headed: [...own, ...further]
      .filter(([status]) => !inJson.has(status))
      .map(([status, path]) => headedAt(document, path, status)),
    statuses,
  };
}

/** The first success with a body in JSON, or else the first one. @throws {Error} when there is none */
function successAmong(
  document: unknown,
  place: string,
  [successes, described]: readonly [readonly number[], readonly DescribedResponse[]],
): DescribedResponse {
  const [first] = successes;
  if (first === undefined) throw new Error(`There is no success at ${place}: a status of 2xx`);
  return (
    described.find(({ status }) => successes.includes(status)) ??
    withoutBody(headedAt(document, `${place}/${first}`, first))
  );
}

/** Whether a key of responses stands for failures without a separate entry. */
function isForOthers(key: string): boolean {
  return key === "default" || /^4xx$/i.test(key);
}

function inOrder(responses: readonly DescribedResponse[]): readonly DescribedResponse[] {
  return responses.toSorted((one, other) => one.status - other.status);
}

type Place = readonly [status: number, path: string];

/** The statuses that a response for a range or for `default` describes, each with the place of that response. */
function coveredAt(document: unknown, place: string, statuses: readonly number[]): readonly Place[] {
  const keys = Object.keys(at(document, place));
  const key = keys.find((one) => one !== "default" && isForOthers(one)) ?? keys.find(isForOthers);
  if (key === undefined) return [];
  return OF_THE_OPERATION.filter((status) => !statuses.includes(status)).map((status) => [status, `${place}/${key}`]);
}

/**
 * Like `responseAt`, but also null if the schema cannot be used. A response for other statuses must not prevent the
 * whole judgement.
 */
function usableAt(document: unknown, pointer: string, status: number): DescribedResponse | null {
  try {
    return responseAt(document, pointer, status);
  } catch {
    return null;
  }
}

/** A response whose body has only media types other than JSON; otherwise null. */
function plainAt(document: unknown, place: string, status: number): PlainResponse | null {
  const path = resolved(document, `${place}/${status}`);
  const { all, json, range } = mediaTypesAt(document, `${path}/content`);
  return json !== undefined || range !== undefined || all.length === 0
    ? null
    : { status, mediaTypes: all.map(essenceOf), path };
}

function headedAt(document: unknown, pointer: string, status: number): HeadedResponse {
  const path = resolved(document, pointer);
  return { status, path, requiredHeaders: requiredHeaders(document, path) };
}

function withoutBody(response: HeadedResponse): DescribedResponse {
  return { ...response, mediaType: "application/json", mediaTypes: [], schemaPath: UNSHOWN, hasNoBody: true };
}

/** A response with a body in JSON; null if it has none. */
function responseAt(document: unknown, pointer: string, status: number): DescribedResponse | null {
  const place = resolved(document, pointer);
  const { all, json, range } = mediaTypesAt(document, `${place}/content`);
  const key = json ?? range;
  if (key === undefined) return null;
  const schemaPath = `${place}/content/${token(key)}/schema`;
  // A media type without a schema says nothing about the body.
  if (Reflect.get(at(document, `${place}/content/${token(key)}`), "schema") === undefined) return null;
  assertCheckable(document, schemaPath);
  const mediaTypes = all.map(essenceOf);
  return {
    status,
    mediaType: jsonTypeOf(key),
    mediaTypes,
    path: place,
    schemaPath,
    requiredHeaders: requiredHeaders(document, place),
  };
}

function requiredHeaders(document: unknown, response: string): readonly string[] {
  return headersAt(document, response)
    .filter(([, place]) => isRequired(at(document, place)))
    .map(([name]) => name);
}

/** The header fields that a response describes, each with its place. */
export function headersAt(document: unknown, response: string): readonly (readonly [name: string, place: string])[] {
  const headers: unknown = Reflect.get(at(document, response), "headers");
  return (
    Object.keys(Object(headers) as object)
      // OpenAPI 3.1, Response Object: a definition of Content-Type is ignored.
      .filter((name) => name.toLowerCase() !== "content-type")
      .map((name) => [name, resolved(document, `${response}/headers/${token(name)}`)] as const)
  );
}

/** `required` of header fields is a boolean, unlike that of schemas. */
function isRequired(header: object): boolean {
  return Reflect.get(header, "required") === true;
}

/** Statuses about the framing or the size of a request (RFC 9110 section 15.5, RFC 6585 section 5). */
export const OF_SIZE: readonly number[] = [411, 413, 414, 431];
