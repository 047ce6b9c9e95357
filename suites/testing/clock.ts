/** A clock that stops until every task waits, and then advances to the next time that a task waits for. */
import type { Clock } from "../../http/retry-after.ts";

/** A new clock, at 0. */
export function steppedClock(): Clock {
  let now = 0;
  const waiting: { readonly until: number; readonly wake: () => void }[] = [];
  const step = (): void => {
    const [next] = waiting.sort((a, b) => a.until - b.until).splice(0, 1);
    if (next === undefined) return;
    now = Math.max(now, next.until);
    next.wake();
  };
  return {
    now: () => now,
    pause: (milliseconds) => {
      if (milliseconds <= 0) return Promise.resolve();
      // Running tasks reach their own wait first.
      setImmediate(step);
      return new Promise((wake) => waiting.push({ until: now + milliseconds, wake }));
    },
  };
}
