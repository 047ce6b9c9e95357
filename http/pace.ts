/** Limits the requests per second of a run. Checks, fuzzing and contracts share one pace. */
import { pause } from "./retry-after.ts";

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
