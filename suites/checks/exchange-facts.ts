/** What a request and its answer are to the checks: accepted, refused, rate limited, never answered. Pure. */
import { header, isChunked } from "../../http/message.ts";
import { OF_SIZE } from "../../spec/described-responses.ts";
import { isJson } from "../bodies/text-edits.ts";
import {
  type Answered,
  type AnsweredSent,
  type History,
  type PlannedRequest,
  type Sent,
  hasMethod,
  statusesOf,
} from "./check.ts";
import { markOf } from "./returned-members.ts";

/** The most times that a request is sent. The last outcome counts as the provider's answer. */
export const TIMES = 3;

/** Whether a request was accepted as the document says: with exactly 200 in the shipped document, read in full. */
export function isAccepted(sent: Answered): boolean {
  return hasDocumentedSuccess(sent) && !isIncomplete(sent);
}

function hasDocumentedSuccess(sent: Answered): boolean {
  return sent.answer !== null && statusesOf(sent).successes.includes(sent.answer.status);
}

/** Whether an answer was not read in full. What arrived of it is judged: at least its status. */
export function isIncomplete({ answer }: Answered): boolean {
  return answer !== null && answer.readTo !== "end";
}

/** Whether a success that the document shows was not read in full. A valid request without its plant is unanswered. */
export function isUndelivered(sent: Answered): boolean {
  return hasDocumentedSuccess(sent) && isIncomplete(sent);
}

/** Whether an answer came, and not only the start of a success whose plant never came. */
export function isHeard(sent: Answered): boolean {
  return sent.answer !== null && !isUndelivered(sent);
}

/** Whether a limit of the suite kept an answer from being read. What is beyond it is not judged. */
export function isBeyondLimit(sent: Answered): boolean {
  const kind = sent.exchange?.noAnswer?.kind;
  return isIncomplete(sent) && (kind === "headers-too-large" || kind === "timeout");
}

/** Whether a request was answered with success, any 2xx, of which at least the status line arrived. */
export function isSuccess(sent: Answered): boolean {
  return sent.answer !== null && sent.answer.status >= 200 && sent.answer.status <= 299;
}

/** Whether the provider asks for fewer requests, so the answer says nothing about its request (RFC 6585 section 4). */
export function isRateLimited(sent: Answered): boolean {
  return sent.answer?.status === 429;
}

/** Whether the provider, or a gateway before it, says that it is not available now (RFC 9110 section 15.6). */
export function isUnavailable(sent: Answered): boolean {
  const status = sent.answer?.status ?? 0;
  return status >= 502 && status <= 504;
}

/** Whether the provider failed: any 5xx except those that ask for time. */
export function isServerError(sent: Answered): boolean {
  return (sent.answer?.status ?? 0) >= 500 && !isUnavailable(sent);
}

/** Whether a proxy on the way answered in the provider's place (RFC 9110 section 15.5.8). */
export function isOfProxy(sent: Answered): boolean {
  return sent.answer?.status === 407;
}

/** Whether nothing came back, or not all of an answer, and not because the run ended or the suite failed. */
export function isUnanswered({ exchange }: Sent): boolean {
  const kind = exchange.noAnswer?.kind;
  return kind !== undefined && kind !== "run-ended" && kind !== "harness-fault";
}

/** Reasons for no answer that mean that no request reaches the provider. */
const notReached: ReadonlySet<string | undefined> = new Set([
  "name-not-found",
  "connection-refused",
  "connect-timeout",
  "tls",
]);

/** Whether the connection was closed on a body that the provider may have found too large. */
export function isCutOff({ request, exchange }: Sent): boolean {
  return request.mayMeet === "cut-off" && exchange.noAnswer?.kind === "connection-closed";
}

/** Whether the same bytes were sent again later, so that the later answer counts. */
export function isAskedAgain({ standing }: Pick<Sent, "standing">): boolean {
  return standing === "asked-again" || standing === "bystander";
}

/** Whether a request reached the provider and was not answered: no status line, or a valid request without its plant. */
export function isLeftUnanswered(sent: Sent): boolean {
  if (!isUnanswered(sent) || sent.standing === "bystander") return false;
  if (sent.answer !== null) return isValid(sent) && isUndelivered(sent) && !isBeyondLimit(sent);
  // The provider has ended, so a second attempt on a new connection is refused.
  return sent.standing === "ends-provider" || !notReached.has(sent.exchange.noAnswer?.kind);
}

/** Whether a provider may close on a body for its size (RFC 9110 section 15.5.14). Silence is no close. */
export function mayBeClosedOn({ request, exchange }: Sent): boolean {
  return request.mayMeet === "cut-off" && exchange.noAnswer?.kind !== "timeout";
}

/** Whether a request is a valid NewPlant, in ordinary values or not. */
export function isValid({ request }: Pick<Sent, "request">): boolean {
  return request.kind === "ordinary" || request.kind === "valid";
}

/** Whether the answer is a failure that the document shows for a state. A valid request may get it. */
export function isOfState(sent: Answered): boolean {
  return statusesOf(sent).states?.includes(sent.answer?.status ?? 0) === true;
}

/** Whether a request was answered with a success that the document does not show, or with a redirect. */
export function isOtherSuccess(sent: Answered): boolean {
  const status = sent.answer?.status ?? 0;
  return status >= 200 && status <= 399 && !hasDocumentedSuccess(sent);
}

/** Whether the status means that the path or the method is unknown here, or is elsewhere. */
export function saysNotHere(sent: Answered): boolean {
  const status = sent.answer?.status ?? 0;
  return status === 404 || status === 405 || (status >= 300 && status <= 399);
}

/** Whether a chunked body was refused for its framing, which a server is free to do (RFC 9112 section 6.3). */
export function isLengthRequired(sent: Sent): boolean {
  return sent.answer?.status === 411 && isChunked(sent.request);
}

/**
 * Whether a valid request was refused for its framing, or for its size: limits are not shown. A body that is as short as its
 * value can be written exceeds none that a provider of plants can have.
 */
export function isOfLimit(sent: Sent): boolean {
  return isLengthRequired(sent) || (sent.answer?.status === 413 && isWrittenLonger(sent.request));
}

function isWrittenLonger({ body }: PlannedRequest): boolean {
  const bytes = Buffer.from(body ?? "");
  const text = bytes.toString();
  return isJson(text) && bytes.length > Buffer.byteLength(JSON.stringify(JSON.parse(text)));
}

/** Whether the status is about the framing or the size of a request, so that it says nothing about its content. */
export function isOfSize({ answer }: Answered): boolean {
  return OF_SIZE.includes(answer?.status ?? 0);
}

/**
 * Whether an answer that was followed by a later one counts for nothing: a lockout, a rate limit, and a 503 that says how
 * long it lasts (RFC 9110 section 15.6.4) are limits, which the document does not show.
 */
export function isForgiven(sent: Sent): boolean {
  if (!isAskedAgain(sent) || sent.answer === null) return false;
  const { status, headers } = sent.answer;
  return refusesToken(sent) || isRateLimited(sent) || (status === 503 && header(headers, "retry-after") !== null);
}

/** Whether the status means that the token was refused. */
export function refusesToken(sent: Answered): boolean {
  return sent.answer?.status === 401 || sent.answer?.status === 403;
}

/** Whether the plant of a refused request was accepted in another request. Names are unique in a run. */
export function isAcceptedAgain({ request }: Sent, run: History): boolean {
  const mark = markOf(request);
  return run.some((other) => isAccepted(other) && markOf(other.request) === mark);
}

/** Whether a request is a parent of wrong requests: an ordinary one with every member. */
export function isParent({ request }: Sent): boolean {
  return request.kind === "ordinary" && request.onlyRequired !== true;
}

/** Whether ordinary requests were accepted both before and after it. Otherwise a refusal may have any cause. */
export function hasAcceptedParents(sent: Sent, run: History): boolean {
  const parents = run.filter((other) => isParent(other) && isAccepted(other));
  return parents.some(({ index }) => index < sent.index) && parents.some(({ index }) => index > sent.index);
}

/** Whether the provider finally refused a body that is not a NewPlant, with any status, or never answered it. */
export function isRefusedBody(sent: Sent): boolean {
  return sent.request.kind === "not-a-plant" && isRefused(sent);
}

/** Whether the provider finally refused a request, with any status, or never answered it. */
export function isRefused(sent: Sent): boolean {
  return (
    (sent.answer !== null || isNeverAnswered(sent)) &&
    !isAskedAgain(sent) &&
    !isSuccess(sent) &&
    !isRateLimited(sent) &&
    !isOfProxy(sent)
  );
}

/** Whether a (possible) plant was sent twice and refused: the provider may have read the first sending, too. */
export function mayBeReadTwice(sent: Sent): boolean {
  return (isValid(sent) || sent.request.kind === "open") && isRefusedTheSecondTime(sent);
}

/** Whether a request was sent twice and not accepted, and the provider did not say that it had not read the first. */
export function isRefusedTheSecondTime(sent: Answered): boolean {
  return (isSentTwice(sent) || (sent.mayBeRead === true && !isUnavailable(sent))) && !isAccepted(sent);
}

/** Whether a request was sent again because a used connection ended, and may have been read the first time, too. */
export function isSentTwice({ exchange }: Answered): boolean {
  return exchange?.attempts === 2 && exchange.isReadOnce !== true;
}

/** Whether a status line arrived. */
export function isAnswered(sent: Sent): sent is AnsweredSent {
  return sent.answer !== null;
}

/** Whether a request was never answered, however often it was sent. One that ends the provider is sent less often. */
export function isNeverAnswered(sent: Sent): boolean {
  return (sent.standing === "ends-provider" || sent.standing === "last-sent") && isLeftUnanswered(sent);
}

/**
 * The answers that the invariants judge: those to the method of the operation on exactly its path, whatever they were
 * sent for.
 * @param isMeant selects answers by status
 */
export function answersOfOperation(
  run: History,
  path: string,
  isMeant: (status: number) => boolean = () => true,
): readonly Sent[] {
  return run.filter(
    ({ request, answer }) =>
      answer !== null && isMeant(answer.status) && hasMethod(request) && request.path.split("?")[0] === path,
  );
}
