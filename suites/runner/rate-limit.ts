/** The provider's wish to be left alone for a while: 429 and Retry-After (RFC 6585 section 4, RFC 9110 section 10.2.3). */
import { header } from "./answer.ts";
import type { Sent } from "./check.ts";

/** Holds a run back as long as a provider asks, up to a limit for the whole run. */
export interface RateLimit {
  /** Resolves when the provider may be asked again, or when the run has ended. */
  readonly wait: (ended: AbortSignal) => Promise<void>;
  /**
   * Notes an answer 429, the `time`th to the same request, counted from 1.
   * @returns null when the request may be sent again; otherwise why the run cannot go on, in a sentence
   */
  readonly note: (sent: Sent, time: number) => string | null;
}

/** Waited at least before a request is sent a third time, doubled each time: a provider that never means it is not flooded. */
const PATIENCE = { firstMs: 250, mostMs: 8_000 } as const;

/** @param limitMs for all waits of the run together, in milliseconds; waits that overlap count once */
export function openRateLimit(limitMs: number): RateLimit {
  let waited = 0;
  let resumeAt = 0;
  let count = 0;
  return {
    wait: (ended) => pause(resumeAt - performance.now(), ended),
    note: ({ answer }, time) => {
      const now = performance.now();
      const asked = retryAfter(header(answer?.headers ?? [], "retry-after"));
      const until = now + Math.max(asked, patience(time));
      const more = Math.max(0, until - Math.max(resumeAt, now));
      count += 1;
      if (waited + more > limitMs) {
        const limit = `the ${seconds(limitMs)} s that the run may wait in all`;
        return asked > limitMs
          ? `The provider answered 429 and asked to wait ${seconds(asked)} s, longer than ${limit}.`
          : `The provider answered 429 to ${count} requests, and waiting once more would take longer than ${limit}.`;
      }
      waited += more;
      resumeAt = Math.max(resumeAt, until);
      return null;
    },
  };
}

function patience(time: number): number {
  return time < 2 ? 0 : Math.min(PATIENCE.mostMs, PATIENCE.firstMs * 2 ** (time - 2));
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}

/** Seconds or a date, in milliseconds from now; one second where nothing readable is said. */
function retryAfter(value: string | null): number {
  if (value === null) return 1000;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? 1000 : Math.max(0, date - Date.now());
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
