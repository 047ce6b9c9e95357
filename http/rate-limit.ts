/** Answers that ask the client to wait: 429, 502, 503, 504 and Retry-After (RFC 6585 section 4, RFC 9110 sections 10.2.3 and 15.6). */
import { header } from "./headers.ts";
import type { WireResponse } from "./message.ts";

/** What time it is, and how it passes; a test has its own. */
export interface Clock {
  /** Milliseconds from some moment on. */
  readonly now: () => number;
  /** Resolves after so many milliseconds, or when the run has ended. */
  readonly pause: (milliseconds: number, ended: AbortSignal) => Promise<void>;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => performance.now(), pause };

/** What of an answer says how long to wait. */
export type BusyAnswer = Pick<WireResponse, "status" | "headers">;

/** An answer after which the limit leaves no more time to wait. */
export interface WaitExceeded {
  readonly status: number;
  /** What the answer asked for, in milliseconds. */
  readonly askedMs: number;
  /** How many answers asked for time so far, this one included. */
  readonly count: number;
  readonly limitMs: number;
}

/** Holds a run back as long as a provider asks, up to a limit for the whole run. */
export interface RateLimit {
  /** Resolves when the provider may be asked again, or when the run has ended. */
  readonly wait: (ended: AbortSignal) => Promise<void>;
  /**
   * Records an answer that asks for time, the `time`th to the same request, counted from 1.
   * @returns null when the request may be sent again; otherwise why waiting once more would exceed the limit
   */
  readonly note: (answer: BusyAnswer, time: number) => WaitExceeded | null;
  /** Undoes the spacing for a request that was refused so many times by a provider that was not busy. */
  readonly spare: (times: number) => void;
}

/** Waited at least before a request is sent a third time, doubled each time: a provider that never means it is not flooded. */
const PATIENCE = { firstMs: 250, mostMs: 8_000 } as const;

/** Between one request and the next, once a request was sent again too soon: doubled each time that happens. */
const SPACING = { firstMs: 50, mostMs: 1_000 } as const;

/** What a run's waiting is opened with. */
export interface RateLimitOptions {
  /** For all waits of the run together, in milliseconds; waits that overlap count once. */
  readonly limitMs: number;
  readonly clock?: Clock;
}

/** Opens the waiting of a run. */
export function openRateLimit({ limitMs, clock = systemClock }: RateLimitOptions): RateLimit {
  let [waited, resumeAt, count] = [0, 0, 0];
  let [spacing, next] = [0, 0];
  return {
    wait: async (ended) => {
      await clock.pause(resumeAt - clock.now(), ended);
      if (spacing === 0) return;
      const at = Math.max(clock.now(), next);
      next = at + spacing;
      await clock.pause(at - clock.now(), ended);
    },
    note: (answer, time) => {
      const now = clock.now();
      const askedMs = askedToWait(answer);
      const until = now + Math.max(askedMs, patience(time));
      const more = Math.max(0, until - Math.max(resumeAt, now));
      count += 1;
      if (waited + more > limitMs) return { status: answer.status, askedMs, count, limitMs };
      if (time > 1) spacing = Math.min(SPACING.mostMs, Math.max(SPACING.firstMs, 2 * spacing));
      waited += more;
      resumeAt = Math.max(resumeAt, until);
      return null;
    },
    spare: (times) => {
      // Each time but the first and the last has doubled it.
      const before = spacing / 2 ** (times - 2);
      spacing = before < SPACING.firstMs ? 0 : before;
    },
  };
}

function patience(time: number): number {
  return time < 2 ? 0 : Math.min(PATIENCE.mostMs, PATIENCE.firstMs * 2 ** (time - 2));
}

/** Waited after an answer without Retry-After, in milliseconds. */
const DEFAULT_WAIT = { gateway: 250, busy: 1_000 } as const;

/** Retry-After, which is seconds or a date, in milliseconds from now. */
function askedToWait({ status, headers }: BusyAnswer): number {
  const unsaid = status === 429 ? DEFAULT_WAIT.busy : DEFAULT_WAIT.gateway;
  const value = header(headers, "retry-after");
  if (value === null) return unsaid;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? unsaid : Math.max(0, date - Date.now());
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
