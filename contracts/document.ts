/**
 * Compares a pact with the document, without a server: which expectations the document contradicts, and which it leaves
 * open. Pure.
 */
import { successInWords } from "../spec/described-responses.ts";
import type { Finding, OpenPoint } from "../result/result.ts";
import { rulesFor } from "../spec/document-catalogue.ts";
import { answerRemarks } from "./document-answer.ts";
import { type DocumentForPacts, isOneOf, isOtherOperation } from "./document-for-pacts.ts";
import { bodyOf, headerOf } from "./http-parts.ts";
import { at, isObject, stringAt } from "./json-values.ts";
import type { Interaction } from "./pact-file.ts";
import { newPlantRemarks } from "./document-body.ts";
import { type Remark, contradicts } from "./remark.ts";
import { isSupplied } from "./states.ts";

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
  const isTarget = method === "post" && path === document.operation.path;
  if (!isTarget && isOtherOperation(document.operation, method, path)) {
    const notCompared = `It is about another operation than POST ${document.operation.path}.`;
    return { contradicts: [], openPoints: [], notCompared };
  }
  const remarks = isTarget
    ? [...requestRemarks(interaction, document), ...answerRemarks(at(interaction.value, "response"), request, document)]
    : targetRemarks(request, document);
  return {
    contradicts: remarks.flatMap((remark) => ("contradicts" in remark ? [remark.contradicts] : [])),
    openPoints: remarks.flatMap((remark) => ("open" in remark ? [remark.open] : [])),
  };
}

const METHODS: ReadonlySet<string> = new Set(["get", "put", "patch", "delete", "head", "options"]);

function targetOf(request: unknown): { readonly method: string; readonly path: string } {
  return { method: (stringAt(request, "method") ?? "").toLowerCase(), path: stringAt(request, "path") ?? "" };
}

/** Section Endpoints of ours: any other endpoint is "not shown", so nothing else is compared. */
function targetRemarks(request: unknown, { operation, ifOpen }: DocumentForPacts): readonly Remark[] {
  const { method, path } = targetOf(request);
  if (path !== operation.path)
    return ifOpen(path === `${operation.path}/` ? "trailing-slash" : "other-paths", "request path");
  return ifOpen(METHODS.has(method) ? `method-${method}` : "other-paths", "request method");
}

function requestRemarks(interaction: Interaction, document: DocumentForPacts): readonly Remark[] {
  const request = at(interaction.value, "request");
  const isAccepted = interaction.status >= 200 && interaction.status <= 299;
  const mediaType = mediaTypeRemarks(request, isAccepted, document);
  const query = hasUnknownQuery(request, document) ? document.ifOpen("unknown-query", "request query") : [];
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
    return operation.roles.identity === null ? [] : ifOpen("duplicate-id", "status");
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
  { operation, ifOpen }: DocumentForPacts,
): readonly Remark[] {
  const { security } = operation;
  const isKey = security.kind === "api-key";
  const header = isKey ? security.header.toLowerCase() : "authorization";
  const isMissing = credentials(header) === undefined;
  if (isAccepted) {
    const seen = isMissing ? "no such header" : "another scheme";
    return [contradicts(`request header ${header}`, isKey ? "a key" : "the scheme Bearer and a token", seen)];
  }
  const allowed = isMissing ? rulesFor(operation).get("missing-token")?.allowed(operation) : undefined;
  if (allowed === undefined) return ifOpen(isMissing ? "missing-token" : "malformed-token", "status");
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
  if (value === undefined) return ifOpen("no-content-type", "request header content-type");
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
