/** When a provider stopped working. No later request counts against it. Pure. */
import { orList } from "../../spec/described-responses.ts";
import type { Stop } from "./retry.ts";
import type { History, Sent } from "../checks/check.ts";
import { statusesOf } from "../checks/documented-statuses.ts";
import { describe } from "../checks/findings.ts";
import { takenFrom } from "../checks/seed-used.ts";
import {
  isAccepted,
  isHeard,
  isOfProxy,
  isOfState,
  isOtherSuccess,
  isParent,
  isRateLimited,
  isSuccess,
  isUnavailable,
  isValid,
  mayBeReadTwice,
  refusesToken,
} from "../checks/exchange-facts.ts";

/** The end of a provider within a run. */
export interface Breakdown {
  readonly stop: Stop;
  /** The index from which nothing is judged. */
  readonly from: number;
}

/** The breakdown of a run that ended early, or whose last answers show that the provider was gone; otherwise null. */
export function breakdownOf(run: History, stopped: Stop | null): Breakdown | null {
  if (stopped === null) return foundAtTheEnd(run);
  const { from, ...stop } = stopped;
  if (from !== undefined) return { stop, from };
  if (stopped.cause === "seed-used") return { stop, from: takenFrom(run) };
  return { stop: stopped, from: goneFrom(run, isOfEnd[stopped.cause] ?? (() => false)) };
}

/** Whether a request was sent after the provider was gone, by the cause that ended the run. */
const isOfEnd: Partial<Record<Stop["cause"], (sent: Sent) => boolean>> = {
  silent: (sent) => !isHeard(sent),
  "broke-down": (sent) => !isHeard(sent) || isUnavailable(sent),
  unreachable: isUnavailable,
  "proxy-refused": isOfProxy,
};

/** The breakdown if valid requests are accepted and then never again: the token expired, or the provider failed. */
function foundAtTheEnd(run: History): Breakdown | null {
  const valid = run.filter((sent) => isValid(sent) && !isRateLimited(sent) && !mayBeReadTwice(sent));
  const last = valid.findLastIndex(isAccepted);
  const refused = valid.slice(last + 1);
  const [first] = refused;
  // One refusal may be an accident. A run without an accepted one is reported elsewhere. Another success is an answer.
  if (last < 0 || first === undefined || refused.length < 2 || isOtherSuccess(first)) return null;
  const isSo = ({ answer }: Sent): boolean => answer?.status === first.answer?.status;
  if (!refused.every(isSo)) return null;
  // Ordinary requests that were never accepted are refused because of their content.
  if (refused.every(isParent) && !valid.some((sent) => isParent(sent) && isAccepted(sent))) return null;
  const place = (valid[last]?.index ?? 0) + 1;
  const after = `after ${place === 1 ? "1 request" : `${place} requests`} every valid one was ${first.answer === null ? `given ${describe(first)}` : `answered ${describe(first)}`}`;
  return { stop: stopAfter(first, after), from: goneFrom(run, isSo) };
}

/** Why nothing was accepted any more. @param after since when, and how valid requests were answered */
function stopAfter(first: Sent, after: string): Stop {
  if (refusesToken(first)) {
    return { cause: "token-refused", reason: `The provider took the token at first and then refused it: ${after}.` };
  }
  if (isOfState(first) || isOfStore(first)) {
    const reason = `The provider accepted no valid request any more: ${after}, as where a store is full or a quota is used up.`;
    return { cause: "state", reason };
  }
  const instead = orList(statusesOf(first).successes);
  return { cause: "broke-down", reason: `The provider broke down during the run: ${after} instead of ${instead}.` };
}

/** Statuses that say that the operation is gone, or that nothing was read in time. */
const OF_AN_END: ReadonlySet<number> = new Set([404, 405, 408, 410]);

/** Whether a refusal may mean that the store takes no more: any 4xx, and 507. The document does not show a quota. */
function isOfStore({ answer }: Sent): boolean {
  const status = answer?.status ?? 0;
  return status === 507 || (status >= 400 && status <= 499 && !OF_AN_END.has(status));
}

/**
 * The first request that failed in that way after the last success, or in parallel with it: of parallel requests, the
 * one that is sent first may arrive last.
 */
function goneFrom(run: History, isSo: (sent: Sent) => boolean): number {
  const alive = run.findLastIndex(showsLife);
  const lastSignMs = run.reduce((last, sent) => (showsLife(sent) ? Math.max(last, startOf(sent)) : last), -Infinity);
  const mayBeAfter = (sent: Sent, place: number): boolean => place > alive || endOf(sent) > lastSignMs;
  return run.find((sent, place) => mayBeAfter(sent, place) && isSo(sent))?.index ?? Infinity;
}

function showsLife(sent: Sent): boolean {
  return sent.request.method === "POST" && isSuccess(sent) && isHeard(sent);
}

function startOf({ exchange }: Sent): number {
  return exchange.timing.startedMs;
}

function endOf({ exchange }: Sent): number {
  return exchange.timing.startedMs + exchange.timing.totalMs;
}
