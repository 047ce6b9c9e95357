/** What is put off is done once and in its order, and what arrives in between waits for little of it. */
import { expect, test } from "vitest";
import { openGaps } from "./in-gaps.ts";

/** A queue, and a clock that the test turns. */
function opened(): {
  readonly add: (count: number) => void;
  readonly flush: () => void;
  /** How many pieces are done in the next step; null where no step is due. */
  readonly step: () => number | null;
  readonly done: readonly number[];
} {
  const due: Array<() => void> = [];
  const done: number[] = [];
  let added = 0;
  const { later, flush } = openGaps({ soon: (work) => void due.push(work), turn: (work) => void due.push(work) });
  const add = (count: number): void => {
    for (let k = 0; k < count; k += 1) {
      const number = (added += 1);
      later(() => void done.push(number));
    }
  };
  const step = (): number | null => {
    const [before, work] = [done.length, due.shift()];
    work?.();
    expect(due.length).toBeLessThan(2);
    return work === undefined ? null : done.length - before;
  };
  return { add, flush, step, done };
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, k) => k + 1);

test("nothing is done before its time, and then sixteen in each turn, in their order", () => {
  const { add, step, done } = opened();
  add(40);
  expect(done).toEqual([]);
  expect([step(), step(), step(), step()]).toEqual([16, 16, 8, null]);
  expect(done).toEqual(upTo(40));
});

test("where more waits, more is done in a turn, so that it does not grow without bound", () => {
  const { add, step } = opened();
  let most = 0;
  for (let k = 0; k < 200; k += 1) {
    add(100);
    most = Math.max(most, step() ?? 0);
  }
  expect(most).toBeGreaterThan(90);
});

test("what is added while others are done comes after them", () => {
  const { add, step, done } = opened();
  add(20);
  expect(step()).toBe(16);
  add(3);
  expect([step(), step()]).toEqual([7, null]);
  expect(done).toEqual(upTo(23));
  add(1);
  expect([step(), step()]).toEqual([1, null]);
});

test("at the end everything is done at once, and once", () => {
  const { add, flush, step, done } = opened();
  add(50);
  expect(step()).toBe(16);
  flush();
  expect(done).toEqual(upTo(50));
  expect([step(), step()]).toEqual([0, null]);
});
