import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openPace } from "./retry-after.ts";

const never = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** When each request is sent, in milliseconds from the start, with a clock that advances in steps of `tick`. */
async function departures(rate: number, count: number, tick: number): Promise<readonly number[]> {
  const pace = openPace(rate);
  const start = performance.now();
  const left: number[] = [];
  const all = Array.from({ length: count }, async () => {
    await pace.wait(never);
    left.push(performance.now() - start);
  });
  while (left.length < count) await vi.advanceTimersByTimeAsync(tick);
  await Promise.all(all);
  return left;
}

/** The largest number of requests in any second. */
function most(left: readonly number[]): number {
  return Math.max(...left.map((begin) => left.filter((at) => at >= begin && at < begin + 1000).length));
}

describe("a pace", () => {
  test.each([
    [1, 5, 1],
    [7, 40, 1],
    [100, 350, 1],
    [100, 350, 30],
    [2000, 5000, 1],
    [2000, 5000, 16],
  ])("of %i a second is never exceeded in any second (%i requests, timers %i ms late)", async (rate, count, tick) => {
    const left = await departures(rate, count, tick);
    expect(most(left)).toBeLessThanOrEqual(rate);
    // The rate is also reached: the last request leaves when its turn comes, or at most two ticks later.
    const due = ((count - 1) / rate) * 1000;
    expect(left.at(-1)).toBeGreaterThanOrEqual(due - 1);
    expect(left.at(-1)).toBeLessThanOrEqual(due * 1.05 + 4 * tick);
  });

  test("spreads requests evenly: there is no burst at the start", async () => {
    const left = await departures(10, 20, 1);
    expect(left.filter((at) => at < 500).length).toBeLessThanOrEqual(6);
  });

  test("does not make good for a pause", async () => {
    const pace = openPace(10);
    await pace.wait(never);
    await vi.advanceTimersByTimeAsync(5000);
    const left: number[] = [];
    const all = Array.from({ length: 8 }, async () => {
      await pace.wait(never);
      left.push(performance.now());
    });
    await vi.advanceTimersByTimeAsync(300);
    expect(left.length).toBeLessThanOrEqual(5);
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.all(all);
  });

  test("lets everybody go when the run has ended", async () => {
    const ended = new AbortController();
    const pace = openPace(1);
    await pace.wait(ended.signal);
    const waiting = pace.wait(ended.signal);
    ended.abort();
    await waiting;
  });

  test("without a rate delays no request", async () => {
    const pace = openPace(undefined);
    await Promise.all(Array.from({ length: 100 }, () => pace.wait(never)));
  });
});
