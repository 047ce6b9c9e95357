/** The sending side of a run: connections, the rate limit, signs of life, and the list of everything that was sent. */
import { header } from "./answer.ts";
import type { PlannedRequest, Sent } from "./check.ts";
import { openLanes } from "./lanes.ts";
import type { Provider } from "./provider.ts";
import { type Redact } from "./redact.ts";
import { type Sending, send } from "./send.ts";
import type { Lane } from "./wire.ts";

/** Why a run ended before everything was sent. */
export interface Stop {
  readonly cause: "unreachable" | "token-refused" | "not-here" | "silent" | "rate-limited" | "deadline" | "interrupted";
  /** In a sentence. */
  readonly reason: string;
}

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
  readonly redact: Redact;
  readonly startedAt: number;
  /** Told after each exchange. */
  readonly onSent?: (sent: Sent) => void;
}

/** Opens a session. No connection is made before something is asked. */
export function openSession({ provider, redact, startedAt, onSent }: SessionOptions): Session {
  const history: Sent[] = [];
  const ended = new AbortController();
  const lanes = openLanes(provider);
  let stopped: Stop | null = null;
  let waited = 0;
  let resumeAt = 0;
  let next = 0;
  const sending: Sending = { provider, redact, ended: ended.signal, startedAt };

  const stop = (why: Stop): void => {
    stopped ??= why;
    ended.abort();
  };

  const once = async (request: PlannedRequest, lane: Lane): Promise<Sent> => {
    await pause(resumeAt - performance.now(), ended.signal);
    const index = next;
    next += 1;
    const { exchange, answer } = await send(request, lane, sending);
    const sent: Sent = { request, exchange, index, answer };
    history[index] = sent;
    onSent?.(sent);
    return sent;
  };

  /** Waits as the provider asks (RFC 9110 section 10.2.3), all waits of the run together within the limit. */
  const mayTryAgain = (sent: Sent): boolean => {
    const milliseconds = retryAfter(header(sent.answer?.headers ?? [], "retry-after"));
    const from = Math.max(resumeAt, performance.now());
    const until = performance.now() + milliseconds;
    const more = Math.max(0, until - from);
    if (waited + more > provider.limits.rateLimitMs) {
      const seconds = Math.round(provider.limits.rateLimitMs / 1000);
      stop({
        cause: "rate-limited",
        reason: `The provider answered 429 and asked to wait longer than the ${seconds} s that the run may wait.`,
      });
      return false;
    }
    waited += more;
    resumeAt = Math.max(resumeAt, until);
    return true;
  };

  const ask = (request: PlannedRequest): Promise<Sent> =>
    lanes.use(request.connection, async (lane) => {
      let sent = await once(request, lane);
      while (sent.answer?.status === 429 && !ended.signal.aborted && mayTryAgain(sent)) {
        sent = await once(request, lane);
      }
      return sent;
    });

  return { ask, stop, history, stopped: () => stopped, close: lanes.close };
}

/** Seconds or a date (RFC 9110 section 10.2.3), in milliseconds from now; one second where nothing readable is said. */
function retryAfter(value: string | null): number {
  if (value === null) return 1000;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? 1000 : Math.max(0, date - Date.now());
}

function pause(milliseconds: number, ended: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || ended.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      ended.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    ended.addEventListener("abort", done);
  });
}
