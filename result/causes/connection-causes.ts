/** Causes of answers that begin or end in the wrong place on their connection. */
import { fieldOf, type HeaderFields } from "../result.ts";
import { type FoundFailure, type Failures, isNotHttp, isSuccess, memberOf, type Seen } from "./found-failures.ts";

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
