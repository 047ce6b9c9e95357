/** Findings that count only once something else is known, such as that a token is accepted. Their number is limited. */
import type { Finding } from "../result/check-result.ts";
import type { MakeSample, Tally } from "./tally.ts";
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
  const met = openRecent(MOST_MET);
  return {
    isMet: met.has,
    hold: (condition, held) => {
      const list = waiting.get(condition) ?? [];
      if (list.length === 0 && waiting.size >= MOST.conditions) return;
      if (list.length < MOST.each) waiting.set(condition, [...list, held()]);
    },
    release: (condition) => {
      met.add(condition);
      const list = waiting.get(condition) ?? [];
      waiting.delete(condition);
      for (const { tally, findings, sample } of list) {
        count(tally, findings, { shown: () => findings, sample: () => sample });
      }
      return list;
    },
  };
}

/** Conditions that are remembered as met: tokens are without number. */
const MOST_MET = 50_000;

interface Recent {
  readonly add: (value: string) => void;
  readonly has: (value: string) => boolean;
}

/** The values that were added last: at most so many, at least half of them. To forget one alone takes a search for it. */
function openRecent(most: number): Recent {
  let [newer, older] = [new Set<string>(), new Set<string>()];
  return {
    has: (value) => newer.has(value) || older.has(value),
    add: (value) => {
      if (newer.size >= most / 2) [newer, older] = [new Set(), newer];
      newer.add(value);
    },
  };
}

/**
 * Counts what was found: without findings it was met.
 * @param shown the findings without what is secret
 * @returns those that were not seen before
 */
export function count(
  tally: Tally,
  findings: readonly Finding[],
  { shown, sample }: { readonly shown: () => readonly Finding[]; readonly sample: MakeSample },
): readonly Finding[] {
  if (findings.length > 0) return tally.fail(shown, sample);
  tally.pass(sample);
  return [];
}
