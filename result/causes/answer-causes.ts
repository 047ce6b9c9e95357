/** Causes of answers that are wrong for any request: Plants and Errors of another form, refusals as 200s, failures. */
import type { StatusTypes } from "../../spec/document-words.ts";
import type { Json } from "../result.ts";
import {
  type Failures,
  type FoundFailure,
  isNewPlant,
  isSuccess,
  jsonTypeOf,
  memberOf,
  type Seen,
} from "./found-failures.ts";

/**
 * Server errors, by the kind of request, because different parts fail: the parser, the use of the body, or another
 * feature of the request.
 */
export function serverError({ requirement: { id }, seen }: FoundFailure, { words }: Failures): string | undefined {
  if (id !== "answers-without-server-error" && id !== "refuses-with-400") return undefined;
  if (seen === undefined || (seen.status ?? 0) < 500) return undefined;
  if (isUnreadable(seen)) return "server-error-unreadable";
  // For another document, it is unknown here which bodies are valid.
  return words !== undefined || isNewPlant(seen.sent)
    ? `server-error ${seen.senderRequirement}`
    : "server-error-unchecked";
}

/**
 * Whether a request has no body, or one that is not JSON in UTF-8. A body that was not kept counts as readable, because
 * nothing is known about it.
 */
function isUnreadable({ sent, exchange: { request } }: Seen): boolean {
  return sent === undefined && request.body?.sha256 === undefined;
}

export function unanswered({ requirement: { id }, seen }: FoundFailure): string | undefined {
  const isAbout = id === "answers-every-request" || id === "refuses-with-400";
  return isAbout && seen?.status === undefined ? "no-answer" : undefined;
}

/** Causes of answers that are not a Plant, or that have extra members. */
export function plantAnswer(failure: FoundFailure, failures: Failures): string | undefined {
  const { finding, seen } = failure;
  const { all, words, names } = failures;
  const { id } = failure.requirement;
  if (seen === undefined) return undefined;
  if (id === "plant-media-type" || id === "plant-encoding") {
    if (seen.answer === undefined && !isTypeOf(seen, words?.successTypes)) return "plant-is-no-json";
    const isChanged = id === "plant-encoding" && isOfChangedTexts(seen, all) && !all.some(isByHand);
    return isChanged ? "texts-changed" : undefined;
  }
  if (id === "plant-has-no-other-members")
    return finding.seen.includes("[redacted") ? "keeps-token-secret" : "record-returned-whole";
  if (id === "plant-has-no-id") return "record-returned-whole";
  // The body is returned as it was sent, including its duplicate members.
  const isEcho = all.some(({ requirement }) => requirement.id === "plant-has-no-id");
  if (id === "answers-name-members-once" && seen.status === 200 && isEcho) return "record-returned-whole";
  if (id !== "plant-shape") return undefined;
  const hasIdAlone =
    words === undefined && memberOf(seen.answer, "id") !== undefined && memberOf(seen.answer, "name") === undefined;
  if (hasIdAlone) return "record-returned-whole";
  if (isTextOfOtherType(failure, failures)) return "texts-changed";
  const tag = names.optionalLabel;
  if (tag === null) return undefined;
  const isNull = memberOf(seen.answer, tag) === null && memberOf(seen.sent, tag) === undefined;
  return finding.where === `/${tag}` && isNull ? "null-for-no-tag" : undefined;
}

/** Whether a text comes back as a value of another type, such as a word or digits, where ordinary ones do not. */
function isTextOfOtherType({ check, finding, seen }: FoundFailure, { exchanges }: Failures): boolean {
  const member = finding.where.slice(1);
  const isOther = (one: Seen | undefined): boolean => {
    const back = memberOf(one?.answer, member);
    return typeof memberOf(one?.sent, member) === "string" && back !== undefined && typeof back !== "string";
  };
  const all = check.exchanges.map((at) => exchanges[at]);
  return isOther(seen) && !all.some((one) => one?.senderRequirement === "accepts-valid-plant" && isOther(one));
}

const ofTexts = new Set(["returns-name", "returns-tag"]);

/** Whether the answer is not JSON only because of an unusual text, and other unusual texts come back changed. */
function isOfChangedTexts({ senderRequirement }: Seen, all: Failures["all"]): boolean {
  return ofTexts.has(senderRequirement) && all.some(({ requirement }) => ofTexts.has(requirement.id));
}

function isByHand({ requirement, seen }: FoundFailure): boolean {
  return requirement.id === "plant-encoding" && seen !== undefined && isWrittenByHand(seen);
}

/** Whether an answer that is not JSON in UTF-8 has the text that was sent, without its escapes or as Latin-1. */
function isWrittenByHand({ sent, answer, exchange: { response } }: Seen): boolean {
  if (answer !== undefined || response === null || response.body.sha256 !== undefined) return false;
  const { encoding, content } = response.body;
  const text = encoding === "utf-8" ? content : Buffer.from(content, encoding).toString("latin1");
  return ["name", "tag"].some((member) => {
    const value = memberOf(sent, member);
    return typeof value === "string" && /[^ -~]|["\\]/.test(value) && text.includes(`"${value}"`);
  });
}

/** Names and tags that come back changed. Removed blanks at the ends are a separate cause. */
export function changedText(
  { requirement: { id }, finding, seen }: FoundFailure,
  { all, requirement }: Failures,
): string | undefined {
  if (id === "accepts-json-spellings" && isSuccess(seen)) return isTextLost(all) ? "texts-changed" : undefined;
  if (!ofTexts.has(id)) return undefined;
  const name = finding.where.slice(1);
  const [sent, back] = [memberOf(seen?.sent, name), memberOf(seen?.answer, name)];
  const isTrimmed = typeof sent === "string" && sent !== back && sent.trim() === back;
  if (isTrimmed) return "texts-trimmed";
  if (all.some(isByHand)) return "plant-encoding";
  const isMixed = requirement("keeps-answers-apart")?.checks.some(({ status }) => status === "failed") === true;
  return isMixed ? "keeps-answers-apart" : "texts-changed";
}

function isTextLost(all: Failures["all"]): boolean {
  return all.some(({ requirement }) => ofTexts.has(requirement.id));
}

/**
 * Whether an answer has the media type that the document shows for its status, or, if the status is not shown, for any
 * status.
 */
function isTypeOf({ mediaType, status }: Seen, shown: readonly StatusTypes[] | undefined): boolean {
  if (shown === undefined) return mediaType === "application/json";
  const own = shown.filter((one) => one.status === status);
  return (own.length === 0 ? shown : own).some(({ types }) => types.includes(mediaType));
}

const ofErrors = new Set(["error-media-type", "error-encoding", "error-shape"]);

/** Whether an answer is a text that can be read and no page: what a handler sends, often as text/html. */
function isOwnText({ exchange: { response } }: Seen): boolean {
  return response?.body.encoding === "utf-8" && /^\s*[^\s<]/.test(response.body.content);
}

/** Causes of answers that are not an Error: a page, a text, another error format, or a single fault. */
export function errorAnswer({ requirement: { id }, seen }: FoundFailure, { all, words }: Failures): string | undefined {
  if (!ofErrors.has(id) || seen === undefined || isTypeOf(seen, words?.errorTypes)) return undefined;
  if (seen.answer === undefined) return isOwnText(seen) ? "error-as-text" : "framework-error-page";
  const sameType = all.filter(
    (other) => ofErrors.has(other.requirement.id) && other.seen?.mediaType === seen.mediaType,
  );
  const broken = new Set(sameType.map(({ requirement }) => requirement.id));
  return broken.has("error-media-type") && broken.has("error-shape") ? "other-error-format" : undefined;
}

// A refusal that is sent as a 200: with an error in it, with nothing, or in an envelope that valid plants never get.

export function errorAsSuccess({ seen }: FoundFailure, failures: Failures): string | undefined {
  return seen !== undefined && isSuccessWithError(seen, failures) ? "error-as-200" : undefined;
}

/**
 * Whether an answer has a success status but contains an error, or nothing where only refusals do. In another document, a
 * member `error` may belong to a success.
 */
export function isSuccessWithError(seen: Seen, failures: Failures): boolean {
  if (failures.words !== undefined || !isSuccess(seen)) return false;
  if (isEmpty(seen)) return !isOfValidPlant(seen) && !failures.all.some(isEmptyPlant);
  if (memberOf(seen.answer, "name") !== undefined) return false;
  return memberOf(seen.answer, "error") !== undefined || envelopesIn(failures).has(shapeOf(seen.answer) ?? "");
}

/** An answer that was cut off is not empty. */
function isEmpty({ status, exchange: { response, noAnswer } }: Seen): boolean {
  return status === 200 && response?.body.size === 0 && noAnswer === undefined;
}

function isOfValidPlant({ senderRequirement, sent }: Seen): boolean {
  return /^(?:accepts|returns)-/.test(senderRequirement) && isNewPlant(sent);
}

function isEmptyPlant({ seen }: FoundFailure): boolean {
  return seen?.senderRequirement === "accepts-valid-plant" && isEmpty(seen);
}

const envelopes = new WeakMap<Failures["all"], ReadonlySet<string>>();

/**
 * The shapes of 200s without the name that was sent, where requests that two or more requirements refuse get them, and
 * no valid plant does.
 */
function envelopesIn(failures: Failures): ReadonlySet<string> {
  const known = envelopes.get(failures.all) ?? findEnvelopes(failures.exchanges.filter(isSuccess));
  envelopes.set(failures.all, known);
  return known;
}

function findEnvelopes(successes: readonly Seen[]): ReadonlySet<string> {
  const plants = successes.filter((seen) => seen.sent !== undefined && isOfValidPlant(seen));
  const ofPlants = new Set(plants.map(({ answer }) => shapeOf(answer)));
  const refused = successes.filter(({ senderRequirement: id }) => /^re(?:fuses|quires)-/.test(id));
  const shapes = new Set(refused.flatMap(({ answer }) => shapeOf(answer) ?? []));
  const isEnvelope = (shape: string): boolean => {
    const own = refused.filter(({ answer }) => shapeOf(answer) === shape);
    const isNameLost = own.some(({ sent }) => typeof memberOf(sent, "name") === "string");
    return isNameLost && new Set(own.map(({ senderRequirement }) => senderRequirement)).size > 1;
  };
  return new Set(plants.length === 0 ? [] : [...shapes].filter((shape) => !ofPlants.has(shape) && isEnvelope(shape)));
}

/** The names and types of members, or the type of another value; undefined if it may be what is left of a plant. */
function shapeOf(answer: Json | undefined): string | undefined {
  const type = jsonTypeOf(answer);
  if (type !== "object") return type === "nothing" || type === "array" ? undefined : type;
  const members = Object.entries(answer as object).map(([name, value]) => `${name}: ${jsonTypeOf(value as Json)}`);
  return members.every((one) => /^(?:id|name|tag):/.test(one)) ? undefined : members.sort().join();
}
