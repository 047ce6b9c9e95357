/** The counts of traffic have a bounded size, and values beyond it are still counted. */
import { expect, test } from "vitest";
import { openConditions, openCounter, openTally } from "./traffic-ledger.ts";
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
  for (const value of ["b", "c", "a"]) ties.add(value);
  expect(ties.list().map(({ value }) => value)).toEqual(["a", "b", "c"]);
});

test("a tally keeps one sample of what was met, and each finding once", () => {
  const tally = openTally();
  const add = (seen: string | null, place: number): readonly unknown[] => {
    const findings = seen === null ? [] : [finding(seen)];
    return tally.add(findings, { findings: () => findings, sample: () => sampleAt(place) });
  };
  expect([add(null, 1), add(null, 2)]).toEqual([[], []]);
  expect([tally.asked(), tally.failed(), tally.kept().map(({ sample }) => sample.place)]).toEqual([2, 0, [1]]);
  expect([add("a", 3), add("a", 4), add("b", 5)]).toEqual([[finding("a")], [], [finding("b")]]);
  for (const [k, seen] of ["c", "d", "e", "f"].entries()) add(seen, 6 + k);
  expect([tally.asked(), tally.failed(), tally.kept().map(({ sample }) => sample.place)]).toEqual([
    9,
    7,
    [3, 5, 6, 7, 8],
  ]);
});

test("what waits is limited for each condition, and so are the conditions", () => {
  const conditions = openConditions();
  const counted: string[] = [];
  const hold = (condition: string): void => conditions.hold(condition, () => () => void counted.push(condition));
  for (let k = 0; k < 12; k += 1) hold("first");
  for (let k = 0; k < 198; k += 1) hold(`other ${k}`);
  for (const condition of ["last", "late", "last"]) hold(condition);
  for (const condition of ["first", "last", "late", "last"]) conditions.release(condition);
  expect(counted).toEqual([...Array<string>(10).fill("first"), "last", "last"]);
});

test("a limited number of conditions is known as met, and what is met again counts again", () => {
  const { release, isMet } = openConditions();
  for (let k = 0; k < 50_000; k += 1) release(String(k));
  expect([0, 49_999, 50_000].map((k) => isMet(String(k)))).toEqual([true, true, false]);
  release("50000");
  expect([0, 50_000].map((k) => isMet(String(k)))).toEqual([false, true]);
});
