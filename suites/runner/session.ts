/** The sending side of a run: connections, the rate limit, signs of life, and the list of everything that was sent. */
import type { PlannedRequest, Sent } from "./check.ts";
import { openLanes } from "./lanes.ts";
import type { Pace } from "./pace.ts";
import type { Provider } from "./provider.ts";
import { openRateLimit } from "./rate-limit.ts";
import type { Redact } from "../../reports/redact.ts";
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
  /** As `ask`, but what was sent is counted and not kept: it has no place in the history, and its index is -1. */
  stream(request: PlannedRequest): Promise<Sent>;
  /** Ends the run: what is in flight is cut off, and what is asked later is not sent. The first reason counts. */
  stop(why: Stop): void;
  readonly history: readonly Sent[];
  readonly counts: () => Counts;
  readonly stopped: () => Stop | null;
  close(): Promise<void>;
}

/** What was sent so far, kept or not. */
export interface Counts {
  readonly exchanges: number;
  /** Requests answered 200: each may have left a plant in the provider's store. */
  readonly plantsCreated: number;
}

/** The end of a run whose provider answers nothing any more, given the ordinary request that was its last chance. */
export function silent({ exchange }: Sent): Stop {
  const detail = exchange.noAnswer?.detail ?? "no answer";
  return { cause: "silent", reason: `The provider stopped answering during the run: ${detail}.` };
}

/** What a session is opened with. */
export interface SessionOptions {
  readonly provider: Provider;
  readonly redact: Redact;
  readonly pace: Pace;
  readonly startedAt: number;
  /** Told after each exchange. */
  readonly onSent?: (sent: Sent) => void;
}

/** Opens a session. No connection is made before something is asked. */
export function openSession({ provider, redact, pace, startedAt, onSent }: SessionOptions): Session {
  const history: Sent[] = [];
  const ended = new AbortController();
  const lanes = openLanes(provider);
  const rateLimit = openRateLimit(provider.limits.rateLimitMs);
  const sending: Sending = { provider, redact, pace, ended: ended.signal, startedAt };
  let [next, stopped]: [number, Stop | null] = [0, null];
  let counts: Counts = { exchanges: 0, plantsCreated: 0 };

  const stop = (why: Stop): void => {
    stopped ??= why;
    ended.abort();
  };
  const once = async (request: PlannedRequest, lane: Lane, isKept: boolean): Promise<Sent> => {
    await rateLimit.wait(ended.signal);
    const index = isKept ? next++ : -1;
    const sent: Sent = { request, index, ...(await send(request, lane, sending)) };
    if (isKept) history[index] = sent;
    counts = countedIn(counts, sent);
    onSent?.(sent);
    return sent;
  };
  const asking = (request: PlannedRequest, isKept: boolean): Promise<Sent> =>
    lanes.use(request.connection, async (lane) => {
      let sent = await once(request, lane, isKept);
      while (sent.answer?.status === 429 && !ended.signal.aborted) {
        if (rateLimit.note(sent)) sent = await once(request, lane, isKept);
        else stop(rateLimited(provider.limits.rateLimitMs));
      }
      return sent;
    });
  return {
    ask: (request) => asking(request, true),
    stream: (request) => asking(request, false),
    stop,
    history,
    counts: () => counts,
    stopped: () => stopped,
    close: () => lanes.close(),
  };
}

function countedIn({ exchanges, plantsCreated }: Counts, { request, answer }: Sent): Counts {
  const isCreated = request.method === "POST" && answer?.status === 200;
  return { exchanges: exchanges + 1, plantsCreated: plantsCreated + (isCreated ? 1 : 0) };
}

function rateLimited(limitMs: number): Stop {
  const seconds = Math.round(limitMs / 1000);
  const reason = `The provider answered 429 and asked to wait longer than the ${seconds} s that the run may wait.`;
  return { cause: "rate-limited", reason };
}
