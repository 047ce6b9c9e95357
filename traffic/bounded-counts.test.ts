/** The counts of traffic have a bounded size, and values beyond it are still counted. */
import { expect, test } from "vitest";
import { type HeldFinding, openHeldBack } from "./traffic-conditions.ts";
import { openCounter, openTally } from "./traffic-tally.ts";
import type { TrafficSample } from "./traffic-result.ts";

const sampleAt = (place: number): TrafficSample => ({
  recording: 0,
  place,
  sender: "x",
  request: { method: "POST", url: "/plants", headers: [], body: null, framing: "content-length" },
  response: null,
  lost: [],
  redacted: [],
});
const finding = (seen: string): { where: string; expected: string; seen: string } => ({
  where: "/",
  expected: "",
  seen,
});

test("a counter keeps the first values, and counts the others together", () => {
  const counter = openCounter(3);
  expect(counter.total()).toBe(0);
  for (const value of ["b", "a", "c", "d", "e", "c"]) counter.add(value);
  counter.add("a", 5);
  expect(counter.list()).toEqual([
    { value: "a", count: 6 },
    { value: "(others)", count: 2 },
    { value: "c", count: 2 },
    { value: "b", count: 1 },
  ]);
  expect(counter.total()).toBe(11);
  const ties = openCounter(3);
  for (const value of ["c", "b", "a"]) ties.add(value);
  expect(ties.list().map(({ value }) => value)).toEqual(["a", "b", "c"]);
});

test("a tally keeps one sample of what was met, and each finding once", () => {
  const tally = openTally();
  tally.pass(() => sampleAt(1));
  tally.pass(() => sampleAt(2));
  expect([tally.asked(), tally.failed(), tally.kept().map(({ sample }) => sample.place)]).toEqual([2, 0, [1]]);
  const fail = (seen: string, place: number): readonly unknown[] =>
    tally.fail(
      () => [finding(seen)],
      () => sampleAt(place),
    );
  expect([fail("a", 3), fail("a", 4), fail("b", 5)]).toEqual([[finding("a")], [], [finding("b")]]);
  for (const [k, seen] of ["c", "d", "e", "f"].entries()) fail(seen, 6 + k);
  expect([tally.asked(), tally.failed(), tally.kept().map(({ sample }) => sample.place)]).toEqual([
    9,
    7,
    [3, 5, 6, 7, 8],
  ]);
});

test("findings that wait are limited for each condition, and so are the conditions", () => {
  const held = openHeldBack();
  const tallies = ["first", "last", "late"].map(openTally);
  const hold = (condition: string, at: number): void =>
    held.hold(condition, (): HeldFinding => ({ tally: tallies[at] ?? openTally(), findings: [], sample: sampleAt(1) }));
  for (let k = 0; k < 12; k += 1) hold("first", 0);
  for (let k = 0; k < 198; k += 1) hold(`other ${k}`, 2);
  hold("last", 1);
  hold("late", 2);
  hold("last", 1);
  expect(["first", "last", "late"].map((condition) => held.release(condition).length)).toEqual([10, 2, 0]);
  expect(tallies.map((tally) => tally.asked())).toEqual([10, 2, 0]);
  expect(held.release("last")).toEqual([]);
});

test("of conditions that are met, the last ones are remembered", () => {
  const held = openHeldBack();
  for (let k = 0; k <= 50_000; k += 1) held.release(String(k));
  const asked = [0, 24_999, 25_000, 50_000, 50_001];
  expect(asked.map((k) => held.isMet(String(k)))).toEqual([false, false, true, true, false]);
});
