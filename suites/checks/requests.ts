/** The requests of the checks: the ordinary one, and changes to it. */
import { defined } from "../../spec/defined.ts";
import type { Framing, HeaderFields } from "../../http/message.ts";
import type { Operation } from "../../spec/read-operation.ts";
import type { Roles } from "../../spec/roles.ts";
import { isObjectAlone } from "../../spec/shape.ts";
import { brokenByNumber } from "../bodies/constraints.ts";
import { type Draft, stringOf, textOf, withMember, withoutMember } from "../bodies/drafts.ts";
import { ordinaryDraft } from "../bodies/ordinary-values.ts";
import type { Kind, PlannedRequest } from "./check.ts";
import { ofStatuses } from "./documented-statuses.ts";
import { type Change, type Feature, withUnknown } from "./feature.ts";
import { together, variedText } from "./request-variants.ts";
import { int64Identity, memberFor } from "./role-members.ts";

/** Stands for the token in every planned request. The token itself replaces it when the request is sent. */
export const TOKEN = "$PLANT_STORE_TOKEN";

/** Stands for a token that the user says is invalid. */
export const INVALID_TOKEN = "$PLANT_STORE_INVALID_TOKEN";

const USER_AGENT = "plant-store-conformance";

/** The parts of a request besides kind and body. Parts that are left out are as in an ordinary request. */
export interface Difference {
  readonly method?: string;
  readonly path?: string;
  /** Replaces header fields by name, in the spelling to be sent; null removes a field. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly framing?: Framing;
  readonly connection?: string;
  readonly mayMeet?: PlannedRequest["mayMeet"];
  /** The members that a 200 returns, if the draft does not show them. */
  readonly plant?: PlannedRequest["plant"];
}

/** Builds requests to one operation. */
export interface Requests {
  readonly operation: Operation;
  readonly authentication: "bearer" | "none";
  /** An ordinary NewPlant as a draft, with every member or with only the required ones. */
  draft(n: number, which?: "all" | "required"): Draft;
  /** A request whose body is a draft. */
  of(kind: Kind, draft: Draft, difference?: Difference): PlannedRequest;
  /** A request whose body is given as text or bytes; null for none. */
  raw(kind: Kind, body: string | Uint8Array | null, difference?: Difference): PlannedRequest;
  /** An ordinary body without a required member; if none is required, an invalid body. */
  lacking(kind: Kind, n: number, difference?: Difference): PlannedRequest;
  ordinary(n: number, which?: "all" | "required", difference?: Difference): PlannedRequest;
  /** An ordinary plant in a request of another kind, which the difference makes it. */
  plant(kind: Kind, n: number, difference?: Difference & { readonly which?: "all" | "required" }): PlannedRequest;
  /** The same requests in a variant, as far as their own bodies and differences allow. */
  varied(features: readonly Feature[]): Requests;
}

/** The members of an attempt that is about something else. Later ones have all, in case a missing tag is the reason. */
export function membersAt(attempt: number): "all" | "required" {
  return attempt === 0 ? "required" : "all";
}

/** Requests to an operation, with or without the token, in a variant or without one. */
export function requestsTo(
  operation: Operation,
  authentication: "bearer" | "none" = "bearer",
  features: readonly Feature[] = [],
): Requests {
  const variant = together(features);
  const draft = (n: number, which: "all" | "required" = "all"): Draft => {
    const ordinary = withLarger(ordinaryDraft(operation.request, n, which), operation, variant);
    return variant.order?.(ordinary) ?? ordinary;
  };
  const headers = headersIn(operation, authentication, variant);
  const usual = headers();
  const raw: Requests["raw"] = (kind, body, difference = {}) => {
    const fitting = fittingTo(body, features);
    const { framing = framingOf(fitting) ?? "content-length", headers: own } = difference;
    const more = framing === "expect-continue" ? { Expect: "100-continue", ...own } : own;
    const fields = more === undefined ? usual : headers(more);
    return { ...requestOf(operation, { kind, body, ...difference }), headers: fields, framing, ...wayOf(fitting) };
  };
  const of: Requests["of"] = (kind, body, difference = {}) => {
    const plant = plantOf(body, operation.roles);
    const text = features.length === 0 ? textOf(body) : variedText(withUnknown(body, operation, variant), variant);
    return raw(kind, text, plant === undefined ? difference : { plant, ...difference });
  };
  const ordinary: Requests["ordinary"] = (n, which, difference) => ({
    ...of("ordinary", draft(n, which), difference),
    ...(which === "required" ? { onlyRequired: true } : {}),
  });
  return {
    operation,
    authentication,
    draft,
    of,
    raw,
    lacking: lackingIn({ operation, draft, of, raw }),
    ordinary,
    plant: (kind, n, { which, ...difference } = {}) => ({ ...ordinary(n, which, difference), kind }),
    varied: (more) => requestsTo(operation, authentication, more),
  };
}

/** Leaves out the label, or else the first required member. If none is required, the body is wrong as a whole. */
function lackingIn({
  operation,
  draft,
  of,
  raw,
}: Pick<Requests, "operation" | "draft" | "of" | "raw">): Requests["lacking"] {
  const missing = memberFor(operation, "label") ?? operation.request.members.find(({ required }) => required);
  const other = isObjectAlone(operation.request) ? "[]" : "{";
  return (kind, n, difference) =>
    missing === undefined ? raw(kind, other, difference) : of(kind, withoutMember(draft(n), missing.name), difference);
}

/** A draft with a larger identity, if the identity is an int64. */
function withLarger(draft: Draft, operation: Operation, { beyond }: Change): Draft {
  const name = beyond === undefined ? undefined : int64Identity(operation)?.name;
  return draft.map((member) => {
    const [own, literal] = member;
    return beyond === undefined || own !== name ? member : [own, String(BigInt(literal) + beyond)];
  });
}

/** The features that a body allows: a client expects 100 only for content (RFC 9110 section 10.1.1). */
function fittingTo(body: RequestBody["body"], features: readonly Feature[]): readonly Feature[] {
  const isEmpty = body === null || body.length === 0;
  return isEmpty ? features.filter(({ change }) => change.framing !== "expect-continue") : features;
}

function framingOf(features: readonly Feature[]): Framing | undefined {
  return features.find(({ change }) => change.framing !== undefined)?.change.framing;
}

function wayOf(features: readonly Feature[]): Pick<PlannedRequest, "features"> {
  return features.length === 0 ? {} : { features: features.map(({ name }) => name) };
}

function headersIn(
  operation: Operation,
  authentication: Requests["authentication"],
  { scheme = "Bearer", headers, fieldName = (name) => name, reversesFields }: Change,
): (own?: Difference["headers"]) => HeaderFields {
  const isOpen = authentication === "none" || operation.security.kind === "none";
  const token = isOpen ? null : `${scheme} ${TOKEN}`;
  return (own) => {
    const fields = headersOf(operation, { Authorization: token, ...headers, ...own });
    return (reversesFields === true ? fields.toReversed() : fields).map(
      ([name, value]) => [fieldName(name), value] as const,
    );
  };
}

interface RequestBody {
  readonly kind: Kind;
  readonly body: string | Uint8Array | null;
}

function requestOf(
  operation: Operation,
  { kind, body, method, path, plant, connection, mayMeet }: Difference & RequestBody,
): Omit<PlannedRequest, "headers" | "framing"> {
  return defined({
    kind,
    method: method ?? operation.method,
    path: targetOf(operation, path),
    ...ofStatuses(operation),
    body: typeof body === "string" ? encoder.encode(body) : body,
    roles: operation.roles,
    plant,
    connection,
    mayMeet,
  });
}

/** The path of a request with the query that the operation has. @param path by default that of the operation */
export function targetOf({ path: own, query }: Operation, path: string = own): string {
  const [before = "", ...more] = path.split("?");
  return more.length === 0 ? `${path}${query}` : `${before}${query === "" ? "?" : `${query}&`}${more.join("?")}`;
}

/** The members that a success returns for a draft; undefined if the label is not a string. */
export function plantOf(draft: Draft, { label, returned }: Roles): PlannedRequest["plant"] {
  if (label !== null && stringOf(draft, label) === undefined) return undefined;
  return Object.fromEntries(
    returned.flatMap((name) => {
      const text = stringOf(draft, name);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
}

/** A draft with another identity, given as JSON text. */
export function withIdentity({ operation }: Requests, draft: Draft, literal: string): Draft {
  const identity = memberFor(operation, "identity");
  return identity === undefined ? draft : withMember(draft, identity.name, literal);
}

/** A request with the values of one number and the identity of another. */
export function withIdentityOf(requests: Requests, n: number, other: number): PlannedRequest {
  const { identity } = requests.operation.roles;
  const taken = requests.draft(other).find(([name]) => name === identity)?.[1] ?? "null";
  return requests.of("open", withIdentity(requests, requests.draft(n), taken), { mayMeet: "taken-id" });
}

/** Whether the schema of the identity allows an int64. Another document may bound it or list its values. */
export function isAllowed({ operation }: Requests, id: bigint): boolean {
  const shape = memberFor(operation, "identity")?.shape;
  if (shape === undefined || shape.multipleOf !== undefined) return false;
  // As a double, an end of int64 is rounded beyond int64, so the format itself is not asked.
  return (
    brokenByNumber({ ...shape, formats: shape.formats.filter((format) => format !== "int64") }, Number(id)).length === 0
  );
}

const encoder = new TextEncoder();

/** If the document asks for a key, the text after `Bearer` goes into the header field of the key. */
function asDocumented(
  { security }: Operation,
  { Authorization: value = null, ...others }: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string | null>> {
  if (security.kind !== "api-key") return { Authorization: value, ...others };
  return { ...others, [security.header]: value?.replace(/^bearer /i, "") ?? null };
}

function headersOf(operation: Operation, given: Readonly<Record<string, string | null>>): HeaderFields {
  const replaced = asDocumented(operation, given);
  const ordinary = [
    ["Authorization", null],
    ["Content-Type", operation.requestMediaType],
    ["Accept", "application/json"],
    ["User-Agent", USER_AGENT],
  ] as const;
  const kept = ordinary.map(([name, value]) => [name, name in replaced ? replaced[name] : value] as const);
  const added = Object.entries(replaced).filter(([name]) => !ordinary.some(([known]) => known === name));
  return [...kept, ...added].flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, value] as const],
  );
}
