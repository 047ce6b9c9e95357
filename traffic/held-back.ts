/** Findings that count only once something else is known, such as that a token is accepted. Their number is limited. */
import type { Finding } from "../result/check-result.ts";
import type { Tally } from "./tally.ts";
import type { TrafficSample } from "./traffic-result.ts";

/** Conditions that are waited for at the same time, and findings that wait for one of them. */
const MOST = { conditions: 200, each: 10 } as const;

/** One thing that was found and does not count yet. */
export interface HeldFinding {
  readonly tally: Tally;
  readonly findings: readonly Finding[];
  readonly sample: TrafficSample;
}

/** What waits, by the condition. */
export interface HeldBack {
  readonly hold: (condition: string, held: () => HeldFinding) => void;
  /** The condition is met: what waited for it counts, and what comes later counts at once. */
  readonly release: (condition: string) => readonly HeldFinding[];
  readonly isMet: (condition: string) => boolean;
}

/** Nothing is held at first. */
export function openHeldBack(): HeldBack {
  const waiting = new Map<string, HeldFinding[]>();
  const met = new Set<string>();
  return {
    isMet: (condition) => met.has(condition),
    hold: (condition, held) => {
      const list = waiting.get(condition) ?? [];
      if (list.length === 0 && waiting.size >= MOST.conditions) return;
      if (list.length < MOST.each) waiting.set(condition, [...list, held()]);
    },
    release: (condition) => {
      // Tokens are without number: the first ones that were accepted are forgotten.
      if (met.size >= MOST_MET && !met.has(condition)) met.delete(met.values().next().value ?? "");
      met.add(condition);
      const list = waiting.get(condition) ?? [];
      waiting.delete(condition);
      for (const { tally, findings, sample } of list) count(tally, findings, () => sample);
      return list;
    },
  };
}

const MOST_MET = 50_000;

/** Counts what was found: without findings it was met. */
export function count(tally: Tally, findings: readonly Finding[], sample: () => TrafficSample): boolean {
  if (findings.length > 0) return tally.fail(findings, sample);
  tally.pass(sample);
  return false;
}
