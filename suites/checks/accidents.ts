/**
 * Valid requests that failed, and not for the feature that they were sent for: the same feature was accepted in another
 * request. What they failed for is a value, or chance, and belongs to the ordinary requests. Pure.
 */
import type { History, PlannedRequest, Sent } from "./check.ts";
import {
  isAccepted,
  isLeftUnanswered,
  isOfProxy,
  isOtherSuccess,
  isParent,
  isRateLimited,
  mayBeReadTwice,
  refusesToken,
} from "./judges.ts";
import { ORDINARY_IDS } from "../bodies/drafts.ts";

/** Whether a valid request failed, and not because the provider asked for time or did not take its token. */
export function isFailure(sent: Sent): boolean {
  if (sent.isAskedAgain === true || mayBeReadTwice(sent)) return false;
  if (isLeftUnanswered(sent)) return true;
  const isExcused = isRateLimited(sent) || isOfProxy(sent) || refusesToken(sent) || sent.answer === null;
  return !isExcused && !isAccepted(sent);
}

/** Valid requests with ordinary values that were sent for a feature, of which the same check had another accepted. */
export function besideAccepted(run: History): History {
  const accepted = new Set(run.filter((sent) => isAccepted(sent) && isPlainValid(sent)).map(askedBy));
  return run.filter((sent) => isPlainValid(sent) && accepted.has(askedBy(sent)));
}

function askedBy({ request }: Sent): string {
  return request.askedBy ?? "";
}

function isPlainValid({ request }: Sent): boolean {
  // One without the members that are not required is judged with those that are sent for that.
  const isWhole = request.features === undefined && request.onlyRequired !== true;
  return request.kind === "valid" && isWhole && hasOrdinaryValues(request);
}

const ORDINARY_NAME = /^(?=.{3,40}$)[a-z]+(?: [a-z]+){0,2}$/iu;
const ORDINARY_TAG = /^[a-z]{3,12}$/u;

function hasOrdinaryValues({ plant, body }: PlannedRequest): boolean {
  if (plant === undefined || body === null) return false;
  const id = Number(/"id"\s*:\s*(\d+)/u.exec(new TextDecoder().decode(body))?.[1] ?? 0);
  const isOrdinaryId = id >= ORDINARY_IDS.least && id < ORDINARY_IDS.least + ORDINARY_IDS.count;
  return isOrdinaryId && ORDINARY_NAME.test(plant.name) && ORDINARY_TAG.test(plant.tag ?? "tag");
}

/** The probability from which on it is not the feature that is blamed; a run asks about dozens of features. */
const BY_CHANCE = 0.001;

/** Whether so many requests in a row would be refused whatever they were sent for, as often as ordinary ones are. */
export function isByChance(times: number, run: History): boolean {
  const others = [...run.filter(isParent), ...besideAccepted(run)];
  const failed = others.filter((sent) => isFailure(sent) || isOtherSuccess(sent));
  return failed.length > 1 && (failed.length / others.length) ** times > BY_CHANCE;
}
