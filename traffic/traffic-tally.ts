/**
 * The evidence for one requirement or rule: counts and samples, in a size that does not grow with the number of
 * exchanges.
 */
import type { Finding } from "../result/result.ts";
import type { CountedValue, TrafficSample } from "./traffic-result.ts";

// Counts any number of different values. The first ones are kept, and the others are counted together.

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

/** The most different findings kept for one requirement, and the most exchanges that meet it. */
const KEPT = { failing: 5, passing: 1 } as const;

/** A finding and the exchange that shows it. */
export interface KeptFinding {
  readonly findings: readonly Finding[];
  readonly sample: TrafficSample;
}

/** Creates the sample of an exchange. It is called only if the exchange is kept. */
export type MakeSample = () => TrafficSample;

/** The findings for one requirement or rule. */
export interface Tally {
  readonly pass: (sample: MakeSample) => void;
  /**
   * @param findings creates the findings as shown; called only if there is room for them
   * @returns the findings that were not seen before, which are reported; otherwise none
   */
  readonly fail: (findings: () => readonly Finding[], sample: MakeSample) => readonly Finding[];
  readonly asked: () => number;
  readonly failed: () => number;
  readonly kept: () => readonly KeptFinding[];
}

/** Opens a tally. */
export function openTally(): Tally {
  const [failing, passing]: [KeptFinding[], KeptFinding[]] = [[], []];
  const seen = new Set<string>();
  let [asked, failed] = [0, 0];
  return {
    pass: (sample) => {
      asked += 1;
      if (passing.length < KEPT.passing) passing.push({ findings: [], sample: sample() });
    },
    fail: (shown, sample) => {
      asked += 1;
      failed += 1;
      if (failing.length >= KEPT.failing) return [];
      const findings = shown();
      const key = findings.map(({ where, expected, seen: was }) => `${where}\n${expected}\n${was}`).join("\n");
      if (seen.has(key)) return [];
      seen.add(key);
      failing.push({ findings, sample: sample() });
      return findings;
    },
    asked: () => asked,
    failed: () => failed,
    kept: () => (failed > 0 ? failing : passing),
  };
}
