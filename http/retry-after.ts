/**
 * Answers that ask a client to wait: 429, 502, 503, 504, Retry-After (RFC 6585 section 4, RFC 9110 sections 10.2.3,
 * 15.6).
 */
import { header, type WireResponse } from "./message.ts";

/** A clock. Tests replace it. */
export interface Clock {
  /** Milliseconds since some moment. */
  readonly now: () => number;
  /** Resolves after the given milliseconds, or when the run has ended. */
  readonly pause: (milliseconds: number, ended: AbortSignal) => Promise<void>;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => performance.now(), pause };

/** The parts of an answer that say how long to wait. */
export type BusyAnswer = Pick<WireResponse, "status" | "headers">;

/** Why the run does not wait once more: it would exceed the limit. */
export interface WaitExceeded {
  readonly status: number;
  /** The time that the answer asked for, in milliseconds. */
  readonly askedMs: number;
  /** The number of answers so far that asked the client to wait, including this one. */
  readonly count: number;
  readonly limitMs: number;
}

/** Delays the requests of a run as long as a provider asks, up to a limit for all waits. */
export interface RateLimit {
  /** Resolves when the next request may be sent, or when the run has ended. */
  readonly wait: (ended: AbortSignal) => Promise<void>;
  /**
   * Records an answer that asks the client to wait. It is the `time`th answer to the same request, counted from 1.
   * @returns null when the request may be sent again; otherwise why waiting once more would exceed the limit
   */
  readonly note: (answer: BusyAnswer, time: number) => WaitExceeded | null;
  /** As `note`, for an answer that does not mean that requests come too fast: later requests are not spaced. */
  readonly hold: (answer: BusyAnswer, time: number) => WaitExceeded | null;
  /** Removes the spacing caused by a request that was refused this many times although the provider was not busy. */
  readonly spare: (times: number) => void;
}

/**
 * The minimum wait before a request is sent for the third time, even if Retry-After is shorter. It doubles each time.
 */
const PATIENCE = { firstMs: 250, mostMs: 8_000 } as const;

/** The time between requests after one was repeated too soon, doubled each time. */
const SPACING = { firstMs: 50, mostMs: 1_000 } as const;

/** Options of a rate limit. */
export interface RateLimitOptions {
  /** The limit for all waits together, in milliseconds. Waits that overlap count once. */
  readonly limitMs: number;
  readonly clock?: Clock;
}

/** Creates the rate limit of a run. */
export function openRateLimit({ limitMs, clock = systemClock }: RateLimitOptions): RateLimit {
  let [waited, resumeAt, count] = [0, 0, 0];
  let [spacing, next] = [0, 0];
  const hold: RateLimit["hold"] = (answer, time) => {
    const now = clock.now();
    const askedMs = askedToWait(answer);
    const until = now + Math.max(askedMs, patience(time));
    const more = Math.max(0, until - Math.max(resumeAt, now));
    count += 1;
    if (waited + more > limitMs) return { status: answer.status, askedMs, count, limitMs };
    waited += more;
    resumeAt = Math.max(resumeAt, until);
    return null;
  };
  return {
    wait: async (ended) => {
      await clock.pause(resumeAt - clock.now(), ended);
      if (spacing === 0) return;
      const at = Math.max(clock.now(), next);
      next = at + spacing;
      await clock.pause(at - clock.now(), ended);
    },
    note: (answer, time) => {
      // Requests that were sent again in parallel are refused together. That counts as one refusal.
      const isTooFast = time > 1 && clock.now() >= resumeAt;
      const late = hold(answer, time);
      if (late === null && isTooFast) spacing = Math.min(SPACING.mostMs, Math.max(SPACING.firstMs, 2 * spacing));
      return late;
    },
    hold,
    spare: (times) => {
      // The spacing was doubled each time except the first and the last.
      const before = spacing / 2 ** (times - 2);
      spacing = before < SPACING.firstMs ? 0 : before;
    },
  };
}

function patience(time: number): number {
  return time < 2 ? 0 : Math.min(PATIENCE.mostMs, PATIENCE.firstMs * 2 ** (time - 2));
}

/** The wait after an answer without Retry-After, in milliseconds. */
const DEFAULT_WAIT = { gateway: 250, busy: 1_000 } as const;

/**
 * Retry-After, which is seconds or a date, in milliseconds from now. A date is compared with the answer's own `Date`: the
 * clock of this machine may be wrong, or set during the run.
 */
function askedToWait({ status, headers }: BusyAnswer): number {
  const unsaid = status === 429 ? DEFAULT_WAIT.busy : DEFAULT_WAIT.gateway;
  const value = header(headers, "retry-after");
  if (value === null) return unsaid;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const until = Date.parse(value);
  if (Number.isNaN(until)) return unsaid;
  const said = Date.parse(header(headers, "date") ?? "");
  return Math.max(0, until - (Number.isNaN(said) ? Date.now() : said));
}

/** Waits, unless the run ends first. */
export function pause(milliseconds: number, ended: AbortSignal): Promise<void> {
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

// Limits the requests per second of a run. Checks, fuzzing and contracts share one pace.

export interface Pace {
  /** Resolves when the next request may leave, or when the run has ended. */
  readonly wait: (ended: AbortSignal) => Promise<void>;
}

/** The delay that a run catches up on, in milliseconds: timers fire late, at high rates by several requests. */
const BEHIND = 50;

/**
 * Creates a pace. Requests are spread evenly, and no period of one second has more requests than the rate.
 * @param rate requests per second, an integer; undefined for no limit
 */
export function openPace(rate: number | undefined): Pace {
  if (rate === undefined) return { wait: () => Promise.resolve() };
  const left: number[] = [];
  let next = performance.now();
  let count = 0;
  const release = async (ended: AbortSignal): Promise<void> => {
    next = Math.max(next, performance.now() - BEHIND);
    const aSecondAgo = left[count % rate];
    const at = Math.max(next, aSecondAgo === undefined ? next : aSecondAgo + 1000);
    while (performance.now() < at && !ended.aborted) await pause(at - performance.now(), ended);
    left[count % rate] = performance.now();
    count += 1;
    next += 1000 / rate;
  };
  let turn = Promise.resolve();
  return { wait: (ended) => (turn = turn.then(() => release(ended))) };
}
