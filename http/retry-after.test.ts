/** How a run waits for a provider that asks it to wait. The test controls the clock. */
import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import { type BusyAnswer, type RateLimit, openRateLimit, pause } from "./retry-after.ts";

const busy = { status: 429, headers: [["Retry-After", "1"]] } as const;
const atOnce = { status: 429, headers: [["Retry-After", "0"]] } as const;
const ended = new AbortController().signal;

/** A rate limit whose clock advances on each wait. */
function opened(limitMs = 600_000): RateLimit & { readonly at: () => number } {
  let now = 0;
  const advance = (milliseconds: number): Promise<void> => {
    now += Math.max(0, milliseconds);
    return Promise.resolve();
  };
  return { ...openRateLimit({ limitMs, clock: { now: () => now, pause: advance } }), at: () => now };
}

/** The times between four requests, in milliseconds. */
async function spacing({ wait, at }: ReturnType<typeof opened>): Promise<readonly number[]> {
  await wait(ended);
  const times: number[] = [at()];
  for (let k = 0; k < 3; k += 1) {
    await wait(ended);
    times.push(at());
  }
  return times.slice(1).map((time, k) => time - (times[k] ?? 0));
}

test("after Retry-After requests follow each other at once", async () => {
  const limit = opened();
  expect(limit.note(busy, 1)).toBeNull();
  expect(await spacing(limit)).toEqual([0, 0, 0]);
  expect(limit.at()).toBe(1_000);
});

test("each time that a request was sent again too soon, requests follow each other half as fast", async () => {
  const limit = opened();
  for (const time of [1, 2, 3]) {
    limit.note(busy, time);
    await limit.wait(ended);
  }
  expect(await spacing(limit)).toEqual([100, 100, 100]);
});

test("requests that were sent again side by side count as one that was sent too soon", async () => {
  const limit = opened();
  for (let k = 0; k < 4; k += 1) limit.note(busy, 1);
  await limit.wait(ended);
  for (let k = 0; k < 4; k += 1) limit.note(busy, 2);
  expect(await spacing(limit)).toEqual([50, 50, 50]);
});

test("what one refusal for itself made slower is taken back, and not what others did", async () => {
  const limit = opened();
  for (const time of [1, 2, 3, 4, 5]) {
    limit.note(busy, time);
    await limit.wait(ended);
  }
  expect(await spacing(limit)).toEqual([400, 400, 400]);
  limit.spare(3);
  expect(await spacing(limit)).toEqual([200, 200, 200]);
});

test.each<readonly [string, BusyAnswer, number, number]>([
  ["what it asks for", busy, 1, 1_000],
  ["no time at all where it asks for none", atOnce, 1, 0],
  ["longer before the third time", atOnce, 2, 250],
  ["twice as long before the next", atOnce, 3, 500],
  ["twice as long again", atOnce, 4, 1_000],
  ["no longer than eight seconds", atOnce, 8, 8_000],
  ["a second where 429 asks for nothing", { status: 429, headers: [] }, 1, 1_000],
  ["a quarter where a gateway asks for nothing", { status: 503, headers: [] }, 1, 250],
  ["the same where it asks for what is no time", { status: 503, headers: [["Retry-After", "soon"]] }, 1, 250],
])("an answer that asks to wait is waited for: %s", async (_what, answer, time, waited) => {
  const limit = opened();
  expect(limit.hold(answer, time)).toBeNull();
  await limit.wait(ended);
  expect(limit.at()).toBe(waited);
});

const until = ["Retry-After", "Wed, 21 Oct 2015 07:28:10 GMT"] as const;

test("a date to wait for is compared with the date of its own answer, whatever this machine's clock shows", async () => {
  const limit = opened();
  limit.hold({ status: 503, headers: [["Date", "Wed, 21 Oct 2015 07:28:00 GMT"], until] }, 1);
  await limit.wait(ended);
  expect(limit.at()).toBe(10_000);
});

test.each([
  ["back", "2014-01-01"],
  ["forward", "2099-01-01"],
])("a wait for a date neither ends nor grows where the clock is set %s", async (_way, set) => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2015-10-21T07:28:00Z") });
  try {
    const limit = opened();
    limit.hold({ status: 503, headers: [["Date", "no date"], until] }, 1);
    vi.setSystemTime(Date.parse(set));
    await limit.wait(ended);
    expect(limit.at()).toBe(10_000);
  } finally {
    vi.useRealTimers();
  }
});

test("requests follow each other as fast as before where one was refused for itself", async () => {
  const limit = opened();
  for (const time of [1, 2, 3]) {
    limit.note(busy, time);
    await limit.wait(ended);
  }
  limit.spare(4);
  expect(await spacing(limit)).toEqual([0, 0, 0]);
});

test("a request that is not sent again, because the wait would be too long, slows no other", async () => {
  const limit = opened(100);
  expect(limit.note(atOnce, 1)).toBeNull();
  expect(limit.note(atOnce, 2)).toEqual({ status: 429, askedMs: 0, count: 2, limitMs: 100 });
  expect(await spacing(limit)).toEqual([0, 0, 0]);
});

test("a pause ends when the run ends, and leaves nothing behind", async () => {
  vi.useFakeTimers();
  try {
    const run = new AbortController();
    const [whole, cut] = [pause(100, run.signal), pause(60_000, run.signal)];
    vi.advanceTimersByTime(100);
    await whole;
    expect([vi.getTimerCount(), getEventListeners(run.signal, "abort").length]).toEqual([1, 1]);
    run.abort();
    await cut;
    await pause(60_000, run.signal);
    await pause(0, ended);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
