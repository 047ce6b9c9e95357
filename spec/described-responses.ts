/** The responses of an operation in a document, and the purposes of their statuses. */
import { assertCheckable } from "./response-schemas.ts";
import { present } from "./defined.ts";
import { essenceOf, jsonTypeOf, mediaTypesAt, resolved } from "./document-references.ts";
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

/** Every status of success. */
const EVERY_SUCCESS: readonly number[] = Array.from({ length: 100 }, (_, index) => 200 + index);

/** Statuses in a sentence: `200`, `200 or 201`, or `2xx` for every success. */
export function orList(statuses: readonly (number | string)[]): string {
  if (!EVERY_SUCCESS.every((status) => statuses.includes(status))) return statuses.join(" or ");
  return ["2xx", ...statuses.filter((status) => !EVERY_SUCCESS.includes(Number(status)))].join(" or ");
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

/** The statuses of success whose bodies are judged by a response for all of them. Others, such as 204, have no body. */
const WITH_A_BODY: readonly number[] = [200, 201, 202];

/**
 * The responses of the operation at a pointer.
 * @throws {Error} when there is no success
 */
export function responsesOf(document: unknown, operationPath: string): Responses {
  const place = `${operationPath}/responses`;
  const keys = Object.keys(at(document, place));
  const { forAll, successes, statuses, own } = shownAt(keys, place);
  const described = own.flatMap(([status, path]) =>
    saysFailure(document, path, status) ? [] : (responseAt(document, path, status) ?? []),
  );
  const success = successAmong(document, place, [own, described]);
  const further = coveredAt(
    keys.filter((key) => key !== forAll),
    place,
    statuses,
  );
  const covered = further.flatMap(([status, path]) => usableAt(document, path, status) ?? []);
  const inJson = new Set([...described, ...covered].map(({ status }) => status));
  const ofRequests = statuses.filter((status) => status >= 400 && status <= 499 && !NOT_OF_BODIES.has(status));
  const failure = described.find(({ status }) => OF_BODIES.has(status)) ?? null;
  const isOpen = !ofRequests.some((status) => OF_BODIES.has(status)) || keys.some(isForOthers);
  // The one status of a state that only the operation itself can answer with.
  const hasConflict = keys.some(isForOthers) && !statuses.includes(409);
  return {
    success,
    successes,
    failure,
    refusals: isOpen ? null : ofRequests,
    states: [...statuses, ...(hasConflict ? [409] : [])].filter((status) => OF_STATES.has(status)),
    others: inOrder([...described.filter((one) => one !== success && one !== failure), ...covered]),
    plain: statuses.filter((status) => status >= 400).flatMap((status) => plainAt(document, place, status) ?? []),
    headed: [...own, ...further]
      .filter(([status]) => !inJson.has(status))
      .map(([status, path]) => headedAt(document, path, status)),
    statuses,
  };
}

/** The statuses that responses show, and the places of those that have one. */
interface Shown {
  /** The key of a response that allows every success. */
  readonly forAll: string | undefined;
  readonly successes: readonly number[];
  readonly statuses: readonly number[];
  readonly own: readonly Place[];
}

function shownAt(keys: readonly string[], place: string): Shown {
  const listed = inNumbers(keys.filter((key) => /^[1-5]\d\d$/.test(key)).map(Number));
  const forAll = forEverySuccess(keys, listed);
  const successes = forAll === undefined ? listed.filter((status) => EVERY_SUCCESS.includes(status)) : EVERY_SUCCESS;
  const inRange = forAll === undefined ? [] : WITH_A_BODY.filter((status) => !listed.includes(status));
  return {
    forAll,
    successes,
    statuses: inNumbers([...new Set([...listed, ...successes])]),
    own: [
      ...listed.map((status): Place => [status, `${place}/${status}`]),
      ...inRange.map((status): Place => [status, `${place}/${forAll}`]),
    ],
  };
}

function inNumbers(statuses: readonly number[]): readonly number[] {
  return statuses.toSorted((one, other) => one - other);
}

/** The key of the response for every success that is not listed: a range, or `default` if no success is listed. */
function forEverySuccess(keys: readonly string[], listed: readonly number[]): string | undefined {
  const range = keys.find((key) => /^2xx$/i.test(key));
  const isListed = listed.some((status) => EVERY_SUCCESS.includes(status));
  return range ?? (isListed ? undefined : keys.find((key) => key === "default"));
}

/** Whether a response for `default` says in its description that it is a failure. Its body is not that of a success. */
function saysFailure(document: unknown, pointer: string, status: number): boolean {
  if (!pointer.endsWith("/default") || !EVERY_SUCCESS.includes(status)) return false;
  const description: unknown = Reflect.get(at(document, resolved(document, pointer)), "description");
  return /error|fail|problem|\bfault|exception|invalid/i.test(String(description));
}

/** The first success with a body in JSON, or else the first one. @throws {Error} when there is none */
function successAmong(
  document: unknown,
  place: string,
  [own, described]: readonly [readonly Place[], readonly DescribedResponse[]],
): DescribedResponse {
  const first = own.find(([status]) => EVERY_SUCCESS.includes(status));
  if (first === undefined) throw new Error(`There is no success at ${place}: a status of 2xx`);
  const [status, path] = first;
  return described.find((one) => EVERY_SUCCESS.includes(one.status)) ?? withoutBody(headedAt(document, path, status));
}

/** JSON Pointer to the response of a status: its own, that of its range, or `default`. */
export function placeOfStatus(document: unknown, operationPath: string, status: number): string {
  const place = `${operationPath}/responses`;
  const keys = Object.keys(at(document, place));
  const range = new RegExp(`^${String(status)[0]}xx$`, "i");
  const key = [String(status), keys.find((one) => range.test(one)), "default"].find((one) => keys.includes(one ?? ""));
  return `${place}/${key ?? status}`;
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
function coveredAt(keys: readonly string[], place: string, statuses: readonly number[]): readonly Place[] {
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

/** Whether a header field, in lower case, speaks of versions, limits or deprecation. */
export function isAboutVersions(name: string): boolean {
  return /^(x-)?(api-?)?(version|ratelimit|rate-limit)|deprecation|sunset|api-version/.test(name);
}
