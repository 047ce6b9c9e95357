/**
 * Compares a pact with the document, without a server: which expectations the document contradicts, and which it leaves
 * open. Pure.
 */
import { present } from "../spec/defined.ts";
import type { Finding, OpenPoint } from "../result/result.ts";
import { isAboutVersions, successInWords } from "../spec/described-responses.ts";
import type { Roles } from "../spec/member-roles.ts";
import { readRecords } from "../spec/requirements.ts";
import type { Shape } from "../spec/schema.ts";
import {
  type AnswerForPacts,
  type DocumentForPacts,
  isOneOf,
  isOtherOperation,
  newPlantRemarks,
  contradicts,
  partRemarks,
  type Remark,
} from "./document-for-pacts.ts";
import {
  bodyOf,
  headerNames,
  headerOf,
  isGenerated,
  matchersOf,
  type PactBody,
  type Interaction,
  at,
  isObject,
  shown,
  stringAt,
} from "./pact-file.ts";
import { isSupplied } from "./provider-states.ts";

// Compares the answer that a pact expects with the answers in the document.

function answerRemarks(response: unknown, request: unknown, document: DocumentForPacts): readonly Remark[] {
  const { operation, answers, headersOf, ifOpen } = document;
  const status = Number(String(at(response, "status")));
  const described = describedStatus(status, document);
  if (described === undefined) return ifOpen("status", "status");
  const answer = answers.get(described);
  const around = [
    ...(described === status ? [] : [contradicts("status", successInWords(operation), String(status))]),
    ...aroundRemarks(response, { answer, known: headersOf(described) }, document),
  ];
  const mediaType = headerOf(response, "content-type");
  // The document shows the body of the answer only in JSON, or shows none.
  if (answer === undefined || isAnswerOfOtherType(answer, mediaType)) return around;
  const body = bodyOf(response);
  if (operation.successes.includes(described))
    return [...around, ...successRemarks({ response, request, body }, answer, document)];
  return [...around, ...failureRemarks({ response, body }, answer, document)];
}

/**
 * The documented status whose description an expected answer is compared with: its own, or for a success that the document
 * does not show, that of the success that it shows. Undefined if the document leaves the status open.
 */
function describedStatus(
  status: number,
  { operation: { statuses, success }, hasOtherSuccesses }: DocumentForPacts,
): number | undefined {
  if (statuses.includes(status)) return status;
  return status >= 200 && status <= 299 && !hasOtherSuccesses ? success.status : undefined;
}

function isAnswerOfOtherType({ mediaType, mediaTypes }: AnswerForPacts, given: string | undefined): boolean {
  return given !== undefined && !isOneOf([mediaType], given) && isOneOf(mediaTypes, given);
}

/**
 * Remarks on the media types that the document shows for the status, and on header fields about versions. What other
 * header fields an answer has is no open point.
 */
function aroundRemarks(
  response: unknown,
  { answer, known }: { readonly answer: AnswerForPacts | undefined; readonly known: ReadonlySet<string> },
  { ifOpen }: DocumentForPacts,
): readonly Remark[] {
  const mediaType = headerOf(response, "content-type");
  const isOther = mediaType !== undefined && answer !== undefined && !isOneOf(answer.mediaTypes, mediaType);
  return present([
    isOther && contradicts("header content-type", answer.mediaTypes.join(" or "), mediaType),
    ...headerNames(response)
      .filter((name) => !known.has(name) && isAboutVersions(name))
      .flatMap((name) => ifOpen("version-field", `header ${name}`)),
  ]);
}

interface Success {
  readonly response: unknown;
  readonly request: unknown;
  readonly body: PactBody;
}

/** Rule 1 of ours: a 200 has a Plant, which has no id. A label that was not sent is not returned. */
function successRemarks(
  { response, request, body }: Success,
  answer: AnswerForPacts,
  { operation: { roles } }: DocumentForPacts,
): readonly Remark[] {
  if (body.kind !== "json") return noJsonRemarks(body, answer);
  const { shape } = answer;
  const sent = bodyOf(request);
  const isSent = (name: string): boolean => sent.kind === "json" && at(sent.value, name) !== undefined;
  const named = new Set(shape?.members.map(({ name }) => name));
  const isNone = (name: string): boolean =>
    roles.leftOut.includes(name) ||
    (name === roles.optionalLabel && roles.returned.includes(name) && !isSent(name)) ||
    (roles.namedOnly && shape !== null && shape.others === undefined && !named.has(name));
  const { value } = body;
  const more = isObject(value) ? Object.keys(value).filter(isNone) : [];
  return [
    ...partRemarks(value, answer.validate),
    ...more.map((member) => contradicts(`/${member}`, "no such member", shown(at(value, member)))),
    ...matchersRemarks(response, answer),
  ];
}

function noJsonRemarks({ kind }: PactBody, { name }: AnswerForPacts): readonly Remark[] {
  return kind === "not-json" ? [contradicts("", name, "no JSON")] : [];
}

/** Ours, rule 2: a 400 has an Error. The values of `error` and the messages are "not shown". */
function failureRemarks(
  { response, body }: Omit<Success, "request">,
  answer: AnswerForPacts,
  { ifOpen }: DocumentForPacts,
): readonly Remark[] {
  if (body.kind !== "json") return noJsonRemarks(body, answer);
  const exact = (answer.shape?.members ?? [])
    .filter(({ shape: { values } }) => values === undefined)
    .map(({ name }) => name)
    .filter(
      (member) => at(body.value, member) !== undefined && !matchersOf(response, member).some((one) => LOOSE.has(one)),
    );
  return [
    ...partRemarks(body.value, answer.validate),
    ...matchersRemarks(response, answer),
    ...exact.flatMap((member) => ifOpen("exact-error", `/${member}`)),
  ];
}

/** Matchers that accept other values than the example. */
const LOOSE: ReadonlySet<string> = new Set(["type", "number", "integer", "notEmpty"]);
/** Matchers that accept no string, then matchers that accept no integer. */
const TEXT: ReadonlySet<string> = new Set(["integer", "decimal", "number", "boolean", "null"]);
const WHOLE: ReadonlySet<string> = new Set(["decimal", "boolean", "null"]);

/** Remarks on matchers that accept only values that a member's schema does not allow. */
function matchersRemarks(response: unknown, { shape }: AnswerForPacts): readonly Remark[] {
  return (shape?.members ?? []).flatMap((member) => matcherRemarks(response, member.name, member.shape));
}

function matcherRemarks(response: unknown, member: string, { types }: Shape): readonly Remark[] {
  const impossible = types.join() === "string" ? TEXT : types.join() === "integer" ? WHOLE : new Set<string>();
  const expected = impossible === TEXT ? "a string" : "an integer";
  return matchersOf(response, member)
    .filter((one) => impossible.has(one))
    .map((one) => contradicts(`/${member}`, expected, `the matcher ${one}`));
}

/** The result of comparing one interaction. Both lists are empty if the document states all that the consumer expects. */
export interface DocumentReading {
  readonly contradicts: readonly Finding[];
  readonly openPoints: readonly OpenPoint[];
  /** Why nothing was compared; absent if the interaction was compared. */
  readonly notCompared?: string;
}

/**
 * Compares an interaction over HTTP with the document. In a finding, `expected` is from the document and `seen` from the
 * pact. Places in the request begin with `request`.
 */
export function readAgainstDocument(interaction: Interaction, document: DocumentForPacts): DocumentReading {
  const request = at(interaction.value, "request");
  const { method, path } = targetOf(request);
  const isOwn = isTarget(request, document);
  if (!isOwn && isOtherOperation(document.operation, method, path)) {
    const notCompared = `It is about another operation than ${document.operation.method} ${document.operation.path}.`;
    return { contradicts: [], openPoints: [], notCompared };
  }
  const remarks = isOwn
    ? [...requestRemarks(interaction, document), ...answerRemarks(at(interaction.value, "response"), request, document)]
    : targetRemarks(request, document);
  return {
    contradicts: remarks.flatMap((remark) => ("contradicts" in remark ? [remark.contradicts] : [])),
    openPoints: remarks.flatMap((remark) => ("open" in remark ? [remark.open] : [])),
  };
}

/** Header fields that any answer may have. */
const USUAL_FIELDS: ReadonlySet<string> = new Set(["content-type", "content-length", "date", "www-authenticate"]);

/** What the document does not describe of an expected answer whose status it describes: header fields and members. */
export function undescribedParts({ value, status }: Interaction, document: DocumentForPacts): readonly string[] {
  const described = describedStatus(status, document);
  if (described === undefined || !isTarget(at(value, "request"), document)) return [];
  const [response, known] = [at(value, "response"), document.headersOf(described)];
  const fields = headerNames(response).filter((name) => !known.has(name) && !USUAL_FIELDS.has(name));
  const answer = document.answers.get(described);
  const isSuccess = document.operation.successes.includes(described);
  const members =
    answer === undefined ? [] : undescribedMembers(response, answer, isSuccess ? document.operation.roles : undefined);
  return [...fields.map((name) => `the header field ${name}`), ...members.map((name) => `the member ${name}`)];
}

/**
 * The members of a body beyond those that its schema names, if nothing is said of others: an answer need not have them. Those
 * that a success has not are contradicted.
 */
function undescribedMembers(response: unknown, answer: AnswerForPacts, roles?: Roles): readonly string[] {
  const [body, { shape }] = [bodyOf(response), answer];
  const isOther = isAnswerOfOtherType(answer, headerOf(response, "content-type"));
  if (shape === null || shape.others !== undefined || isOther || body.kind !== "json" || !isObject(body.value))
    return [];
  const known = new Set([...shape.members.map(({ name }) => name), ...(roles?.leftOut ?? [])]);
  return roles?.namedOnly === true ? [] : Object.keys(body.value).filter((name) => !known.has(name));
}

/**
 * Findings on texts that a success should return as they were sent, by the id of the SHOULD, where the pact expects another
 * one: `expected` is what it sends. What a generator or a matcher may change is left out.
 */
export function unreturnedTexts(
  { value, status }: Interaction,
  document: DocumentForPacts,
): ReadonlyArray<Finding & { readonly id: string }> {
  const { roles, successes } = document.operation;
  const described = describedStatus(status, document) ?? status;
  const [request, response] = [at(value, "request"), at(value, "response")];
  const [sent, answer] = [bodyOf(request), bodyOf(response)];
  if (!successes.includes(described) || !isTarget(request, document)) return [];
  if (sent.kind !== "json" || answer.kind !== "json") return [];
  const texts = [["name", roles.label] as const, ["tag", roles.optionalLabel] as const];
  return texts.flatMap(([text, name]) => {
    const id = readRecords().find(({ contract }) => contract === text)?.id;
    if (id === undefined || name === null || !roles.returned.includes(name)) return [];
    const [expected, seen] = [at(sent.value, name), at(answer.value, name)];
    const isExact = matchersOf(response, name).every((one) => one === "equality");
    const isFixed = isExact && !isGenerated(request, name) && !isGenerated(response, name);
    const isOther = typeof expected === "string" && typeof seen === "string" && expected !== seen;
    return isFixed && isOther ? [{ id, where: `/${name}`, expected: shown(expected), seen: shown(seen) }] : [];
  });
}

const METHODS = ["get", "put", "patch", "delete", "head", "options"] as const;

function targetOf(request: unknown): { readonly method: string; readonly path: string } {
  return { method: (stringAt(request, "method") ?? "").toLowerCase(), path: stringAt(request, "path") ?? "" };
}

function isTarget(request: unknown, { operation }: DocumentForPacts): boolean {
  const { method, path } = targetOf(request);
  return method === operation.method.toLowerCase() && path === operation.path;
}

/** Section Endpoints of ours: any other endpoint is "not shown", so nothing else is compared. */
function targetRemarks(request: unknown, { operation, ifOpen }: DocumentForPacts): readonly Remark[] {
  const { method, path } = targetOf(request);
  if (path !== operation.path)
    return ifOpen(path === `${operation.path}/` ? "trailing-slash" : "other-target", "request path");
  return ifOpen(METHODS.find((one) => one === method) ?? "other-target", "request method");
}

function requestRemarks(interaction: Interaction, document: DocumentForPacts): readonly Remark[] {
  const request = at(interaction.value, "request");
  const isAccepted = interaction.status >= 200 && interaction.status <= 299;
  const mediaType = mediaTypeRemarks(request, isAccepted, document);
  const query = hasUnknownQuery(request, document) ? document.ifOpen("query", "request query") : [];
  const isCompared = !isInOtherMediaType(request, document);
  const nothing = { faults: [], values: [], isOrdinary: false };
  const { faults, values, isOrdinary } = isCompared ? newPlantRemarks(bodyOf(request), document) : nothing;
  const isPlain = mediaType.length + query.length + faults.length + values.length === 0 && isOrdinary;
  const credentials = credentialsOf(request);
  const isLocked = !isAuthorized(credentials, document);
  const token = isLocked ? tokenRemarks(interaction, { credentials, isAccepted, isPlain }, document) : [];
  const around = [...token, ...mediaType];
  if (isAccepted) return [...around, ...query, ...faults, ...values];
  if (isLocked || around.length + query.length + faults.length > 0) return [...around, ...query];
  return [...values, ...(isOrdinary ? refusedRemarks(interaction, values, document) : [])];
}

/**
 * Remarks on a valid body whose refusal is expected: because of an open value, because of a state of the store, or
 * without a reason.
 */
function refusedRemarks(
  { status, states }: Interaction,
  values: readonly Remark[],
  { operation, requestName, ifOpen }: DocumentForPacts,
): readonly Remark[] {
  if (values.length > 0) return [];
  if (states.some((state) => !isSupplied(state)))
    return operation.roles.identity === null ? [] : ifOpen("refused-duplicate", "status");
  // A status that does not answer the body, such as 429, may have another reason.
  return (operation.refusals ?? [400]).includes(status)
    ? [contradicts("status", `${successInWords(operation)} for a ${requestName}`, String(status))]
    : [];
}

/** Looks up a credential of a request by the header field, in lower case. */
type Credentials = (header: string) => string | undefined;

function credentialsOf(request: unknown): Credentials {
  return (header) => headerOf(request, header);
}

/** Whether a request satisfies the security of the document, as far as that is judged. */
function isAuthorized(credentials: Credentials, { operation: { security } }: DocumentForPacts): boolean {
  if (security.kind === "none" || security.notJudged !== undefined) return true;
  if (security.kind === "api-key") return credentials(security.header.toLowerCase()) !== undefined;
  const value = credentials("authorization");
  return value !== undefined && /^bearer +\S/i.test(value);
}

/** Section Authentication of ours: the bearer scheme is required; the response for a missing or invalid token is "not shown". */
function tokenRemarks(
  { status }: Interaction,
  {
    credentials,
    isAccepted,
    isPlain,
  }: { readonly credentials: Credentials; readonly isAccepted: boolean; readonly isPlain: boolean },
  { operation: { security }, ifOpen, withoutCredentials }: DocumentForPacts,
): readonly Remark[] {
  const isKey = security.kind === "api-key";
  const header = isKey ? security.header.toLowerCase() : "authorization";
  const isMissing = credentials(header) === undefined;
  if (isAccepted) {
    const seen = isMissing ? "no such header" : "another scheme";
    return [contradicts(`request header ${header}`, isKey ? "a key" : "the scheme Bearer and a token", seen)];
  }
  const allowed = isMissing ? withoutCredentials : undefined;
  if (allowed === undefined) return ifOpen(isMissing ? "no-credentials" : "other-credentials", "status");
  // If something else is wrong with the request, the provider may answer that first.
  if (!isPlain || allowed.includes(String(status))) return [];
  return [contradicts("status", `${allowed.join(" or ")} without credentials`, String(status))];
}

/** The media types that the document shows for the request: `application/json` in ours. */
function mediaTypeRemarks(
  request: unknown,
  isAccepted: boolean,
  { operation: { requestMediaTypes }, ifOpen }: DocumentForPacts,
): readonly Remark[] {
  const value = mediaTypeOf(request);
  if (value === undefined) return ifOpen("no-media-type", "request header content-type");
  if (isOneOf(requestMediaTypes, value) || !isAccepted) return [];
  return [contradicts("request header content-type", requestMediaTypes.join(" or "), value)];
}

function mediaTypeOf(request: unknown): string | undefined {
  return headerOf(request, "content-type") ?? stringAt(request, "body", "contentType");
}

/** Whether a body is of a documented media type that is not the one whose schema is compared. */
function isInOtherMediaType(request: unknown, { operation }: DocumentForPacts): boolean {
  const value = mediaTypeOf(request);
  const { requestMediaType, requestMediaTypes } = operation;
  return value !== undefined && !isOneOf([requestMediaType], value) && isOneOf(requestMediaTypes, value);
}

function hasUnknownQuery(request: unknown, { queryNames }: DocumentForPacts): boolean {
  const query = at(request, "query");
  const names = isObject(query) ? Object.keys(query) : [];
  const inText = typeof query === "string" && query !== "" ? namesIn(query) : [];
  return [...names, ...inText].some((name) => !queryNames.has(name));
}

function namesIn(query: string): readonly string[] {
  const names = [...new URLSearchParams(query).keys()];
  return names.length === 0 ? [query] : names;
}
