/** "The response for a missing or invalid token: not shown": providers that let nobody in for a while after wrong tokens. */
import type { Clock } from "../../http/retry-after.ts";
import { type Behaviour, type ConnectionHistory, refuse } from "../behaviour.ts";
import { answerError, authenticate, but, withHeaders } from "../correct.ts";

/** How a provider locks out. */
interface Lockout {
  readonly status: 401 | 403 | 429 | 503;
  readonly seconds: number;
  /** The wrong tokens that lead to it. */
  readonly after: number;
  /** An accepted token starts the count again. */
  readonly isInARow?: true;
  /** Each request in a lockout makes it begin again. */
  readonly isProlonged?: true;
  readonly saysWhen?: true;
}

const LOCKED = "Not for a while";

/** Locks out every token, the valid one too, by the clock of the run. */
function locking({ status, seconds, after, isInARow, isProlonged, saysWhen }: Lockout): (clock: Clock) => Behaviour {
  return (clock) => {
    let [wrong, until] = [0, 0];
    const lock = (): void => {
      until = clock.now() + seconds * 1000;
    };
    return but({
      authenticate: (request) => {
        const refused = authenticate(request);
        if (clock.now() < until) {
          if (isProlonged === true) lock();
          return refuse("authentication", status, LOCKED);
        }
        if (refused !== undefined) wrong += 1;
        else if (isInARow === true) wrong = 0;
        if (wrong >= after) {
          lock();
          wrong = 0;
        }
        return refused;
      },
      answerError: (refusal) => {
        const answer = answerError(refusal);
        if (saysWhen !== true || refusal.message !== LOCKED) return answer;
        return withHeaders(answer, { "Retry-After": String(seconds) });
      },
    });
  };
}

/** Locks each connection that carried a wrong token, for as long as it is open. */
function lockingConnections(): Behaviour {
  const locked = new WeakSet<ConnectionHistory>();
  return but({
    authenticate: (request) => {
      const refused = authenticate(request);
      if (refused !== undefined) locked.add(request.connection);
      return refused ?? (locked.has(request.connection) ? refuse("authentication", 403, LOCKED) : undefined);
    },
  });
}

/** The name of a lockout completes "a provider that answers ...", and its behaviour goes by the clock of the run. */
export const timedLockouts: Readonly<Record<string, (clock: Clock) => Behaviour>> = {
  "403 for 4 s after five wrong tokens": locking({ status: 403, seconds: 4, after: 5 }),
  "401 for 4 s after five wrong tokens": locking({ status: 401, seconds: 4, after: 5 }),
  "429 for 4 s after five wrong tokens": locking({ status: 429, seconds: 4, after: 5 }),
  "403 for 4 s after five wrong tokens, and says so": locking({ status: 403, seconds: 4, after: 5, saysWhen: true }),
  "503 for 4 s after five wrong tokens, and says so": locking({ status: 503, seconds: 4, after: 5, saysWhen: true }),
  "403 for 20 s after three wrong tokens in a row": locking({ status: 403, seconds: 20, after: 3, isInARow: true }),
  "403 for 1 s after each wrong token": locking({ status: 403, seconds: 1, after: 1 }),
  "403 until nobody asked for 3 s, after ten wrong tokens": locking({
    status: 403,
    seconds: 3,
    after: 10,
    isProlonged: true,
  }),
  "403 on each connection that carried a wrong token": lockingConnections,
};
