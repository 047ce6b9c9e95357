/**
 * The provider's wish to be left alone for a while: 429, 502, 503, 504 and Retry-After (RFC 6585 section 4, RFC 9110
 * sections 10.2.3 and 15.6).
 */
import { header } from "./headers.ts";
import type { Sent } from "../suites/checks/check.ts";
import type { Stop } from "../suites/run/stop.ts";

/** What time it is, and how it passes; a test has its own. */
export interface Clock {
  /** Milliseconds from some moment on. */
  readonly now: () => number;
  /** Resolves after so many milliseconds, or when the run has ended. */
  readonly pause: (milliseconds: number, ended: AbortSignal) => Promise<void>;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => performance.now(), pause };

/** Holds a run back as long as a provider asks, up to a limit for the whole run. */
export interface RateLimit {
  /** Resolves when the provider may be asked again, or when the run has ended. */
  readonly wait: (ended: AbortSignal) => Promise<void>;
  /**
   * Notes an answer that asks for time, the `time`th to the same request, counted from 1.
   * @returns null when the request may be sent again; otherwise why the run cannot go on
   */
  readonly note: (sent: Sent, time: number) => Stop | null;
  /** It was this one request that was refused, so many times, and the provider was not busy. */
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
  /** Whether a request was accepted before: one that never was could not be reached. */
  readonly hasAccepted: () => boolean;
  readonly clock?: Clock;
}

/** Opens the waiting of a run. */
export function openRateLimit({ limitMs, hasAccepted, clock = systemClock }: RateLimitOptions): RateLimit {
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
    note: (sent, time) => {
      const now = clock.now();
      const asked = askedToWait(sent);
      const until = now + Math.max(asked, patience(time));
      const more = Math.max(0, until - Math.max(resumeAt, now));
      count += 1;
      if (waited + more > limitMs) return lateStop(sent, { asked, count, limitMs, hasAccepted: hasAccepted() });
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

interface Late extends Pick<RateLimitOptions, "limitMs"> {
  readonly asked: number;
  readonly count: number;
  readonly hasAccepted: boolean;
}

/** Why a provider is not waited for any longer. */
function lateStop({ answer }: Sent, { asked, count, limitMs, hasAccepted }: Late): Stop {
  const status = answer?.status ?? 0;
  const limit = `the ${seconds(limitMs)} s that the run may wait in all`;
  const how =
    asked > limitMs
      ? `answered ${status} and asked to wait ${seconds(asked)} s, longer than ${limit}`
      : `answered ${status} to ${count === 1 ? "1 request" : `${count} requests`}, and waiting once more would take longer than ${limit}`;
  if (status === 429) return { cause: "rate-limited", reason: `The provider ${how} (--max-wait, --rate).` };
  return hasAccepted
    ? { cause: "broke-down", reason: `The provider broke down during the run: it ${how} (--max-wait, --rate).` }
    : { cause: "unreachable", reason: `The provider could not be reached: it ${how} (--max-wait).` };
}

function patience(time: number): number {
  return time < 2 ? 0 : Math.min(PATIENCE.mostMs, PATIENCE.firstMs * 2 ** (time - 2));
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}

/** A gateway that says nothing of time, and a provider that answers 429 and says nothing, in milliseconds. */
const UNSAID = { gateway: 250, busy: 1_000 } as const;

/** Seconds or a date, in milliseconds from now. */
function askedToWait({ answer }: Sent): number {
  const unsaid = answer?.status === 429 ? UNSAID.busy : UNSAID.gateway;
  const value = header(answer?.headers ?? [], "retry-after");
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
