/** The sending side of a run: connections, the rate limit, signs of life, and the list of everything that was sent. */
import { setMaxListeners } from "node:events";
import type { PlannedRequest, Sent } from "./check.ts";
import { openEvidence } from "./evidence.ts";
import { openLanes } from "./lanes.ts";
import type { Pace } from "./pace.ts";
import type { Provider } from "./provider.ts";
import { openRateLimit } from "./rate-limit.ts";
import type { Redaction } from "../../reports/redact.ts";
import { type Sending, send } from "./send.ts";
import { type Ask, type Stop, untilHeard, withFreshToken } from "./again.ts";
import { openTokens } from "./tokens.ts";
import type { Lane } from "./wire.ts";

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
  readonly redaction: Redaction;
  readonly pace: Pace;
  readonly startedAt: number;
  /** Told after each exchange. */
  readonly onSent?: (sent: Sent) => void;
}

/** Opens a session. No connection is made before something is asked. */
export function openSession({ provider, redaction, pace, startedAt, onSent }: SessionOptions): Session {
  const ended = new AbortController();
  // Each request in flight listens, so that their number says nothing of a leak.
  setMaxListeners(0, ended.signal);
  const lanes = openLanes(provider);
  const rateLimit = openRateLimit(provider.limits.rateLimitMs);
  const tokens = openTokens(provider, redaction, ended.signal);
  const { redact } = redaction;
  const evidence = openEvidence(provider.limits.evidenceBytes);
  const sending: Sending = { provider, token: tokens.current, redact, evidence, pace, ended: ended.signal, startedAt };
  const list = openList(sending, onSent);
  let stopped: Stop | null = null;
  const stop = (why: Stop): void => {
    stopped ??= why;
    ended.abort();
  };
  const asking = (isKept: boolean): Session["ask"] => {
    const once: Ask = async (request, lane) => {
      await rateLimit.wait(ended.signal);
      return list.send(request, lane, isKept);
    };
    const patient = untilHeard(once, { rateLimit, stop, ended: ended.signal });
    const ask = withFreshToken(patient, { tokens, stop, setAside: list.setAside, ended: ended.signal });
    return (request) => lanes.use(request.connection, (lane) => ask(request, lane));
  };
  return {
    ask: asking(true),
    stream: asking(false),
    stop,
    history: list.history,
    counts: list.counts,
    stopped: () => stopped,
    close: () => lanes.close(),
  };
}

/** What was sent: kept in the list, or counted alone. */
interface List extends Pick<Session, "history" | "counts"> {
  readonly send: (request: PlannedRequest, lane: Lane, isKept: boolean) => Promise<Sent>;
  /** What came back is no answer to the request, and nothing is expected of it. */
  readonly setAside: (sent: Sent) => void;
}

function openList(sending: Sending, onSent: SessionOptions["onSent"]): List {
  const history: Sent[] = [];
  // What is not kept takes no room from what is.
  const unkept: Sending = { ...sending, evidence: { take: () => true } };
  let next = 0;
  let counts: Counts = { exchanges: 0, plantsCreated: 0 };
  return {
    history,
    counts: () => counts,
    send: async (request, lane, isKept) => {
      const index = isKept ? next++ : -1;
      const sent: Sent = { request, index, ...(await send(request, lane, isKept ? sending : unkept)) };
      if (isKept) history[index] = sent;
      counts = countedIn(counts, sent);
      onSent?.(sent);
      return sent;
    },
    setAside: (sent) => {
      if (sent.index >= 0) history[sent.index] = { ...sent, request: { ...sent.request, kind: "open" } };
    },
  };
}

function countedIn({ exchanges, plantsCreated }: Counts, { request, answer }: Sent): Counts {
  const isCreated = request.method === "POST" && answer?.status === 200;
  return { exchanges: exchanges + 1, plantsCreated: plantsCreated + (isCreated ? 1 : 0) };
}
