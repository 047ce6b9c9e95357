/** Requests a second, at most, over the whole run: the checks, fuzzing and the contracts share one pace. */
import { pause } from "./rate-limit.ts";

export interface Pace {
  /** Resolves when the next request may leave, or when the run has ended. */
  readonly wait: (ended: AbortSignal) => Promise<void>;
}

/** Milliseconds behind its time-table that a run makes good for: timers are late, and at high rates by several requests. */
const BEHIND = 50;

/**
 * Opens a pace. Requests are spread evenly, and in no second, wherever it begins, do more leave than the rate.
 * @param rate requests a second, a whole number; undefined for no limit
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
