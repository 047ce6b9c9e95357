import { expect, it } from "vitest";
import { createStore } from "./create-plant.ts";

it("takes an id once", () => {
  const store = createStore();
  expect(store.add(1n)).toBe(true);
  expect(store.add(1n)).toBe(false);
  expect(store.has(1n)).toBe(true);
  expect(store.has(2n)).toBe(false);
});

it("distinguishes ids beyond 2^53", () => {
  const store = createStore();
  store.add(9_007_199_254_740_992n);
  expect(store.has(9_007_199_254_740_993n)).toBe(false);
});

it("is empty after it was cleared", () => {
  const store = createStore(1);
  store.add(1n);
  store.add(2n);
  store.clear();
  expect([store.has(1n), store.has(2n)]).toEqual([false, false]);
});

it("remembers at least the last ids it was made for and at most twice as many", () => {
  const store = createStore(10);
  for (let id = 1n; id <= 1_000n; id += 1n) store.add(id);
  const remembered = Array.from({ length: 1_000 }, (_, at) => BigInt(at + 1)).filter((id) => store.has(id));
  expect(remembered.slice(-10)).toEqual([991n, 992n, 993n, 994n, 995n, 996n, 997n, 998n, 999n, 1_000n]);
  expect(remembered.length).toBeLessThanOrEqual(20);
});

it("takes an id again that it has forgotten", () => {
  const store = createStore(1);
  for (const id of [1n, 2n, 3n]) store.add(id);
  expect(store.add(1n)).toBe(true);
});
