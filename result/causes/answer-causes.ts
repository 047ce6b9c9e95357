/** Causes of answers that are wrong for any request: Plants and Errors of another form, refusals as 200s, failures. */
import type { StatusTypes } from "../../spec/document-words.ts";
import { type Json, fieldOf, type HeaderFields } from "../result.ts";
import {
  type Failures,
  type FoundFailure,
  isNewPlant,
  isSuccess,
  jsonTypeOf,
  memberOf,
  type Seen,
  isNotHttp,
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

// Causes of answers that begin or end in the wrong place on their connection.

/** An answer that is not HTTP, or a success to a valid request whose body did not come to its end. */
export function unreadable({ requirement, finding, seen }: FoundFailure, failures: Failures): string | undefined {
  const isExpected = finding.expected === failures.names.success || requirement.id === "answers-every-request";
  if (!isExpected || seen?.exchange.noAnswer === undefined) return undefined;
  if (isNotHttp(seen.exchange)) return garbled(failures);
  if (!isSuccess(seen)) return undefined;
  const cut = failures.exchanges.filter((one) => one.exchange.noAnswer !== undefined && isSuccess(one));
  return cut.every(isBeyondAscii) && cut.some(isDeclaredShort) ? "length-in-characters" : "answer-cut-off";
}

const SURPLUS = "answers-every-request/used-connections";

/**
 * Bytes after an answer are at times read as the next one, which is no HTTP then. If they are not the reason, what is no
 * HTTP is more than what follows an answer.
 */
function garbled(failures: Failures): string {
  const all = failures.exchanges;
  const after = all.filter(({ exchange }) => exchange.isAfterMore === true);
  const garbledOnes = all.filter(({ exchange }) => isNotHttp(exchange));
  return after.length > garbledOnes.length ? "bytes-after-answer" : "answer-not-http";
}

function isBeyondAscii({ sent, exchange: { request } }: Seen): boolean {
  const texts = sent === undefined ? [request.body?.content] : [memberOf(sent, "name"), memberOf(sent, "tag")];
  return texts.some((text) => typeof text === "string" && /[^\0-\x7f]/.test(text));
}

/** Whether an answer declares fewer bytes than its plant has at least, because it has characters of several bytes. */
function isDeclaredShort({ sent, exchange: { response } }: Seen): boolean {
  const [name, tag] = [memberOf(sent, "name"), memberOf(sent, "tag")];
  const least = Buffer.byteLength(JSON.stringify({ name, tag }));
  return Number(fieldOf(response?.headers ?? [], "content-length") ?? Infinity) < least;
}

/** Bytes that follow an answer: the rest of it, an answer to what was left of the request, or anything else. */
export function surplus(failure: FoundFailure, failures: Failures): string | undefined {
  if (failure.check.id !== SURPLUS) return undefined;
  if (failures.all.some((other) => shortLength(other, failures) !== undefined)) return "length-in-characters";
  const hasGarbled = failures.all.some(({ seen }) => seen !== undefined && isNotHttp(seen.exchange));
  const before = failure.check.exchanges.map((index) => requestBefore(failures.exchanges[index], failures));
  return before.every((one) => one !== undefined && isRefusedUnread(one))
    ? "body-left-unread"
    : hasGarbled
      ? garbled(failures)
      : "bytes-after-answer";
}

const ofEncoding = new Set(["plant-encoding", "error-encoding"]);

/** JSON that Content-Length ends too early, but only where characters take more than a byte each. */
export function shortLength({ requirement, check, seen }: FoundFailure, { exchanges }: Failures): string | undefined {
  if (!ofEncoding.has(requirement.id) || seen === undefined || !isCutByLength(seen)) return undefined;
  const cut = check.exchanges.flatMap((index) => exchanges[index] ?? []).filter(isCutByLength);
  return cut.every((one) => /[^\0-\x7f]/.test(textOf(one))) ? "length-in-characters" : undefined;
}

function isCutByLength(seen: Seen): boolean {
  const { response } = seen.exchange;
  if (response === null || seen.answer !== undefined || response.body.sha256 !== undefined) return false;
  return (
    fieldOf(response.headers, "content-length") === String(response.body.size) &&
    /^\s*\{.*[^\s}]\s*$/s.test(textOf(seen))
  );
}

/** The body of an answer. Bytes that are not UTF-8 are read one by one. */
function textOf({ exchange: { response } }: Seen): string {
  const { encoding = "utf-8", content = "" } = response?.body ?? {};
  return encoding === "utf-8" ? content : Buffer.from(content, encoding).toString("latin1");
}

/** An answer to what was left of the request before it on its connection, and not to its own request. */
export function unreadBefore({ seen }: FoundFailure, failures: Failures): string | undefined {
  return seen !== undefined && unreadRequest(seen, failures) !== undefined ? "body-left-unread" : undefined;
}

/** The status of an answer to a method that a server does not know. */
const OF_METHODS: ReadonlySet<number> = new Set([405, 501]);

/**
 * The request before one on its connection, if its body was taken for the next request: it was refused before its body was
 * needed, and the next one with an answer that ends the connection, or as if it had another method.
 */
export function unreadRequest(seen: Seen, failures: Failures): Seen | undefined {
  const before = requestBefore(seen, failures);
  const { request, response } = seen.exchange;
  if (before === undefined || response === null || response.status < 400 || !isRefusedUnread(before)) return undefined;
  const isEnd = isLast(response.headers) && !isLast(request.headers);
  return isEnd || (["POST", before.exchange.request.method].includes(request.method) && OF_METHODS.has(response.status))
    ? before
    : undefined;
}

function isLast(headers: HeaderFields): boolean {
  return /\bclose\b/i.test(fieldOf(headers, "connection") ?? "");
}

function requestBefore(seen: Seen | undefined, { exchanges }: Failures): Seen | undefined {
  const { follows } = seen?.exchange ?? {};
  return follows === undefined ? undefined : exchanges[follows];
}

/** Statuses of refusals that need nothing of the body. */
const BEFORE_BODY: ReadonlySet<number> = new Set([401, 403, 404, 405, 413, 415, 417]);

/** Whether a request had a body and was refused for something before it. */
function isRefusedUnread({ status = 0, exchange: { request } }: Seen): boolean {
  if (status < 400 || (request.body?.size ?? 0) === 0) return false;
  return BEFORE_BODY.has(status) || !/^application\/json\b/i.test(fieldOf(request.headers, "content-type") ?? "");
}
