/** What the exchanges say of one requirement or rule, in a size that does not grow with their number: counts and samples. */
import type { Finding } from "../result/check-result.ts";
import type { TrafficSample } from "./traffic-result.ts";

/** Different findings that are kept of one requirement, and exchanges that meet it. */
const KEPT = { failing: 5, passing: 1 } as const;

/** A finding and the exchange that shows it. */
export interface KeptFinding {
  readonly findings: readonly Finding[];
  readonly sample: TrafficSample;
}

/** What is needed to keep an exchange: made only where it is kept. */
export type MakeSample = () => TrafficSample;

/** What was found of one requirement or rule. */
export interface Tally {
  readonly pass: (sample: MakeSample) => void;
  /**
   * @param findings as they are shown: made only where there is room for them
   * @returns those that were not seen before, so that they are worth a line; else none
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
