/** Findings that count only when a condition is met, such as that a token is accepted. Their number is limited. */
import type { Finding } from "../result/result.ts";
import type { MakeSample, Tally } from "./traffic-tally.ts";
import type { TrafficSample } from "./traffic-result.ts";

/** The most open conditions at the same time, and the most findings that wait for each. */
const MOST = { conditions: 200, each: 10 } as const;

/** A finding that does not count yet. */
export interface HeldFinding {
  readonly tally: Tally;
  readonly findings: readonly Finding[];
  readonly sample: TrafficSample;
}

/** The waiting findings, by condition. */
export interface HeldBack {
  readonly hold: (condition: string, held: () => HeldFinding) => void;
  /** Marks a condition as met. The findings that waited for it count now, and later ones count immediately. */
  readonly release: (condition: string) => readonly HeldFinding[];
  readonly isMet: (condition: string) => boolean;
}

/** Creates an empty store. */
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

/** The most conditions remembered as met, because there may be any number of tokens. */
const MOST_MET = 50_000;

interface Recent {
  readonly add: (value: string) => void;
  readonly has: (value: string) => boolean;
}

/**
 * Keeps the values that were added last: at most this many, and at least half as many. Removing single values would
 * need a search.
 */
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
 * Counts the findings in a tally. Without findings, the requirement was met.
 * @param shown the findings without secrets
 * @returns the findings that were not seen before
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
