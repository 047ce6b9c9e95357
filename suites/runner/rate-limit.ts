/** The provider's wish to be left alone for a while: 429 and Retry-After (RFC 6585 section 4, RFC 9110 section 10.2.3). */
import { header } from "./answer.ts";
import type { Sent } from "./check.ts";

/** Holds a run back as long as a provider asks, up to a limit for the whole run. */
export interface RateLimit {
  /** Resolves when the provider may be asked again, or when the run has ended. */
  readonly wait: (ended: AbortSignal) => Promise<void>;
  /** Notes an answer 429. False when waiting as long as it asks would be longer than the limit. */
  readonly note: (sent: Sent) => boolean;
}

/** @param limitMs for all waits of the run together, in milliseconds; waits that overlap count once */
export function openRateLimit(limitMs: number): RateLimit {
  let waited = 0;
  let resumeAt = 0;
  return {
    wait: (ended) => pause(resumeAt - performance.now(), ended),
    note: ({ answer }) => {
      const now = performance.now();
      const until = now + retryAfter(header(answer?.headers ?? [], "retry-after"));
      const more = Math.max(0, until - Math.max(resumeAt, now));
      if (waited + more > limitMs) return false;
      waited += more;
      resumeAt = Math.max(resumeAt, until);
      return true;
    },
  };
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
