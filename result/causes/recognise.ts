/**
 * Recognises the cause of a failure. The table goes from the most specific to the most general recogniser. The first
 * one that recognises a failure gives its cause. If none does, the requirement is the cause.
 */
import { shortLength, surplus, unreadable, unreadBefore } from "./connection-causes.ts";
import {
  idRange,
  isLackAccepted,
  lenient,
  missingMember,
  typeCause,
  withoutToken,
  wrongType,
} from "./accepted-requests.ts";
import {
  changedText,
  errorAnswer,
  errorAsSuccess,
  isSuccessWithError,
  plantAnswer,
  serverError,
  unanswered,
} from "./answer-causes.ts";
import { shownElsewhere } from "./simplest-failure.ts";
import {
  type Failures,
  type FoundFailure,
  type Seen,
  areCutInPieces,
  failedPlants,
  isNewPlant,
  isOwn,
  isSuccess,
  jsonTypeOf,
  memberOf,
  ofValidPlants,
} from "./found-failures.ts";
import { leadsBelow } from "../base-url-doubt.ts";
import { type Exchange, fieldOf } from "../result.ts";

/** Returns the id of a cause or a requirement. Text after a blank distinguishes causes with the same id. */
type Recogniser = (failure: FoundFailure, failures: Failures) => string | undefined;

const recognisers: readonly Recogniser[] = [
  errorAsSuccess,
  unreadable,
  shortLength,
  unreadBefore,
  otherSuccess,
  validRefused,
  refusedForAccept,
  oddChunks,
  surplus,
  askingForTime,
  idCollision,
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
    (other) =>
      isSameRefusal(other, seen, failures.names) &&
      ["refused-at-times", "asks-for-time"].includes(validRefused(other, failures) ?? ""),
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

/** A 503 to a request that got another answer when it was sent again: nothing in the request is the cause. */
function askingForTime({ seen }: FoundFailure, { exchanges }: Failures): string | undefined {
  if (seen?.status !== 503) return undefined;
  const later = exchanges.slice(seen.index + 1).filter((one) => isSentAgain(seen, one));
  return later.some(({ status = 503 }) => status !== 503) ? "asks-for-time" : undefined;
}

function isSentAgain(seen: Seen, later: Seen): boolean {
  const [one, two] = [seen.exchange.request.body, later.exchange.request.body];
  return later.sender === seen.sender && one?.content === two?.content;
}

function otherSuccess({ requirement, finding, seen }: FoundFailure, { names }: Failures): string | undefined {
  if (requirement.id === "operation-exists" && seen !== undefined && isCreatedElsewhere(seen.exchange)) {
    return "other-success-status";
  }
  const isAbout = finding.where === "status" && finding.expected === names.success;
  return isAbout && isSuccess(seen) ? "other-success-status" : undefined;
}

/** A redirect to the new plant shows that the operation is there. */
function isCreatedElsewhere({ request, response }: Exchange): boolean {
  const { status = 0, headers = [] } = response ?? {};
  return status >= 300 && status <= 399 && leadsBelow(request.url, fieldOf(headers, "location"));
}

function validRefused(failure: FoundFailure, failures: Failures): string | undefined {
  const { requirement, check, seen } = failure;
  if (!ofValidPlants.has(requirement.id) || isSuccess(seen)) return undefined;
  if (areCutInPieces(failures)) return "refused-as-sent";
  if (isAtTimes(failure, failures)) {
    return failedPlants(failures).every(({ status }) => status === 503) ? "asks-for-time" : "refused-at-times";
  }
  const isOfWay = (id: string): boolean => id.endsWith("/in-each-variant");
  const isOfPlants = failures.all.some((one) => ofValidPlants.has(one.requirement.id) && !isOfWay(one.check.id));
  if (isOfWay(check.id) && !isOfPlants) return "refused-as-sent";
  return (seen?.status ?? 0) >= 400 ? "valid-plants-refused" : undefined;
}

/** A request without Accept is refused as those with another Accept than the document's types are. */
function refusedForAccept({ requirement, seen }: FoundFailure, { all, checks }: Failures): string | undefined {
  const isOf = requirement.id === "needs-no-other-headers" && !checks.has("needs-no-other-headers/no-user-agent");
  const fields = seen?.exchange.request.headers.map(([name]) => name.toLowerCase()) ?? ["accept"];
  if (!isOf || fields.includes("accept")) return undefined;
  const isOther = ({ check, finding }: FoundFailure): boolean =>
    check.id.endsWith("/in-each-variant") && finding.seen.includes("with `Accept: ");
  return all.some(isOther) ? "refused-as-sent" : undefined;
}

const EVERY_MEMBER = "accepts-valid-plant/with-every-member";
const EVERY_ONE = "accepts-every-ordinary-request/every-one";

/** Whether some of many like plants fail, and none was refused again when it was sent again. */
function isAtTimes({ check }: FoundFailure, { checks, requirement, exchanges }: Failures): boolean {
  const again = requirement("accepts-valid-plant")?.checks.find(({ id }) => id.endsWith("/the-same-again"));
  if (again?.status !== "passed" || check.id === "accepts-valid-plant/in-each-variant") return false;
  const isOther = (one: Seen): boolean => one.sender === EVERY_MEMBER && isSuccess(one);
  return checks.has(EVERY_ONE) || (check.id === EVERY_MEMBER && exchanges.some(isOther));
}

/** Only chunks in an unusual spelling fail. That is often the server, before the application reads anything. */
function oddChunks({ check }: FoundFailure, { checks }: Failures): string | undefined {
  const isOdd = check.id === "accepts-chunked-body/odd-chunks" && !checks.has("accepts-chunked-body/chunked");
  return isOdd ? "odd-chunks-refused" : undefined;
}

/** Fewer bodies may have had capitals by chance, because requests have several unusual spellings. */
const NOT_BY_CHANCE = 3;

/** Each faulty body that was refused when it was sent in the ordinary way was accepted with a media type in capitals. */
function uncheckedInCapitals(failure: FoundFailure, { all, exchanges }: Failures): string | undefined {
  const isLetThrough = ({ check, seen }: FoundFailure): boolean =>
    (seen?.status ?? 500) < 300 && check.exchanges.some((at) => (exchanges[at]?.status ?? 0) >= 400);
  if (!isLetThrough(failure)) return undefined;
  const own = all.filter(isLetThrough);
  return own.length >= NOT_BY_CHANCE && own.every(({ seen }) => isInCapitals(seen))
    ? "unchecked-in-capitals"
    : undefined;
}

function isInCapitals(seen: Seen | undefined): boolean {
  return /^[^;]*[A-Z]/.test(fieldOf(seen?.exchange.request.headers ?? [], "content-type") ?? "");
}

/**
 * A 200 that is not a Plant because the request was not a NewPlant: a member was missing, or had the same wrong type.
 */
function acceptedShape(failure: FoundFailure, failures: Failures): string | undefined {
  const { requirement, finding, seen } = failure;
  const member = finding.where.slice(1);
  const { label, optionalLabel } = failures.names;
  if (requirement.id !== "plant-shape" || (member !== label && member !== optionalLabel)) return undefined;
  if (seen === undefined || isSuccessWithError(seen, failures)) return undefined;
  const isOfCapitals = isInCapitals(seen) && failures.all.some((one) => uncheckedInCapitals(one, failures));
  if (isOfCapitals) return "unchecked-in-capitals";
  const sent = memberOf(seen.sent, member);
  if (sent !== undefined) return typeof sent === "string" ? undefined : typeCause(failure, failures);
  return isLackAccepted(member, failures.checks) ? "missing-members-accepted" : undefined;
}

/** A wrong id that is taken for another one, or for none, is refused as a duplicate if that one exists. */
function idCollision(failure: FoundFailure, failures: Failures): string | undefined {
  const { requirement, seen } = failure;
  if (requirement.id !== "refuses-with-400" || seen?.status !== 409 || failures.words !== undefined) return undefined;
  if (seen.sent === undefined || isNewPlant(seen.sent)) return undefined;
  const id = memberOf(seen.sent, "id");
  const isSameKind = ({ requirement: of, check, seen: other }: FoundFailure): boolean =>
    id === undefined
      ? of.id === "refuses-missing-member"
      : of.id === "refuses-invalid-member" &&
        isSuccess(other) &&
        check.id.includes("/id-is-") &&
        jsonTypeOf(memberOf(other?.sent, "id")) === jsonTypeOf(id);
  const accepted = failures.all.find(isSameKind);
  return accepted && causeOf(accepted, failures);
}
