/** The sending side of a run: connections, the rate limit, signs of life, and the list of everything that was sent. */
import { setMaxListeners } from "node:events";
import type { PlannedRequest, Sent } from "./check.ts";
import { openLanes } from "./lanes.ts";
import type { Provider } from "./provider.ts";
import { openRateLimit } from "./rate-limit.ts";
import type { Redaction } from "../../reports/redact.ts";
import { type Sending, send } from "./send.ts";
import { type Ask, type Stop, untilHeard, withFreshToken } from "./again.ts";
import { openTokens } from "./tokens.ts";

/** What a run needs to send. */
export interface Session {
  /** Sends and records; waits for a connection, and for a provider that answers 429. */
  ask(request: PlannedRequest): Promise<Sent>;
  /** Ends the run: what is in flight is cut off, and what is asked later is not sent. The first reason counts. */
  stop(why: Stop): void;
  readonly history: readonly Sent[];
  readonly stopped: () => Stop | null;
  close(): Promise<void>;
}

/** What a session is opened with. */
export interface SessionOptions {
  readonly provider: Provider;
  readonly redaction: Redaction;
  readonly startedAt: number;
  /** Told after each exchange. */
  readonly onSent?: (sent: Sent) => void;
}

/** Opens a session. No connection is made before something is asked. */
export function openSession({ provider, redaction, startedAt, onSent }: SessionOptions): Session {
  const history: Sent[] = [];
  const ended = new AbortController();
  // Each request in flight listens, so that their number says nothing of a leak.
  setMaxListeners(0, ended.signal);
  const lanes = openLanes(provider);
  const rateLimit = openRateLimit(provider.limits.rateLimitMs);
  const tokens = openTokens(provider, redaction);
  const sending: Sending = {
    provider,
    token: tokens.current,
    redact: redaction.redact,
    ended: ended.signal,
    startedAt,
  };
  let stopped: Stop | null = null;
  let next = 0;

  const stop = (why: Stop): void => {
    stopped ??= why;
    ended.abort();
  };
  const once: Ask = async (request, lane) => {
    await rateLimit.wait(ended.signal);
    const index = next;
    next += 1;
    const { exchange, answer } = await send(request, lane, sending);
    const sent: Sent = { request, exchange, index, answer };
    history[index] = sent;
    onSent?.(sent);
    return sent;
  };
  const patient = untilHeard(once, { rateLimit, stop, ended: ended.signal });
  const setAside = (sent: Sent): void => {
    history[sent.index] = { ...sent, request: { ...sent.request, kind: "open" } };
  };
  const asker = withFreshToken(patient, { tokens, stop, setAside, ended: ended.signal });
  const ask = (request: PlannedRequest): Promise<Sent> => lanes.use(request.connection, (lane) => asker(request, lane));
  return { ask, stop, history, stopped: () => stopped, close: () => lanes.close() };
}
