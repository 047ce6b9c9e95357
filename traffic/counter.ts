/** Counts any number of different values. The first ones are kept, and the others are counted together. */
import type { CountedValue } from "./traffic-result.ts";

/** Counts of bounded size. */
export interface Counter {
  readonly add: (value: string, times?: number) => void;
  /** The most frequent first. */
  readonly list: () => readonly CountedValue[];
  readonly total: () => number;
}

/** The name for the values that are not kept. */
const OTHERS = "(others)";

/** @param most the maximum number of different values to keep */
export function openCounter(most: number): Counter {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    add: (value, times = 1) => {
      const key = counts.has(value) || counts.size < most ? value : OTHERS;
      counts.set(key, (counts.get(key) ?? 0) + times);
      total += times;
    },
    list: () =>
      Array.from(counts, ([value, count]) => ({ value, count })).toSorted(
        (one, other) => other.count - one.count || (one.value < other.value ? -1 : 1),
      ),
    total: () => total,
  };
}
