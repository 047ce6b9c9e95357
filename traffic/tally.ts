/**
 * The evidence for one requirement or rule: counts and samples, in a size that does not grow with the number of
 * exchanges.
 */
import type { Finding } from "../result/check-result.ts";
import type { TrafficSample } from "./traffic-result.ts";

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
