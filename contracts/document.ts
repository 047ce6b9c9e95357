/**
 * Compares a pact with the document, without a server: which expectations the document contradicts, and which it leaves
 * open. Pure.
 */
import type { Finding, OpenPoint } from "../result/result.ts";
import type { Validators } from "../spec/validators.ts";
import { answerRemarks } from "./document-answer.ts";
import { bodyOf, headerOf, isJson } from "./http-parts.ts";
import { at, isObject, stringAt } from "./json-values.ts";
import type { Interaction } from "./pact-file.ts";
import { newPlantRemarks } from "./document-body.ts";
import { type Remark, contradicts, open } from "./remark.ts";
import { isSupplied } from "./states.ts";

/** The result of comparing one interaction. Both lists are empty if the document states all that the consumer expects. */
export interface DocumentReading {
  readonly contradicts: readonly Finding[];
  readonly openPoints: readonly OpenPoint[];
}

/**
 * Compares an interaction over HTTP with the document. In a finding, `expected` is from the document and `seen` from the
 * pact. Places in the request begin with `request`.
 */
export function readAgainstDocument(interaction: Interaction, validators: Validators): DocumentReading {
  const request = at(interaction.value, "request");
  const elsewhere = targetRemarks(request);
  const remarks =
    elsewhere.length > 0
      ? elsewhere
      : [
          ...requestRemarks(interaction, validators),
          ...answerRemarks(at(interaction.value, "response"), request, validators),
        ];
  return {
    contradicts: remarks.flatMap((remark) => ("contradicts" in remark ? [remark.contradicts] : [])),
    openPoints: remarks.flatMap((remark) => ("open" in remark ? [remark.open] : [])),
  };
}

const METHODS: ReadonlySet<string> = new Set(["get", "put", "patch", "delete", "head", "options"]);

/** Section Endpoints: any other endpoint is "not shown", so nothing else is compared. */
function targetRemarks(request: unknown): readonly Remark[] {
  const method = (stringAt(request, "method") ?? "").toLowerCase();
  const path = stringAt(request, "path") ?? "";
  if (path !== "/plants") return [open(path === "/plants/" ? "trailing-slash" : "other-paths", "request path")];
  if (method === "post") return [];
  return [open(METHODS.has(method) ? `method-${method}` : "other-paths", "request method")];
}

function requestRemarks(interaction: Interaction, validators: Validators): readonly Remark[] {
  const request = at(interaction.value, "request");
  const isAccepted = interaction.status >= 200 && interaction.status <= 299;
  const around = [...authorizationRemarks(request, isAccepted), ...mediaTypeRemarks(request, isAccepted)];
  const query = hasQuery(request) ? [open("unknown-query", "request query")] : [];
  const { faults, values } = newPlantRemarks(bodyOf(request), validators);
  if (isAccepted) return [...around, ...query, ...faults, ...values];
  if (around.length + query.length + faults.length > 0) return [...around, ...query];
  return [...values, ...refusedRemarks(interaction, values)];
}

/** A valid NewPlant whose refusal is expected: because of an open value, of a state of the store, or without a reason. */
function refusedRemarks({ status, states }: Interaction, values: readonly Remark[]): readonly Remark[] {
  if (values.length > 0) return [];
  if (states.some((state) => !isSupplied(state))) return [open("duplicate-id", "status")];
  return status === 400 ? [contradicts("status", "200 for a valid NewPlant", "400")] : [];
}

/** Section Authentication: the bearer scheme is required; the response for a missing or invalid token is "not shown". */
function authorizationRemarks(request: unknown, isAccepted: boolean): readonly Remark[] {
  const value = headerOf(request, "authorization");
  if (value !== undefined && /^bearer +\S/i.test(value)) return [];
  if (!isAccepted) return [open(value === undefined ? "missing-token" : "malformed-token", "status")];
  const seen = value === undefined ? "no such header" : "another scheme";
  return [contradicts("request header authorization", "the scheme Bearer and a token", seen)];
}

/** Endpoints, Create plant: the request body's content type is `application/json`. */
function mediaTypeRemarks(request: unknown, isAccepted: boolean): readonly Remark[] {
  const value = headerOf(request, "content-type") ?? stringAt(request, "body", "contentType");
  if (value === undefined) return [open("no-content-type", "request header content-type")];
  return isJson(value) || !isAccepted ? [] : [contradicts("request header content-type", "application/json", value)];
}

function hasQuery(request: unknown): boolean {
  const query = at(request, "query");
  return isObject(query) ? Object.keys(query).length > 0 : typeof query === "string" && query !== "";
}
