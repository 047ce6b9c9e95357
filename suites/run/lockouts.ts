/**
 * Lockouts: after a wrong token, a provider may refuse every token for a while. What it refused then is sent again.
 * What comes and goes, or comes before any wrong token, is a refusal like any other.
 */
import { refusesToken } from "../checks/exchange-facts.ts";
import type { PlannedRequest, Sent } from "../checks/check.ts";
import type { RateLimit } from "../../http/rate-limit.ts";
import type { Connection } from "../../http/connection.ts";
import type { Ask } from "./retry.ts";
import { type TokenUse, hasToken, schemeOf } from "./token-use.ts";

interface Waiting {
  readonly use: TokenUse;
  readonly rateLimit: RateLimit;
  readonly ended: AbortSignal;
  readonly amend: (sent: Sent) => Sent;
  /** The next ordinary request for a sign of life; undefined if none is left. */
  readonly sign: () => PlannedRequest | undefined;
  readonly mayAskAgain: () => boolean;
  /** Other runs ask the same provider, and their wrong tokens may lock this one out. */
  readonly isBesideOthers: boolean;
}

/**
 * Asks again, after growing pauses, if the valid token is refused in a lockout: a request without it was sent since the
 * last accepted one, and another ordinary request is refused as well. The document does not say what a wrong token
 * leads to, so this is not a fault. A lockout that outlasts the waits is waited for only once.
 */
export function pastLockouts(ask: Ask, waiting: Waiting): Ask {
  const { use, rateLimit, ended, amend, mayAskAgain, isBesideOthers } = waiting;
  let isForGood = false;
  return async (request, connection) => {
    let sent = await ask(request, connection);
    const isOfToken = (): boolean => refusesToken(sent) && isLetInOtherwise(request, use);
    if (!isOfToken() || isForGood || !(isBesideOthers || use.mayBeLockedOut())) return sent;
    const from = use.now();
    if (!(await isEveryRefused(ask, connection, waiting))) return sent;
    for (let time = 1; isOfToken() && !use.acceptedSince(from) && !ended.aborted; time += 1) {
      if (sent.answer === null || !mayAskAgain() || rateLimit.hold(sent.answer, time) !== null) {
        isForGood = true;
        return sent;
      }
      amend({ ...sent, isAskedAgain: true });
      sent = await ask(request, connection);
    }
    return sent;
  };
}

/** Whether an ordinary request is refused for its token as well, at once and without a pause. */
async function isEveryRefused(ask: Ask, connection: Connection, { sign, amend }: Waiting): Promise<boolean> {
  const ordinary = sign();
  if (ordinary === undefined) return true;
  const shown = await ask(ordinary, connection);
  if (!refusesToken(shown)) return false;
  amend({ ...shown, isAskedAgain: true });
  return true;
}

/** Whether a request has the valid token, in a spelling of the scheme that the provider is known to accept. */
function isLetInOtherwise(request: PlannedRequest, { knows }: TokenUse): boolean {
  return hasToken(request) && knows(schemeOf(request));
}
