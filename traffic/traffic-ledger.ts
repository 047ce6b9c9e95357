/**
 * The evidence for requirements and rules: counts, samples, and what waits for a condition, in a size that does not grow
 * with the number of exchanges.
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

/** Creates what is shown of an exchange: the findings without secrets, and the sample. Each is called only if there is room. */
export interface Shown {
  readonly findings: () => readonly Finding[];
  readonly sample: () => TrafficSample;
}

/** The findings for one requirement or rule. */
export interface Tally {
  /**
   * Counts the findings in one exchange. Without findings, the rule was met.
   * @returns the findings that were not seen before
   */
  readonly add: (findings: readonly Finding[], shown: Shown) => readonly Finding[];
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
    add: (found, shown) => {
      asked += 1;
      if (found.length === 0) {
        if (passing.length < KEPT.passing) passing.push({ findings: [], sample: shown.sample() });
        return [];
      }
      failed += 1;
      if (failing.length >= KEPT.failing) return [];
      const findings = shown.findings();
      const key = findings.map(({ where, expected, seen: was }) => `${where}\n${expected}\n${was}`).join("\n");
      if (seen.has(key)) return [];
      seen.add(key);
      failing.push({ findings, sample: shown.sample() });
      return findings;
    },
    asked: () => asked,
    failed: () => failed,
    kept: () => (failed > 0 ? failing : passing),
  };
}

/** The most open conditions at the same time, the most findings that wait for each, and the most that are known as met. */
const MOST = { conditions: 200, each: 10, met: 50_000 } as const;

/** Findings that count only when a condition is met, such as that a token is accepted. */
export interface Conditions {
  /** Keeps what is to be counted once the condition is met. @param prepare is called only if there is room */
  readonly hold: (condition: string, prepare: () => () => void) => void;
  /** Marks a condition as met. What waited for it is counted. */
  readonly release: (condition: string) => void;
  readonly isMet: (condition: string) => boolean;
}

/** Opens conditions of which none is met. */
export function openConditions(): Conditions {
  const waiting = new Map<string, (() => void)[]>();
  const met = new Set<string>();
  return {
    isMet: (condition) => met.has(condition),
    hold: (condition, prepare) => {
      const list = waiting.get(condition) ?? [];
      if (list.length === 0 && waiting.size >= MOST.conditions) return;
      if (list.length < MOST.each) waiting.set(condition, [...list, prepare()]);
    },
    release: (condition) => {
      // There may be any number of tokens. One that is forgotten is accepted again by its next success.
      if (met.size >= MOST.met) met.clear();
      met.add(condition);
      for (const countNow of waiting.get(condition) ?? []) countNow();
      waiting.delete(condition);
    },
  };
}
