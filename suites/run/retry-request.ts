/** Sends requests again before their answers count: if a provider is busy or silent, or the token has expired. */
import { type PlannedRequest, type Sent, statusesOf } from "../checks/check.ts";
import {
  TIMES,
  isAccepted,
  isHeard,
  isRateLimited,
  isServerError,
  isUnanswered,
  isUnavailable,
  isValid,
  mayBeClosedOn,
  refusesToken,
} from "../checks/exchange-facts.ts";
import { hasToken, isLetInOtherwise, type TokenUse } from "./run-token-use.ts";
import type { RateLimit } from "../../http/retry-after.ts";
import { type Stop, stopAfterAskingAgain, stopAfterWaiting } from "./run-stop.ts";
import type { Tokens, UsedToken } from "../../http/tokens.ts";
import type { Connection } from "../../http/connection.ts";

/** Sends one request on a connection and records it. */
export type Ask = (request: PlannedRequest, connection: Connection) => Promise<Sent>;

/** The outcome of a sign of life, an ordinary request to see if the provider answers; `untried` if none was sent. */
export type Sign = "accepted" | "answered" | "silent" | "untried";

/** What each way of asking again needs of a run. */
export interface AskingAgain {
  readonly stop: (why: Stop) => void;
  /** Aborted when the run ends. */
  readonly ended: AbortSignal;
  /** Adds facts to an exchange, and returns it. */
  readonly amend: (sent: Sent) => Sent;
  /** Whether the run may send so many requests that it did not plan; one by default. */
  readonly mayAskAgain: (count?: number) => boolean;
  /** The next ordinary request for a sign of life; undefined if none is left. */
  readonly sign: () => PlannedRequest | undefined;
}

/** Asks a provider for a sign of life. */
interface Asking extends Omit<AskingAgain, "sign"> {
  /** Sends an ordinary request. If it is not answered either, the run ends and reports the provider as silent. */
  readonly signOfLife: (connection: Connection) => Promise<Sign>;
}

interface Waiting {
  readonly rateLimit: RateLimit;
  /** Whether a request of the run was accepted. */
  readonly hasAccepted: () => boolean;
}

/**
 * When busy answers count as a refusal of the request: after it was sent `times` times, and `signs` ordinary requests
 * were accepted from then on. If the answer never counts against a provider (`unheld`), less is enough, and waiting is
 * left to other requests.
 */
/** Above this probability, as many busy answers in a row may be chance. A run asks hundreds of times. */
const BY_CHANCE = 0.01;

const SHOWN = { refused: { times: TIMES, signs: 2 }, unheld: { times: 2, signs: 1 } } as const;

/**
 * Asks until the provider no longer answers 429 (RFC 6585 section 4), 502, 503 or 504 (RFC 9110 section 15.6), or the
 * waiting time is over. A provider that accepts ordinary requests in the meantime refuses this request.
 */
export function untilHeard(
  ask: Ask,
  { rateLimit, stop, ended, signOfLife, amend, hasAccepted, mayAskAgain }: Asking & Waiting,
): Ask {
  let [answers, busy] = [0, 0];
  return async (request, connection) => {
    let sent = await ask(request, connection);
    const share = busy / Math.max(1, answers);
    answers += 1;
    let [mayBeRead, signs] = [false, 0];
    const isUnheld = (): boolean => (request.kind === "open" || request.mayMeet === "taken-id") && isRateLimited(sent);
    const isAccepting = async (): Promise<boolean> =>
      (isUnavailable(sent) || isUnheld()) && (await signOfLife(connection)) === "accepted";
    for (let time = 1; (isRateLimited(sent) || isUnavailable(sent)) && !ended.aborted; time += 1) {
      // If a rate limit lets only some requests through, one sign may be accepted by chance.
      const enough = isUnheld() ? SHOWN.unheld : SHOWN.refused;
      const isByChance = !isUnheld() && share ** time * answers > BY_CHANCE;
      if (time >= enough.times && !isByChance && (await isAccepting())) signs += 1;
      if (signs >= enough.signs) {
        rateLimit.spare(time);
        return sent;
      }
      const late = sent.answer === null ? null : rateLimit.note(sent.answer, time);
      if (late === null && !mayAskAgain()) {
        stop(stopAfterAskingAgain(sent.answer?.status ?? 0, hasAccepted()));
        return sent;
      }
      if (late !== null) {
        // Waits that add up say nothing about this request if busy answers are frequent.
        const isOfAll = isByChance && late.askedMs <= late.limitMs;
        if (isOfAll || (signs === 0 && !(await isAccepting()))) stop(stopAfterWaiting(late, hasAccepted()));
        return sent;
      }
      mayBeRead ||= isUnavailable(sent);
      if (time === 1) busy += 1;
      amend({ ...sent, standing: "asked-again" });
      const again = await ask(request, connection);
      sent = mayBeRead ? amend({ ...again, mayBeRead }) : again;
    }
    return sent;
  };
}

/**
 * Sends a request again that gets no answer, with accepted ordinary requests in between. A valid request is not sent
 * again as it is, because its plant may have been created: its check sends fresh values. Once the run may send no more,
 * the missing answer counts.
 */
export function untilAnswered(ask: Ask, { ended, signOfLife, amend, mayAskAgain }: Asking): Ask {
  return async (request, connection) => {
    let sent = await ask(request, connection);
    for (let time = 2; time <= TIMES && isOwedAnAnswer(sent) && !ended.aborted; time += 1) {
      if (sent.standing === "ends-provider" || mayBeClosedOn(sent)) return sent;
      const isAccepting = mayAskAgain() && (await signOfLife(connection)) === "accepted";
      if (isValid(sent)) return sent;
      if (!mayAskAgain()) return amend({ ...sent, standing: "last-sent" });
      if (!isAccepting) return sent;
      amend({ ...sent, standing: "asked-again" });
      sent = await ask(request, connection);
      if (time === TIMES && isOwedAnAnswer(sent)) sent = amend({ standing: "last-sent", ...sent });
    }
    return sent;
  };
}

/** Whether a request has no answer, or one whose body is judged and did not arrive. */
function isOwedAnAnswer(sent: Sent): boolean {
  if (!isUnanswered(sent)) return false;
  if (sent.answer === null || isValid(sent)) return !isHeard(sent);
  return statusesOf(sent).refusals?.includes(sent.answer.status) === true;
}

/**
 * Sends a request for an open point once more, as it was, if its plant met a server error or a refused token: a provider
 * that accepts it then failed by chance, and not for what the document leaves open. Otherwise, the first answer counts.
 */
export function onceMore(
  ask: Ask,
  { ended, amend, mayAskAgain }: Pick<Asking, "ended" | "amend" | "mayAskAgain">,
): Ask {
  return async (request, connection) => {
    const sent = await ask(request, connection);
    const isOpenPlant = request.kind === "open" && request.plant !== undefined && request.mayMeet !== "cut-off";
    const mayBeChance = isServerError(sent) || refusesToken(sent);
    if (!isOpenPlant || !mayBeChance || !hasToken(request) || !mayAskAgain() || ended.aborted) return sent;
    const again = await ask({ ...request, mayMeet: "taken-id" }, connection);
    if (!isAccepted(again)) return sent;
    amend({ ...sent, standing: "asked-again" });
    return amend({ ...again, request });
  };
}

interface Renewing extends Pick<AskingAgain, "stop" | "ended" | "sign"> {
  readonly tokens: Tokens;
  readonly use: TokenUse;
  /** Marks an exchange whose token had expired. */
  readonly setAside: (sent: Sent) => void;
  /** Removes secrets from a text. */
  readonly clean: (text: string) => string;
}

/**
 * Asks once more with another token if the token has expired: an ordinary request is refused for it as well, and another
 * one is fetched. The answer to the old token is set aside.
 */
export function withFreshToken(ask: Ask, renewing: Renewing): Ask {
  const { tokens, use, sign, setAside, stop, ended, clean } = renewing;
  return async (request, connection) => {
    const token = tokens.current();
    const sent = await ask(request, connection);
    if (ended.aborted) return sent;
    const isExpired = async (): Promise<boolean> => {
      const ordinary = sign();
      if (ordinary === undefined) return true;
      const shown = await ask(ordinary, connection);
      if (!isUnauthorized(shown)) return false;
      // It was only to show this. If no other token is fetched, the request before it counts, or a lockout explains both.
      setAside(shown);
      return true;
    };
    const answer = isLetInOtherwise(request, use) ? outcomeOf(sent) : "other";
    const renewal = await tokens.renewAfter({ token, answer }, isExpired);
    if (renewal === "kept") return sent;
    if (renewal !== "renewed") {
      // A token command may print the secrets that it has.
      const why = clean(renewal.failed);
      const reason = `The token was refused during the run, and no other could be fetched: ${why}.`;
      stop({ cause: "token-refused", reason });
      return sent;
    }
    setAside(sent);
    return ask(request, connection);
  };
}

function isUnauthorized({ answer }: Sent): boolean {
  return answer?.status === 401;
}

function outcomeOf(sent: Sent): UsedToken["answer"] {
  if (isUnauthorized(sent)) return "refused";
  return sent.answer === null || refusesToken(sent) ? "other" : "taken";
}
