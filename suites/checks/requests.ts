/** Requests as the checks write them down: the ordinary one, and what differs from it. */
import type { HeaderFields, Framing } from "../../http/message.ts";
import type { Operation } from "../../spec/read-operation.ts";
import type { Roles } from "../../spec/roles.ts";
import { isObjectAlone } from "../../spec/shape.ts";
import type { Kind, PlannedRequest } from "./check.ts";
import { ofStatuses } from "./documented-statuses.ts";
import { type Draft, stringOf, textOf, withMember, withoutMember } from "../bodies/drafts.ts";
import type { Change, Feature } from "./feature.ts";
import { variedText, together } from "./request-variants.ts";
import { brokenByNumber } from "../bodies/constraints.ts";
import { ordinaryDraft } from "../bodies/ordinary-values.ts";
import { withUnknown } from "./beside-unknown.ts";
import { int64Identity, memberFor } from "./role-members.ts";

/** Stands for the token wherever a request is written down; the token itself is put in when the request leaves. */
export const TOKEN = "$PLANT_STORE_TOKEN";

/** Stands for a token that the user says is not valid. */
export const INVALID_TOKEN = "$PLANT_STORE_INVALID_TOKEN";

/** What the suite calls itself to a provider. */
const USER_AGENT = "plant-store-conformance";

/** What a request has besides a kind and a body; everything left out is as in an ordinary request. */
export interface Difference {
  readonly method?: string;
  readonly path?: string;
  /** Replaces header fields by name (given in the spelling to be sent); null takes one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly framing?: Framing;
  readonly connection?: string;
  readonly mayBeCutOff?: boolean;
  readonly idMayBeTaken?: true;
  /** What a 200 returns, if a draft does not show it. */
  readonly plant?: PlannedRequest["plant"];
}

/** The means to write requests to one operation down. */
export interface Requests {
  readonly operation: Operation;
  readonly authentication: "bearer" | "none";
  /** An ordinary NewPlant as a draft, with every member or with only the required ones. */
  draft(n: number, which?: "all" | "required"): Draft;
  /** A request whose body is a draft. */
  of(kind: Kind, draft: Draft, difference?: Difference): PlannedRequest;
  /** A request whose body is given as text or bytes; null for none. */
  raw(kind: Kind, body: string | Uint8Array | null, difference?: Difference): PlannedRequest;
  /** An ordinary body without a required member; where none is required, what is no valid body in its place. */
  lacking(kind: Kind, n: number, difference?: Difference): PlannedRequest;
  /** The ordinary request of one number. */
  ordinary(n: number, which?: "all" | "required", difference?: Difference): PlannedRequest;
  /** The same requests in a variant, as far as their own bodies and differences allow. */
  varied(features: readonly Feature[]): Requests;
}

/**
 * Which members an ordinary request has that stands for something else: the required ones at first, and every one when it
 * is asked again, so that a refusal for a missing tag is recognised.
 */
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
  const way = wayOf(variant, features);
  const raw: Requests["raw"] = (kind, body, difference = {}) => {
    const { framing = variant.framing ?? "content-length", headers: own } = difference;
    const more = framing === "expect-continue" ? { Expect: "100-continue", ...own } : own;
    const fields = more === undefined ? usual : headers(more);
    return { ...requestOf(kind, body, difference, operation), headers: fields, framing, ...way };
  };
  const of: Requests["of"] = (kind, body, difference = {}) => {
    const plant = plantOf(body, operation.roles);
    const text = features.length === 0 ? textOf(body) : variedText(withUnknown(body, operation, variant), variant);
    return raw(kind, text, plant === undefined ? difference : { plant, ...difference });
  };
  return {
    operation,
    authentication,
    draft,
    of,
    raw,
    lacking: lackingIn({ operation, draft, of, raw }),
    ordinary: (n, which, difference) => ({
      ...of("ordinary", draft(n, which), difference),
      ...(which === "required" ? { onlyRequired: true } : {}),
    }),
    varied: (more) => requestsTo(operation, authentication, more),
  };
}

/**
 * A body is refused without its label, or without the first of its members that is required. Where none is required, an array
 * is, or what is not JSON where arrays are allowed.
 */
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

/** A draft whose identity is larger, where it is an int64. */
function withLarger(draft: Draft, operation: Operation, { beyond }: Change): Draft {
  const name = beyond === undefined ? undefined : int64Identity(operation)?.name;
  return draft.map((member) => {
    const [own, literal] = member;
    return beyond === undefined || own !== name ? member : [own, String(BigInt(literal) + beyond)];
  });
}

/** What every request of a variant has. */
function wayOf({ inPieces }: Change, features: readonly Feature[]): Pick<PlannedRequest, "inPieces" | "features"> {
  return {
    ...(inPieces === undefined ? {} : { inPieces }),
    ...(features.length === 0 ? {} : { features: features.map(({ name }) => name) }),
  };
}

/** Writes the header fields of a variant, with what a request has of its own. */
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

/** What a request is, beside its header and its framing. */
function requestOf(
  kind: Kind,
  body: string | Uint8Array | null,
  { method = "POST", path, plant, connection, mayBeCutOff, idMayBeTaken }: Difference,
  operation: Operation,
): Omit<PlannedRequest, "headers" | "framing"> {
  return {
    kind,
    method,
    path: path ?? operation.path,
    ...ofStatuses(operation),
    body: typeof body === "string" ? encoder.encode(body) : body,
    roles: operation.roles,
    ...(plant === undefined ? {} : { plant }),
    ...(connection === undefined ? {} : { connection }),
    ...(mayBeCutOff === undefined ? {} : { mayBeCutOff }),
    ...(idMayBeTaken === undefined ? {} : { idMayBeTaken }),
  };
}

/** What a success returns for a draft: nothing to compare with if the label is not a string. */
export function plantOf(draft: Draft, { label, returned }: Roles): PlannedRequest["plant"] {
  if (label !== null && stringOf(draft, label) === undefined) return undefined;
  return Object.fromEntries(
    returned.flatMap((name) => {
      const text = stringOf(draft, name);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
}

/** A draft with another identity, as text. */
export function withIdentity({ operation }: Requests, draft: Draft, literal: string): Draft {
  const identity = memberFor(operation, "identity");
  return identity === undefined ? draft : withMember(draft, identity.name, literal);
}

/** A request with the values of one number, and the identity that belongs to another. */
export function withIdentityOf(requests: Requests, n: number, other: number): PlannedRequest {
  const { identity } = requests.operation.roles;
  const taken = requests.draft(other).find(([name]) => name === identity)?.[1] ?? "null";
  return requests.of("open", withIdentity(requests, requests.draft(n), taken), { idMayBeTaken: true });
}

/** Whether the schema of the identity allows an int64: another schema may bound it, or list what it may be. */
export function isAllowed({ operation }: Requests, id: bigint): boolean {
  const shape = memberFor(operation, "identity")?.shape;
  if (shape === undefined || shape.multipleOf !== undefined) return false;
  // A double rounds the ends of int64 out of it; that they are in it is known.
  return (
    brokenByNumber({ ...shape, formats: shape.formats.filter((format) => format !== "int64") }, Number(id)).length === 0
  );
}

const encoder = new TextEncoder();

/** The same credentials in the header field of the document's key, where it asks for one: what follows `Bearer`. */
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
