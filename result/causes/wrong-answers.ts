/** Causes of answers that are wrong for any request: Plants and Errors of another form, failures of the server. */
import type { StatusTypes } from "../../spec/document-words.ts";
import type { GeneralCause } from "./cause-table.ts";
import { type FoundFailure, type Failures, isSuccess, memberOf, type Seen } from "./found-failures.ts";
import type { Json } from "../result.ts";

/**
 * Whether an answer has a success status but contains an error, or nothing where only refusals do. In another document, a
 * member `error` may belong to a success.
 */
export function isSuccessWithError(seen: Seen, { words, all }: Pick<Failures, "words" | "all">): boolean {
  const { answer, sent, senderRequirement } = seen;
  if (words !== undefined || !isSuccess(seen)) return false;
  const isValid = /^(?:accepts|returns)-/.test(senderRequirement) && isNewPlant(sent);
  if (isEmpty(seen)) return !isValid && !all.some(isEmptyPlant);
  return memberOf(answer, "error") !== undefined && memberOf(answer, "name") === undefined;
}

function isEmpty({ status, exchange }: Seen): boolean {
  return status === 200 && exchange.response?.body.size === 0;
}

function isEmptyPlant({ seen }: FoundFailure): boolean {
  return seen?.senderRequirement === "accepts-valid-plant" && isEmpty(seen);
}

export function errorAsSuccess({ seen }: FoundFailure, failures: Failures): GeneralCause | undefined {
  return seen !== undefined && isSuccessWithError(seen, failures) ? "error-as-200" : undefined;
}

/**
 * Server errors, by the kind of request, because different parts fail: the parser, the use of the body, or another
 * feature of the request.
 */
export function serverError(
  { requirement: { id }, seen }: FoundFailure,
  { words }: Failures,
): GeneralCause | `server-error ${string}` | undefined {
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

/**
 * Whether a body has the member types of a NewPlant. Values are not checked. A body that was not kept counts as a
 * NewPlant.
 */
function isNewPlant(sent: Json | undefined): boolean {
  if (sent === undefined) return true;
  const [id, name, tag] = ["id", "name", "tag"].map((member) => memberOf(sent, member));
  const isText = (value: Json | undefined): boolean => typeof value === "string";
  return Number.isInteger(id) && isText(name) && (tag === undefined || isText(tag));
}

export function unanswered({ requirement: { id }, seen }: FoundFailure): GeneralCause | undefined {
  const isAbout = id === "answers-every-request" || id === "refuses-with-400";
  return isAbout && seen?.status === undefined ? "no-answer" : undefined;
}

/** Causes of answers that are not a Plant, or that have extra members. */
export function plantAnswer(
  { requirement: { id }, finding, seen }: FoundFailure,
  { all, words, names }: Failures,
): string | undefined {
  if (seen === undefined) return undefined;
  if (id === "plant-media-type" || id === "plant-encoding") {
    if (seen.answer === undefined && !isTypeOf(seen, words?.successTypes)) return "plant-is-no-json";
    return id === "plant-encoding" && isOfChangedTexts(seen, all) ? "texts-changed" : undefined;
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
  const tag = names.optionalLabel;
  if (tag === null) return undefined;
  const isNull = memberOf(seen.answer, tag) === null && memberOf(seen.sent, tag) === undefined;
  return finding.where === `/${tag}` && isNull ? "null-for-no-tag" : undefined;
}

const ofTexts = new Set(["returns-name", "returns-tag"]);

/** Whether the answer is not JSON only because of an unusual text, and other unusual texts come back changed. */
function isOfChangedTexts({ senderRequirement }: Seen, all: Failures["all"]): boolean {
  return ofTexts.has(senderRequirement) && all.some(({ requirement }) => ofTexts.has(requirement.id));
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
export function errorAnswer(
  { requirement: { id }, seen }: FoundFailure,
  { all, words }: Failures,
): GeneralCause | undefined {
  if (!ofErrors.has(id) || seen === undefined || isTypeOf(seen, words?.errorTypes)) return undefined;
  if (seen.answer === undefined) return isOwnText(seen) ? "error-as-text" : "framework-error-page";
  const sameType = all.filter(
    (other) => ofErrors.has(other.requirement.id) && other.seen?.mediaType === seen.mediaType,
  );
  const broken = new Set(sameType.map(({ requirement }) => requirement.id));
  return broken.has("error-media-type") && broken.has("error-shape") ? "other-error-format" : undefined;
}
