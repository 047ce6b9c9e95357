import { expect, test } from "vitest";
import { openReuse } from "./connection-pool.ts";

test("nothing is waited for until a connection was closed under a request, and not after three were in spite of a pause", () => {
  const reuse = openReuse();
  const pauses: number[] = [];
  for (const used of [
    "kept",
    "closed-under",
    "kept",
    "closed-under",
    "closed-under",
    "kept",
    "closed-under",
  ] as const) {
    pauses.push(reuse.pauseMs());
    reuse.note(used, reuse.pauseMs());
  }
  expect(pauses).toEqual([0, 0, 20, 20, 60, 200, 200]);
  expect(reuse.pauseMs()).toBe(0);
  expect(reuse.isWorthwhile()).toBe(true);
});

test("each request has its own connection once three in a row were closed under a request after a pause", () => {
  const reuse = openReuse();
  const worthwhile = [0, 0, 20, 60, 200].map((afterMs) => {
    reuse.note("closed-under", afterMs);
    return reuse.isWorthwhile();
  });
  expect(worthwhile).toEqual([true, true, true, true, false]);
  reuse.note("kept", 0);
  expect(reuse.isWorthwhile()).toBe(false);
});
