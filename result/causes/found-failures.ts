/** The data for recognising causes: each finding of a failed check, with the exchange that shows it. */
import type { DocumentWords, StatusTypes } from "../../spec/document-words.ts";
import type { CheckResult, Exchange, Finding, HeaderFields, Json, RecordedBody, RequirementResult } from "../result.ts";

/** An exchange as input for recognisers. */
export interface Seen {
  readonly index: number;
  readonly exchange: Exchange;
  /** The check that sent it, and the requirement of that check. */
  readonly sender: string;
  readonly senderRequirement: string;
  /** Undefined if there was no answer. */
  readonly status: number | undefined;
  readonly mediaType: string;
  /** The bodies as JSON values; undefined if they are not JSON. */
  readonly sent: Json | undefined;
  readonly answer: Json | undefined;
}

/** One finding of a failed check. */
export interface FoundFailure {
  readonly requirement: RequirementResult;
  readonly check: CheckResult;
  readonly finding: Finding;
  /** Undefined if no single exchange shows it. */
  readonly seen: Seen | undefined;
}

/** All failures of a run, and lookups for recognisers. */
export interface Failures {
  readonly all: readonly FoundFailure[];
  /** Ids of the checks that failed. */
  readonly checks: ReadonlySet<string>;
  /** The failure of the check that sent an exchange, if it was answered with the same status. */
  readonly ownOf: (seen: Seen) => FoundFailure | undefined;
  readonly seenAt: (index: number) => Seen | undefined;
  readonly requirement: (id: string) => RequirementResult | undefined;
  /** Those of the document used in the run; undefined for the document that ships. */
  readonly words: DocumentWords | undefined;
  /** The names of the document used in the run. */
  readonly names: Pick<DocumentWords, "success" | "required" | "label" | "optionalLabel" | "identity">;
}

const shippedNames = { success: "200", required: ["id", "name"], label: "name", optionalLabel: "tag", identity: "id" };

/** Whether an answer cannot be read as HTTP. A body that is shorter or longer than its Content-Length is cut off instead. */
export function isNotHttp({ noAnswer }: Pick<Exchange, "noAnswer">): boolean {
  return noAnswer?.kind === "not-http" && !noAnswer.detail.endsWith("Content-Length");
}

/** Whether a failure is about a request that its own check sent, not a request of another check. */
export function isOwn({ check, seen }: FoundFailure): boolean {
  return seen !== undefined && seen.sender === check.id;
}

/** Whether an exchange was answered with a 2xx. */
export function isSuccess(seen: Seen | undefined): boolean {
  const status = seen?.status ?? 0;
  return status >= 200 && status <= 299;
}

/** Every exchange of the run. */
export function everySeen({ seenAt }: Pick<Failures, "seenAt">): readonly Seen[] {
  const all: Seen[] = [];
  for (let one = seenAt(0); one !== undefined; one = seenAt(all.length)) all.push(one);
  return all;
}

/** The requirements about valid plants. */
export const ofValidPlants: ReadonlySet<string> = new Set(["accepts-valid-plant", "accepts-every-ordinary-request"]);

/** The valid plants that were not accepted, of the checks that failed for it. */
export function failedPlants({ all, seenAt }: Pick<Failures, "all" | "seenAt">): readonly Seen[] {
  const own = all.filter(({ requirement }) => ofValidPlants.has(requirement.id));
  return own
    .flatMap(({ check, seen }) => [seen, ...check.exchanges.map(seenAt)])
    .filter((seen) => seen !== undefined)
    .filter((seen) => !isSuccess(seen) && isNewPlant(seen.sent));
}

/** Fewer plants may have been sent in pieces by chance. */
const MANY_PLANTS = 3;

/** Whether no valid plants are refused but those that may arrive in several pieces, some of which were sent so. */
export function areCutInPieces(failures: Pick<Failures, "all" | "seenAt">): boolean {
  const isSplit = ({ status = 500, exchange: { request } }: Seen): boolean =>
    status < 500 && (request.framing === "chunked" || request.inPieces === true);
  const refused = [...new Set(failedPlants(failures))];
  return (
    refused.length >= MANY_PLANTS &&
    refused.every(isSplit) &&
    refused.some(({ exchange: { request } }) => request.inPieces === true && request.framing !== "chunked")
  );
}

/** The failures of a result. */
export function failuresOf(
  requirements: readonly RequirementResult[],
  exchanges: readonly Exchange[],
  words?: DocumentWords,
): Failures {
  const views = new Map<number, Seen>();
  const seenAt = (index: number): Seen | undefined => {
    const exchange = exchanges[index];
    if (exchange === undefined) return undefined;
    const view = views.get(index) ?? viewOf(exchange, index);
    views.set(index, view);
    return view;
  };
  const all = requirements.flatMap((requirement) =>
    requirement.checks.flatMap((check) =>
      check.status !== "failed"
        ? []
        : check.findings.map((finding) => ({
            requirement,
            check,
            finding,
            seen: finding.exchange === undefined ? undefined : seenAt(finding.exchange),
          })),
    ),
  );
  const own = new Map(all.filter(isOwn).map((one) => [one.check.id, one]));
  const byId = new Map(requirements.map((one) => [one.id, one]));
  return {
    all,
    checks: new Set(all.map(({ check }) => check.id)),
    ownOf: ({ sender, status }) => {
      const failure = own.get(sender);
      return failure?.seen?.status === status ? failure : undefined;
    },
    seenAt,
    requirement: (id) => byId.get(id),
    words,
    names: words ?? shippedNames,
  };
}

function viewOf(exchange: Exchange, index: number): Seen {
  const { request, response, check: sender = "" } = exchange;
  return {
    index,
    exchange,
    sender,
    senderRequirement: sender.split("/")[0] ?? "",
    status: response?.status,
    mediaType: response === null ? "" : mediaTypeOf(response.headers),
    sent: request.body === null ? undefined : bodyJson(request.body),
    answer: response === null ? undefined : bodyJson(response.body),
  };
}

// Recorded bodies, as far as they were kept.

/** The body as a JSON value; undefined if it is not JSON, was cut, or is not UTF-8. */
function bodyJson({ encoding, content, sha256 }: RecordedBody): Json | undefined {
  if (encoding !== "utf-8" || sha256 !== undefined) return undefined;
  try {
    return JSON.parse(content) as Json;
  } catch {
    return undefined;
  }
}

/** What follows the JSON object with which a body begins, and is no white space of JSON; empty if nothing does. */
export function textAfterJson(body: RecordedBody | null): string {
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

/** A member of an object; undefined if there is none. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (Reflect.get(value, name) as Json) : undefined;
}

/** The media type of an answer without its parameters, in lower case; empty if there is none. */
function mediaTypeOf(headers: HeaderFields): string {
  const field = headers.find(([name]) => name.toLowerCase() === "content-type");
  return field?.[1].split(";")[0]?.trim().toLowerCase() ?? "";
}

/** The JSON type of a value; `nothing` if there is no value. */
export function jsonTypeOf(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** The value at a JSON Pointer; undefined if there is none. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  return pointer
    .split("/")
    .slice(1)
    .reduce<Json | undefined>(
      (current, token) => memberOf(current, token.replaceAll("~1", "/").replaceAll("~0", "~")),
      value,
    );
}

// Causes of answers that are wrong for any request: Plants and Errors of another form, failures of the server.

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

/**
 * Whether a body has the member types of a NewPlant. Values are not checked. A body that was not kept counts as a
 * NewPlant.
 */
export function isNewPlant(sent: Json | undefined): boolean {
  if (sent === undefined) return true;
  const [id, name, tag] = ["id", "name", "tag"].map((member) => memberOf(sent, member));
  const isText = (value: Json | undefined): boolean => typeof value === "string";
  // JSON.parse reads a number beyond the range of a double as Infinity.
  return (Number.isInteger(id) || id === Infinity) && isText(name) && (tag === undefined || isText(tag));
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
function isTextOfOtherType({ check, finding, seen }: FoundFailure, { seenAt }: Failures): boolean {
  const member = finding.where.slice(1);
  const isOther = (one: Seen | undefined): boolean => {
    const back = memberOf(one?.answer, member);
    return typeof memberOf(one?.sent, member) === "string" && back !== undefined && typeof back !== "string";
  };
  const all = check.exchanges.map(seenAt);
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
