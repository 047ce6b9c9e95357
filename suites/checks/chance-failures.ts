/**
 * Valid requests that failed although another request with the same feature was accepted. The cause is a value or
 * chance, so they count as ordinary requests. Pure.
 */
import { header, isChunked } from "../../http/message.ts";
import { groupBy } from "../../spec/defined.ts";
import { ORDINARY_IDS } from "../bodies/body-drafts.ts";
import { isJson } from "../bodies/text-edits.ts";
import type { LabelTexts } from "./check-requests.ts";
import type { History, PlannedRequest, Returned, Sent } from "./check.ts";
import {
  isAccepted,
  isLeftUnanswered,
  isOfLimit,
  isOfProxy,
  isOfState,
  isOtherSuccess,
  isParent,
  isRateLimited,
  isServerError,
  isSuccess,
  isValid,
  mayBeReadTwice,
  refusesToken,
  isAskedAgain,
} from "./exchange-facts.ts";
import { schemeAxis, SENDER } from "./request-variants.ts";
import { markOf } from "./returned-members.ts";

/** Whether a valid request failed, unless the provider asked for time, or was sent the request again. */
export function isFailure(sent: Sent): boolean {
  if (isAskedAgain(sent)) return false;
  if (isLeftUnanswered(sent)) return true;
  if (mayBeReadTwice(sent) || isOfLimit(sent)) return false;
  const isExcused = isRateLimited(sent) || isOfProxy(sent) || isOfState(sent) || sent.answer === null;
  return !isExcused && !isAccepted(sent);
}

/** Valid requests with ordinary values that test a feature, if another request with the same feature was accepted. */
export function besideAccepted(run: History): History {
  const valid = run.filter(({ request }) => request.kind === "valid" && hasOrdinaryValues(request) && isFresh(request));
  const accepted = new Set(valid.filter(isAccepted).map(featureOf));
  const variants = run.flatMap((sent) => (isValid(sent) && isAccepted(sent) ? [sent.request.features ?? []] : []));
  const isKnown = (sent: Sent): boolean =>
    accepted.has(featureOf(sent)) || (accepted.has(sent.request.askedBy ?? "") && isVariantKnown(sent, variants));
  const isExplained = explainedBy(run);
  const isForItsMembers = lacksMembers(run);
  return valid.filter((sent) => isKnown(sent) && !isExplained(sent) && !isForItsMembers(sent));
}

/** Whether a request has only the required members, and no such request was accepted: the missing tag explains its answer. */
export function lacksMembers(run: History): (sent: Sent) => boolean {
  const takesRequired = run.some((sent) => isAccepted(sent) && isOnlyRequired(sent));
  return (sent) => !takesRequired && isOnlyRequired(sent);
}

/** Whether a request was refused, and has features that were refused each time. */
export function explainedBy(run: History): (sent: Sent) => boolean {
  const refused = refusedVariants(run);
  // Features never explain a success with another status.
  return (sent) => isRefused(sent) && refused.some((features) => has(sent, features));
}

/**
 * Sets of features that were refused each time that a request had exactly that set, at least twice. They explain a
 * refusal, even if another feature makes up for them, as an escape in a member's name does for its position.
 */
function refusedVariants(run: History): readonly (readonly string[])[] {
  const sent = run.filter(
    ({ request: { askedBy, kind, features = [] } }) =>
      askedBy === `${SENDER.requirement}/${SENDER.slug}` && kind === "valid" && features.length > 0,
  );
  return [...groupBy(sent, ({ request: { features = [] } }) => features.toSorted().join(" ")).values()].flatMap(
    ([one, ...others]) =>
      one !== undefined && others.length > 0 && [one, ...others].every(isRefused) ? [one.request.features ?? []] : [],
  );
}

function isRefused(sent: Sent): boolean {
  return isFailure(sent) && !isOtherSuccess(sent);
}

function has({ request }: Sent, some: readonly string[]): boolean {
  const features = [...(request.features ?? []), ...ofItself(request)];
  return some.every((feature) => features.includes(feature));
}

/** The features that a request has because its check tests them. */
function ofItself(request: PlannedRequest): readonly string[] {
  const { headers, onlyRequired } = request;
  return [
    ...(header(headers, "accept") === null ? ["no-accept"] : []),
    ...(header(headers, "user-agent") === null ? ["no-user-agent"] : []),
    ...(isChunked(request) ? ["chunked"] : []),
    ...(onlyRequired === true ? ["no-tag"] : []),
  ];
}

/** Valid requests with ordinary values, in any form, that were answered with another success or a redirect. */
export function otherSuccesses(run: History): History {
  return run.filter(
    (sent) =>
      isValid(sent) &&
      hasOrdinaryValues(sent.request) &&
      isFresh(sent.request) &&
      isOtherSuccess(sent) &&
      !isSentToLogIn(sent),
  );
}

/** A redirect refuses another spelling of the scheme. The answer to a missing token is open. */
function isSentToLogIn(sent: Sent): boolean {
  return !isSuccess(sent) && schemeAxis.some(({ name }) => has(sent, [name]));
}

/** Excludes requests whose id may be taken, because they may be refused for that reason. */
function isFresh({ mayMeet }: PlannedRequest): boolean {
  return mayMeet !== "taken-id";
}

/** This many failing valid requests are not an accident. */
export const NO_ACCIDENT = 3;

/** Valid requests that failed although nothing about them explains it, and those that were accepted. */
export interface ValidFailures {
  readonly failed: History;
  readonly accepted: History;
}

/**
 * Counts every request that is valid by the document, whatever check sent it. What a provider may refuse, such as an odd
 * name, counts only if it met a server error or no answer, and was accepted when it was sent again.
 */
export function failuresIn(run: History): ValidFailures {
  const takesRequired = run.some((sent) => isAccepted(sent) && isOnlyRequired(sent));
  const ordinary = run.filter(
    (sent) => sent.request.kind === "ordinary" && isFresh(sent.request) && (isParent(sent) || takesRequired),
  );
  const counted = new Set([...ordinary, ...besideAccepted(run)]);
  const others = run.filter((sent) => isPlant(sent) && !counted.has(sent));
  const accepted = others.filter(isAccepted);
  const again = groupBy(accepted, placeOf);
  const isChance = (sent: Sent): boolean =>
    (isServerError(sent) || isLeftUnanswered(sent) || refusesToken(sent)) &&
    (again.get(placeOf(sent)) ?? []).some((later) => later.index > sent.index && !mayBeForItsId(sent, later));
  // The provider's process may have ended under a request. Each end counts for one of those in flight.
  const isFailed = (sent: Sent): boolean => isFailure(sent) || isLeftUnanswered(sent);
  const failed = [...counted].filter((sent) => isFailed(sent) && !isOtherSuccess(sent));
  return {
    failed: inOrder([...failed, ...others.filter(isChance)]),
    accepted: inOrder([...[...counted].filter(isAccepted), ...accepted]),
  };
}

/** A 403 may tell that an id is taken, so another id that is accepted later shows nothing. */
function mayBeForItsId(sent: Sent, later: Sent): boolean {
  return sent.answer?.status === 403 && idIn(sent.request) !== idIn(later.request);
}

function inOrder(sent: History): History {
  return sent.toSorted((one, other) => one.index - other.index);
}

/** Whether a request has a plant that matches the schema, with ordinary values or not. */
function isPlant({ request: { kind, plant } }: Sent): boolean {
  return plant !== undefined && (kind === "valid" || kind === "open");
}

/** What two sendings of a request share: its check, and for an open point its plant. */
function placeOf({ request }: Sent): string {
  return `${request.askedBy ?? ""} ${request.kind === "open" ? (markOf(request) ?? "") : ""}`;
}

/** The purpose of a request: its check, and its variant if it has one. */
function featureOf({ request: { askedBy = "", features = [] } }: Sent): string {
  return [askedBy, ...features.toSorted()].join(" ");
}

/** Whether each two of its features were accepted together. Then neither a feature nor a pair of them is the cause. */
function isVariantKnown({ request: { features = [] } }: Sent, variants: readonly (readonly string[])[]): boolean {
  return features.every((one) =>
    features.every((other) => variants.some((known) => known.includes(one) && known.includes(other))),
  );
}

function isOnlyRequired(sent: Sent): boolean {
  return isValid(sent) && sent.request.onlyRequired === true;
}

const ORDINARY_LABEL = /^(?=.{3,40}$)[a-z]+(?: [a-z]+){0,2}$/iu;
/** An identity that is a string is a word or a UUID. */
const ORDINARY_IDENTITY = /^(?:[a-z]{7,12}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/u;
const ORDINARY_OPTIONAL_LABEL = /^[a-z]{3,12}$/u;

/** Cached, because dozens of checks ask about each request, and each time its body would be parsed. */
const ordinaryValues = new WeakMap<PlannedRequest, boolean>();

/** Whether the identity and the labels of a plant are ordinary. */
export function hasOrdinaryValues(request: PlannedRequest): boolean {
  const known = ordinaryValues.get(request) ?? readsOrdinary(request);
  ordinaryValues.set(request, known);
  return known;
}

function readsOrdinary(request: PlannedRequest): boolean {
  const { plant, roles } = request;
  if (plant === undefined || roles === undefined) return false;
  const texts = { label: textHeld(plant, roles.label), optionalLabel: textHeld(plant, roles.optionalLabel) };
  if (roles.identity === null) return hasOrdinaryText(texts);
  const id = idIn(request);
  const isOrdinary = typeof id === "number" ? isOrdinaryId(id) : typeof id === "string" && ORDINARY_IDENTITY.test(id);
  return isOrdinary && hasOrdinaryText(texts);
}

function textHeld(plant: Returned, name: string | null): string | undefined {
  return name === null ? undefined : plant[name];
}

/** Whether an id is ordinary. */
export function isOrdinaryId(id: number): boolean {
  return id >= ORDINARY_IDS.least && id < ORDINARY_IDS.least + ORDINARY_IDS.count;
}

/** Whether a label and an optional label are ordinary, if they exist. */
export function hasOrdinaryText({ label, optionalLabel }: LabelTexts): boolean {
  return (
    (label === undefined || ORDINARY_LABEL.test(label)) &&
    (optionalLabel === undefined || ORDINARY_OPTIONAL_LABEL.test(optionalLabel))
  );
}

/** The identity of a plant, in any spelling. */
export function idIn({ body, roles }: PlannedRequest): unknown {
  const text = new TextDecoder().decode(body ?? undefined);
  if (roles?.identity == null || !isJson(text)) return undefined;
  const value = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
  return value?.[roles.identity];
}

/** Above this probability, the feature is not blamed. A run asks about dozens of features. */
const BY_CHANCE = 0.001;

/**
 * Whether a feature's requests may all have failed by chance, at the rate at which ordinary requests fail.
 * @param times the number of requests that failed in a row
 * @param questions how many such rows could have been found: something unlikely in one row is likely in many
 */
export function isByChance(times: number, run: History, questions = 1): boolean {
  const others = [...run.filter(isParent), ...besideAccepted(run)];
  const failed = others.filter((sent) => isFailure(sent) || isOtherSuccess(sent));
  return failed.length > 1 && questions * (failed.length / others.length) ** times > BY_CHANCE;
}
