/** Causes of requests that are accepted without a bearer token, or with a body that is not a NewPlant. */
import { type Failures, type FoundFailure, areCutInPieces, isSuccess, memberOf } from "./found-failures.ts";
import type { Json, RecordedBody } from "../result.ts";

const ofAuthentication = new Set(["requires-authorization", "requires-bearer-scheme", "refuses-empty-token"]);

/** A token is required but not looked up, required of no request, or of some requests only. */
export function withoutToken(failure: FoundFailure, failures: Failures): string | undefined {
  if (!ofAuthentication.has(failure.requirement.id)) return undefined;
  return invalidToken(failure, failures) ?? anyScheme(failures) ?? bypass(failure, failures);
}

const NO_HEADER = "requires-authorization/no-header";
const INVALID_TOKEN = "requires-authorization/invalid-token";

function invalidToken({ check }: FoundFailure, { checks }: Failures): string | undefined {
  return check.id === INVALID_TOKEN && !checks.has(NO_HEADER) ? "invalid-token-accepted" : undefined;
}

/**
 * The provider accepts every header that is not a bearer token, so it does not check the scheme or does not require a
 * token. Checking the token last is not a cause: a request without a token is still refused, with a status that is
 * open.
 */
function anyScheme({ requirement, checks }: Failures): string | undefined {
  const schemes = requirement("requires-bearer-scheme")?.checks.filter(({ status }) => status !== "not-judged") ?? [];
  if (schemes.length === 0 || schemes.some(({ status }) => status !== "failed")) return undefined;
  return checks.has(NO_HEADER) ? "no-authentication" : "requires-bearer-scheme";
}

/**
 * The check of the token is left out for a feature of the request beside its credentials: the same credentials were refused
 * when they were sent in the ordinary way, or a request without Authorization is, or an empty field counts as a token.
 */
function bypass(
  { requirement: of, check, seen }: FoundFailure,
  { requirement, exchanges }: Failures,
): string | undefined {
  const isRefusedPlainly = isSuccess(seen) && check.exchanges.some((at) => (exchanges[at]?.status ?? 0) >= 400);
  const none = requirement("requires-authorization")?.checks.find(({ id }) => id === NO_HEADER);
  const isLikeNone = of.id === "requires-authorization" || check.id === "requires-bearer-scheme/empty-value";
  const isBypassed = isLikeNone ? none?.status === "passed" : isRefusedPlainly;
  return isBypassed ? "authentication-bypassed" : undefined;
}

// Bodies: members, their types, the range of ids, the JSON itself.

/**
 * A member that is null, spelled differently or wrapped counts as missing. If the provider does not check for missing
 * members, that is the cause.
 */
export function missingMember(failure: FoundFailure, { checks, names }: Failures): string | undefined {
  const { id } = failure.requirement;
  if (id === "refuses-missing-member") return "missing-members-accepted";
  if (id === "refuses-non-object") {
    return checks.has("refuses-missing-member/empty-object") ? "missing-members-accepted" : undefined;
  }
  if (id === "refuses-invalid-member") {
    const member = /\/(.+)-is-null$/.exec(failure.check.id)?.[1];
    const isNullMissing = member !== undefined && isLackAccepted(member, checks) && !isTypeUnchecked(member, checks);
    return isNullMissing ? "missing-members-accepted" : undefined;
  }
  const isOfNames = id === "matches-member-names-exactly";
  const isLacking = isOfNames && names.required.some((member) => isLackAccepted(member, checks));
  return isLacking && !isReadAsSent(failure, names) ? "missing-members-accepted" : undefined;
}

export function isLackAccepted(member: string, checks: ReadonlySet<string>): boolean {
  const slugs = [`missing-${member}`, `missing-${member}-without-optional-members`];
  return slugs.some((slug) => checks.has(`refuses-missing-member/${slug}`));
}

/** Whether a member accepts types other than null. In that case, null is only one of many wrong types. */
function isTypeUnchecked(member: string, checks: ReadonlySet<string>): boolean {
  return ["boolean", "array", "object"].some((type) => checks.has(`refuses-invalid-member/${member}-is-${type}`));
}

/** Whether a value that was sent under another member name came back under the correct name. */
function isReadAsSent({ seen }: FoundFailure, { label }: Failures["names"]): boolean {
  if (label === null) return false;
  const name = memberOf(seen?.answer, label);
  const sent = seen?.sent;
  if (typeof sent !== "object" || sent === null || memberOf(sent, label) !== undefined) return false;
  return typeof name === "string" && name !== "" && Object.values(sent).includes(name);
}

/** Causes of wrong types: values are returned as sent or converted, or only null or booleans as integers are accepted. */
export function wrongType(failure: FoundFailure, failures: Failures): string | undefined {
  return isOfType(failure, failures) ? typeCause(failure, failures) : undefined;
}

/**
 * Whether a value of another type was accepted. In another document, a value may be wrong in other ways: too long, not
 * a date.
 */
function isOfType({ requirement: { id }, check }: FoundFailure, { words }: Pick<Failures, "words">): boolean {
  return id === "refuses-invalid-member" && (words === undefined || check.keyword === "type");
}

export function typeCause(failure: FoundFailure, { all, words, names }: Failures): string | undefined {
  const own = all.filter((one) => isOfType(one, { words }));
  if (own.length === 0) return undefined;
  const values = own.map(falsyIn);
  if (!values.includes(undefined) && values.some((one) => one !== "null")) return "falsy-as-absent";
  const narrow = own.map((one) => narrowCause(one, names));
  if (!narrow.includes(undefined)) return narrowCause(failure, names) ?? narrow[0];
  if (isNarrowIdentity(failure, own, names)) return narrowCause(failure, names);
  // For another document, it is unknown whether answers show what happened to the value.
  if (words !== undefined) return isConverted(failure, own) ? "types-converted" : "no-type-checks";
  const isUnchecked = own.some(
    (one) => isGivenBack(one) || (one.check.id.endsWith("-is-object") && !isBackAsText(one)),
  );
  return isUnchecked ? "no-type-checks" : "types-converted";
}

/** A value that was accepted for a member and counts as false in some languages, as JSON; undefined if it does not. */
function falsyIn({ check: { id }, seen }: FoundFailure): string | undefined {
  const value = JSON.stringify(memberOf(seen?.sent, /\/(.+)-is-/.exec(id)?.[1] ?? ""));
  return ["null", "false", "0", '""', "[]", "{}"].includes(value) ? value : undefined;
}

/** Values that no usual framework reads as a scalar of another type, such as an object for a text. */
const NOT_CONVERTIBLE = /-is-(?:object|empty-array|array-of-two|wrapped|number-long|text-in-object|word)$/;

/** The part of a check's id that is about the member; undefined if the id names no member and type. */
function memberIn({ check: { id } }: FoundFailure): string | undefined {
  return /^(.+)-is-/.exec(id)?.[1];
}

/**
 * Whether what was accepted for a member can be what a framework converts: no other value was accepted for it. So a
 * member whose type is not checked at all has a cause of its own beside the conversions of the framework.
 * @param all every failure about a type
 */
function isConverted(failure: FoundFailure, all: readonly FoundFailure[]): boolean {
  const asked = new Set(all.flatMap(({ requirement }) => requirement.checks.map(({ id }) => id)));
  const isUnchecked = (one: FoundFailure): boolean =>
    NOT_CONVERTIBLE.test(one.check.id) ||
    // A member that can be an object is sent none as wrong, and nothing but null is read as one.
    (!asked.has(`${memberIn(one)}-is-object`) && !one.check.id.endsWith("-is-null"));
  const ofMembers = all.filter((one) => memberIn(one) !== undefined);
  const unchecked = new Set(ofMembers.filter(isUnchecked).map(memberIn));
  const own = memberIn(failure);
  return own === undefined ? ofMembers.some((one) => !unchecked.has(memberIn(one))) : !unchecked.has(own);
}

/**
 * The cause if nothing but values like this one is accepted. To many languages, a boolean is an integer, and a number
 * with a fraction has the type of one without.
 */
function narrowCause(failure: FoundFailure, names: Failures["names"]): string | undefined {
  if (failure.check.id.endsWith("-is-null")) return "null-accepted";
  const sent = identityIn(failure, names);
  if (typeof sent === "boolean") return "booleans-as-integers";
  return typeof sent === "number" && !Number.isInteger(sent) ? "fractions-as-integers" : undefined;
}

function identityIn({ seen }: FoundFailure, { identity }: Failures["names"]): Json | undefined {
  return identity === null ? undefined : memberOf(seen?.sent, identity);
}

/** Whether the identity is wrong here, and only values with a narrow cause are accepted for it. */
function isNarrowIdentity(failure: FoundFailure, own: readonly FoundFailure[], names: Failures["names"]): boolean {
  const isOfIdentity = (one: FoundFailure): boolean => {
    const sent = identityIn(one, names);
    return sent !== undefined && !Number.isInteger(sent);
  };
  const isNarrow = (one: FoundFailure): boolean => narrowCause(one, names) !== undefined;
  return isOfIdentity(failure) && own.filter(isOfIdentity).every(isNarrow);
}

/** Whether an answer returns a value that is not a string exactly as it was sent, under the same name. */
function isGivenBack({ seen }: FoundFailure): boolean {
  return ["name", "tag"].some((name) => {
    const [sent, back] = [memberOf(seen?.sent, name), memberOf(seen?.answer, name)];
    return back !== undefined && typeof back !== "string" && JSON.stringify(sent) === JSON.stringify(back);
  });
}

/** Whether an answer returns a value that is not a string as a string, under the same name. */
function isBackAsText({ seen }: FoundFailure): boolean {
  return ["name", "tag"].some((name) => {
    const sent = memberOf(seen?.sent, name);
    return sent !== undefined && typeof sent !== "string" && typeof memberOf(seen?.answer, name) === "string";
  });
}

/**
 * If the provider does not check ids at all, it does not check their range either. A double holds neither 2^53+1 nor
 * 2^63-1, so two large ids become equal, and 2^63 is within its range.
 */
export function idRange({ requirement: { id }, seen }: FoundFailure, failures: Failures): string | undefined {
  const { all } = failures;
  const object = all.find(({ check }) => check.id === "refuses-invalid-member/id-is-object");
  const isUnchecked = object !== undefined && typeCause(object, failures) === "no-type-checks";
  if (id === "refuses-id-beyond-int64" && isUnchecked) return "no-type-checks";
  const isRounded = all.some(({ requirement }) => requirement.id === "tells-large-ids-apart");
  const isAboutRange =
    id === "refuses-id-beyond-int64" ||
    (id === "refuses-with-400" && seen?.senderRequirement === "refuses-id-beyond-int64" && seen.status === 409);
  return isRounded && (id === "tells-large-ids-apart" || isAboutRange) ? "ids-as-floats" : undefined;
}

const NO_JSON: ReadonlySet<string> = new Set(["refuses-malformed-json", "refuses-lenient-json"]);

/** What follows the object on another line, or thousands of bytes later. */
const FAR_AFTER = /\/(?:second-line|garbage-far-after)$/;

/** Bodies that are not JSON: one kind of fault, or several. */
export function lenient({ requirement: { id } }: FoundFailure, failures: Failures): string | undefined {
  const { all } = failures;
  if (!NO_JSON.has(id)) return undefined;
  const own = all.filter(({ requirement }) => NO_JSON.has(requirement.id));
  const after = own.map(({ seen, check: { id: asked } }) =>
    asked.endsWith("-after") ? asked : textAfterJson(seen?.exchange.request.body ?? null),
  );
  // A provider that strips all white space of Unicode reads what is left to its end.
  if (!after.includes("") && after.some((text) => text.trim() !== "")) {
    if (!own.every(({ check }) => FAR_AFTER.test(check.id))) return "text-after-json";
    return areCutInPieces(failures) ? "refused-as-sent" : "body-read-in-part";
  }
  const isNotNumber = ({ check }: FoundFailure): boolean => /not-a-number|\/nan-|\/infinity-/.test(check.id);
  return own.every(isNotNumber) ? "not-a-number-accepted" : "lenient-json";
}

/** What follows the JSON object with which a body begins, and is no white space of JSON; empty if nothing does. */
function textAfterJson(body: RecordedBody | null): string {
  if (body === null || body.encoding !== "utf-8" || body.sha256 !== undefined) return "";
  const { content } = body;
  const ends = [...content.matchAll(/\}/g)].slice(0, MOST_ENDS).map(({ index }) => index + 1);
  const end = ends.find((at) => isJson(content.slice(0, at)));
  return end === undefined ? "" : content.slice(end).replaceAll(/[ \t\r\n]/g, "");
}

const MOST_ENDS = 8;

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}
