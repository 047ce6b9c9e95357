/** The requests of the checks: the ordinary one, and changes to it. */
import type { Framing, HeaderFields } from "../../http/message.ts";
import { defined } from "../../spec/defined.ts";
import { refusalInWords, successInWords } from "../../spec/described-responses.ts";
import type { Operation } from "../../spec/read-operation.ts";
import type { Roles } from "../../spec/member-roles.ts";
import { type Member, type Role, isObjectAlone } from "../../spec/schema.ts";
import { brokenByNumber, brokenByText } from "../bodies/constraints.ts";
import { type Draft, stringOf, textOf, withMember, withoutMember } from "../bodies/body-drafts.ts";
import type { Departure } from "../bodies/invalid-bodies.ts";
import { ordinaryDraft } from "../bodies/ordinary-values.ts";
import { type Kind, type PlannedRequest, ofStatuses } from "./check.ts";
import { type Change, type Feature, withUnknown, together, variedText } from "./request-features.ts";
import { markMember, returnedAs } from "./returned-members.ts";

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

// The members of the body by their roles, and their names in sentences.

/** The member that has a role; undefined if none has it. */
export function memberFor({ request }: Pick<Operation, "request">, role: Role): Member | undefined {
  return request.members.find((member) => member.role === role);
}

/** The member that has a role, if a success returns it. */
export function returnedFor(operation: Pick<Operation, "request" | "roles">, role: Role): Member | undefined {
  return returnedAs(operation.roles, role) === null ? undefined : memberFor(operation, role);
}

const LABELS = ["label", "optionalLabel"] as const;

/** Texts for the labels of a draft; undefined leaves one as it is. */
export type LabelTexts = Readonly<Partial<Record<(typeof LABELS)[number], string | undefined>>>;

/** A draft with these texts as its labels, as far as their schemas allow them. */
export function withLabels(operation: Pick<Operation, "request">, draft: Draft, labels: LabelTexts): Draft {
  return LABELS.reduce<Draft>((all, role) => {
    const [member, text] = [memberFor(operation, role), labels[role]];
    const isLeftOut = member === undefined || text === undefined || brokenByText(member.shape, text).length > 0;
    return isLeftOut ? all : withMember(all, member.name, JSON.stringify(text));
  }, draft);
}

/** The member that identifies what is created, if it is an integer. */
export function integerIdentity(operation: Pick<Operation, "request">): Member | undefined {
  const identity = memberFor(operation, "identity");
  return identity !== undefined && identity.shape.types.every((type) => type === "integer") ? identity : undefined;
}

/** The member that identifies what is created, if its format is int64. */
export function int64Identity(operation: Pick<Operation, "request">): Member | undefined {
  const identity = integerIdentity(operation);
  return identity?.shape.formats.includes("int64") === true ? identity : undefined;
}

/**
 * Whether a departure is a number beyond a format. A format is an annotation (JSON Schema 2020-12, Validation section
 * 7.2.1). Numbers beyond int32, and an identity beyond int64, have their own requirements. Other members are not tested
 * beyond int64: a provider that reads numbers as doubles cannot tell these from the end of int64.
 */
export function isBeyondFormat({ format }: Departure): boolean {
  return format !== undefined;
}

/** Whether a departure is a number beyond int32. */
export function isBeyondInt32({ format }: Departure): boolean {
  return format === "int32";
}

/** A name with its article: "a name", "an id". */
export function aOrAn(name: string): string {
  return `${/^[aeiou]/iu.test(name) ? "an" : "a"} ${name}`;
}

/** The same at the start of a sentence. */
export function AOrAn(name: string): string {
  const phrase = aOrAn(name);
  return `A${phrase.slice(1)}`;
}

const places: Readonly<Record<string, (operation: Operation) => string | undefined>> = {
  integer: (operation) => integerIdentity(operation)?.name,
  int64: (operation) => int64Identity(operation)?.name,
  returnedLabel: ({ roles }) => returnedAs(roles, "label") ?? undefined,
  returnedOptionalLabel: ({ roles }) => returnedAs(roles, "optionalLabel") ?? undefined,
  optionalLabel: ({ roles }) => roles.optionalLabel ?? undefined,
  mark: ({ roles }) => markMember(roles) ?? undefined,
  success: successInWords,
  refusal: refusalInWords,
};

/** A title whose places, as `{returnedLabel}` or `{an integer}`, are filled in; null if one has no member. */
export function titled(title: string, operation: Operation): string | null {
  const names = Array.from(title.matchAll(/\{(?:an )?(\w+)\}/g), ([, place = ""]) => places[place]?.(operation));
  if (!names.every((name) => name !== undefined)) return null;
  const rest = [...names];
  return title.replaceAll(/\{(an )?\w+\}/g, (_place, article: string | undefined) => {
    const name = rest.shift() ?? "";
    return article === undefined ? name : aOrAn(name);
  });
}

/** Names of members in a sentence: "`name`, `size` and `tag`". */
export function membersInWords(names: readonly string[], word: "and" | "or"): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.at(-1) ?? "";
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(", ")} ${word} ${last}`;
}
