/**
 * Recognises the cause of a failure. The table goes from the most specific to the most general recogniser. The first
 * one that recognises a failure gives its cause. If none does, the requirement is the cause.
 */
import { withoutToken } from "./authentication-causes.ts";
import type { GeneralCause } from "./cause-table.ts";
import { shortLength, surplus, unreadable, unreadBefore } from "./connection-causes.ts";
import { shownElsewhere } from "./plainest-failure.ts";
import {
  type Failures,
  type FoundFailure,
  type Seen,
  changedText,
  errorAnswer,
  errorAsSuccess,
  isOwn,
  isSuccess,
  isSuccessWithError,
  memberOf,
  plantAnswer,
  serverError,
  textAfterJson,
  unanswered,
} from "./found-failures.ts";
import type { Json } from "../result.ts";

/** Returns the id of a cause or a requirement. Text after a blank distinguishes causes with the same id. */
type Recogniser = (failure: FoundFailure, failures: Failures) => string | undefined;

const recognisers: readonly Recogniser[] = [
  errorAsSuccess,
  unreadable,
  shortLength,
  unreadBefore,
  otherSuccess,
  validRefused,
  oddChunks,
  surplus,
  askingForTime,
  serverError,
  unanswered,
  uncheckedInCapitals,
  withoutToken,
  missingMember,
  wrongType,
  idRange,
  lenient,
  plantAnswer,
  changedText,
  errorAnswer,
];

/** The cause of a failure: its id, and after a blank the text that distinguishes causes with the same id. */
export function causeOf(failure: FoundFailure, failures: Failures): string {
  const shown = failure.seen === undefined ? ofRequirement(failure, failures) : undefined;
  if (shown !== undefined) return causeOf(shown, failures);
  const accepted = acceptedShape(failure, failures);
  if (accepted !== undefined) return accepted;
  const own = followed(failure, failures);
  if (own !== undefined) return causeOf(own, failures);
  for (const recognise of recognisers) {
    const cause = recognise(failure, failures);
    if (cause !== undefined) return cause;
  }
  return failure.requirement.id;
}

/** A failure of the same requirement that has an exchange. Interactions of contracts have none. */
function ofRequirement({ requirement }: FoundFailure, { all }: Failures): FoundFailure | undefined {
  return all.find((other) => other.requirement === requirement && other.seen !== undefined);
}

/**
 * The failure that another one follows from. Either the own check of the request failed, and no other request shows the
 * same fault in its answer; or a valid request was answered in exactly the same way.
 */
function followed(failure: FoundFailure, failures: Failures): FoundFailure | undefined {
  const { seen } = failure;
  if (seen === undefined || isOwn(failure) || isSuccessWithError(seen, failures)) return undefined;
  const own = failures.ownOf(seen);
  if (own !== undefined && !shownElsewhere(failure, failures)) return own;
  if (isOfAnyAnswer(failure)) return failures.all.find((other) => isSameRefusal(other, seen, failures.names));
  // What is no plant meets a fault that comes now and then, too. Any other one may have a page of the same bytes.
  if (failure.requirement.id !== "refuses-with-400" || (seen.status ?? 500) < 500) return undefined;
  return failures.all.find(
    (other) => isSameRefusal(other, seen, failures.names) && validRefused(other, failures) === "refused-at-times",
  );
}

const ofAnyAnswer = new Set([
  "answers-without-server-error",
  "answers-every-request",
  "error-media-type",
  "error-encoding",
  "error-shape",
]);

function isOfAnyAnswer({ requirement: { id } }: FoundFailure): boolean {
  return ofAnyAnswer.has(id);
}

/** Whether a valid request was answered with the same bytes, or the same lack of an answer. */
function isSameRefusal(
  { requirement, finding, seen: other }: FoundFailure,
  seen: Seen,
  { success }: Failures["names"],
): boolean {
  const isOfValidRequest =
    !ofAnyAnswer.has(requirement.id) && finding.where === "status" && finding.expected === success;
  if (other === undefined || !isOfValidRequest) return false;
  const [one, two] = [other.exchange, seen.exchange];
  return (
    other.status === seen.status &&
    one.response?.body.content === two.response?.body.content &&
    one.noAnswer?.kind === two.noAnswer?.kind
  );
}

const ofValidPlants = new Set(["accepts-valid-plant", "accepts-every-ordinary-request"]);

/** A 503 to a request that got another answer when it was sent again: nothing in the request is the cause. */
function askingForTime({ seen }: FoundFailure, { seenAt }: Failures): GeneralCause | undefined {
  if (seen?.status !== 503) return undefined;
  for (let index = seen.index + 1; ; index += 1) {
    const later = seenAt(index);
    if (later === undefined) return undefined;
    if (isSentAgain(seen, later) && later.status !== undefined && later.status !== 503) return "asks-for-time";
  }
}

function isSentAgain(seen: Seen, later: Seen): boolean {
  const [one, two] = [seen.exchange.request.body, later.exchange.request.body];
  return later.sender === seen.sender && one?.content === two?.content;
}

function otherSuccess({ finding, seen }: FoundFailure, { names }: Failures): GeneralCause | undefined {
  const isAbout = finding.where === "status" && finding.expected === names.success;
  return isAbout && isSuccess(seen) ? "other-success-status" : undefined;
}

function validRefused(failure: FoundFailure, failures: Failures): GeneralCause | undefined {
  const { requirement, check, seen } = failure;
  if (!ofValidPlants.has(requirement.id) || isSuccess(seen)) return undefined;
  if (isAtTimes(failure, failures)) return "refused-at-times";
  const isOfWay = (id: string): boolean => id.endsWith("/in-each-variant");
  const isOfPlants = failures.all.some((one) => ofValidPlants.has(one.requirement.id) && !isOfWay(one.check.id));
  if (isOfWay(check.id) && !isOfPlants) return "refused-as-sent";
  return (seen?.status ?? 0) >= 400 ? "valid-plants-refused" : undefined;
}

const EVERY_MEMBER = "accepts-valid-plant/with-every-member";
const EVERY_ONE = "accepts-every-ordinary-request/every-one";

/** Whether some of many like plants fail, and none was refused again when it was sent again. */
function isAtTimes({ check }: FoundFailure, { checks, requirement, seenAt }: Failures): boolean {
  const again = requirement("accepts-valid-plant")?.checks.find(({ id }) => id.endsWith("/the-same-again"));
  if (again?.status !== "passed" || check.id === "accepts-valid-plant/in-each-variant") return false;
  if (checks.has(EVERY_ONE)) return true;
  for (let index = 0; check.id === EVERY_MEMBER; index += 1) {
    const one = seenAt(index);
    if (one === undefined) return false;
    if (one.sender === EVERY_MEMBER && isSuccess(one)) return true;
  }
  return false;
}

/** Only chunks in an unusual spelling fail. That is often the server, before the application reads anything. */
function oddChunks({ check }: FoundFailure, { checks }: Failures): GeneralCause | undefined {
  const isOdd = check.id === "accepts-chunked-body/odd-chunks" && !checks.has("accepts-chunked-body/chunked");
  return isOdd ? "odd-chunks-refused" : undefined;
}

/** Fewer bodies may have had capitals by chance, because requests have several unusual spellings. */
const NOT_BY_CHANCE = 3;

/** Each faulty body that was refused when it was sent in the ordinary way was accepted with a media type in capitals. */
function uncheckedInCapitals(failure: FoundFailure, { all, seenAt }: Failures): GeneralCause | undefined {
  const isLetThrough = ({ check, seen }: FoundFailure): boolean =>
    (seen?.status ?? 500) < 300 && check.exchanges.some((at) => (seenAt(at)?.status ?? 0) >= 400);
  if (!isLetThrough(failure)) return undefined;
  const own = all.filter(isLetThrough);
  return own.length >= NOT_BY_CHANCE && own.every(({ seen }) => isInCapitals(seen))
    ? "unchecked-in-capitals"
    : undefined;
}

function isInCapitals(seen: Seen | undefined): boolean {
  const fields = seen?.exchange.request.headers ?? [];
  return fields.some(([name, value]) => name.toLowerCase() === "content-type" && /^[^;]*[A-Z]/.test(value));
}

// Accepted bodies that are not a NewPlant: members, their types, the range of ids, the JSON itself.

/**
 * A member that is null, spelled differently or wrapped counts as missing. If the provider does not check for missing
 * members, that is the cause.
 */
function missingMember(failure: FoundFailure, { checks, names }: Failures): GeneralCause | undefined {
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

function isLackAccepted(member: string, checks: ReadonlySet<string>): boolean {
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
export function wrongType(failure: FoundFailure, failures: Failures): GeneralCause | undefined {
  return isOfType(failure, failures) ? typeCause(failure, failures) : undefined;
}

/**
 * Whether a value of another type was accepted. In another document, a value may be wrong in other ways: too long, not
 * a date.
 */
function isOfType({ requirement: { id }, check }: FoundFailure, { words }: Pick<Failures, "words">): boolean {
  return id === "refuses-invalid-member" && (words === undefined || check.keyword === "type");
}

function typeCause(failure: FoundFailure, { all, words, names }: Failures): GeneralCause | undefined {
  const own = all.filter((one) => isOfType(one, { words }));
  if (own.length === 0) return undefined;
  const values = own.map(falsyIn);
  if (!values.includes(undefined) && values.some((one) => one !== "null")) return "falsy-as-absent";
  const narrow = own.map((one) => narrowCause(one, names));
  if (!narrow.includes(undefined)) return narrowCause(failure, names) ?? narrow[0];
  if (isNarrowIdentity(failure, own, names)) return narrowCause(failure, names);
  // For another document, it is unknown whether answers show what happened to the value.
  if (words !== undefined) return isConverted(failure, own) ? "types-converted" : "no-type-checks";
  const isUnchecked = own.some((one) => isGivenBack(one) || one.check.id.endsWith("-is-object"));
  return isUnchecked ? "no-type-checks" : "types-converted";
}

/** A value that was accepted for a member and counts as false in some languages, as JSON; undefined if it does not. */
function falsyIn({ check: { id }, seen }: FoundFailure): string | undefined {
  const value = JSON.stringify(memberOf(seen?.sent, /\/(.+)-is-/.exec(id)?.[1] ?? ""));
  return ["null", "false", "0", '""', "[]"].includes(value) ? value : undefined;
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
function narrowCause(failure: FoundFailure, names: Failures["names"]): GeneralCause | undefined {
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

/**
 * A 200 that is not a Plant because the request was not a NewPlant: a member was missing, or had the same wrong type.
 */
function acceptedShape(failure: FoundFailure, failures: Failures): GeneralCause | undefined {
  const { requirement, finding, seen } = failure;
  const member = finding.where.slice(1);
  const { label, optionalLabel } = failures.names;
  if (requirement.id !== "plant-shape" || (member !== label && member !== optionalLabel)) return undefined;
  if (seen === undefined || isSuccessWithError(seen, failures)) return undefined;
  const sent = memberOf(seen.sent, member);
  if (sent !== undefined) return typeof sent === "string" ? undefined : typeCause(failure, failures);
  return isLackAccepted(member, failures.checks) ? "missing-members-accepted" : undefined;
}

/**
 * If the provider does not check ids at all, it does not check their range either. A double holds neither 2^53+1 nor
 * 2^63-1, so two large ids become equal, and 2^63 is within its range.
 */
function idRange({ requirement: { id }, seen }: FoundFailure, { all, checks }: Failures): GeneralCause | undefined {
  if (id === "refuses-id-beyond-int64" && checks.has("refuses-invalid-member/id-is-object")) return "no-type-checks";
  const isRounded = all.some(({ requirement }) => requirement.id === "tells-large-ids-apart");
  const isAboutRange =
    id === "refuses-id-beyond-int64" ||
    (id === "refuses-with-400" && seen?.senderRequirement === "refuses-id-beyond-int64" && seen.status === 409);
  return isRounded && (id === "tells-large-ids-apart" || isAboutRange) ? "ids-as-floats" : undefined;
}

const NO_JSON: ReadonlySet<string> = new Set(["refuses-malformed-json", "refuses-lenient-json"]);

/** Bodies that are not JSON: one kind of fault, or several. */
export function lenient({ requirement: { id } }: FoundFailure, { all }: Failures): GeneralCause | undefined {
  if (!NO_JSON.has(id)) return undefined;
  const own = all.filter(({ requirement }) => NO_JSON.has(requirement.id));
  const after = own.map(({ seen, check: { id: asked } }) =>
    asked.endsWith("-after") ? asked : textAfterJson(seen?.exchange.request.body ?? null),
  );
  // A provider that strips all white space of Unicode reads what is left to its end.
  if (!after.includes("") && after.some((text) => text.trim() !== "")) return "text-after-json";
  const isNotNumber = ({ check }: FoundFailure): boolean => /not-a-number|\/nan-|\/infinity-/.test(check.id);
  return own.every(isNotNumber) ? "not-a-number-accepted" : "lenient-json";
}
