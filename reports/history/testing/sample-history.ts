/** A history for tests: a run a day, in which one requirement breaks, one is fixed, and one fails now and then. */
import { type ProviderHistory, historyOf, type HistoryEntry, entryOfResult } from "../../../result/over/history.ts";
import { sampleResult } from "../../../result/testing/sample-result.ts";
import type { Status } from "../../../result/result.ts";

/** So many days, from the first of the year. */
export function sampleHistory(days: number): ProviderHistory {
  const base = entryOfResult(sampleResult, "staging");
  const entries = Array.from({ length: days }, (_, at): HistoryEntry => {
    const isBroken = at >= days / 2;
    const status = (failed: boolean): Status => (failed ? "failed" : "passed");
    return {
      ...base,
      version: `1.${Math.floor((4 * at) / days)}.0`,
      startedAt: new Date(Date.UTC(2026, 0, 1 + at)).toISOString(),
      verdict: isBroken ? "non-conformant" : "conformant",
      exitCode: isBroken ? 1 : 0,
      latency: { exchanges: 160, medianMs: 2 + (at % 5), highMs: 40 + 10 * (at % 7), slowestMs: 400 },
      statuses: {
        "plant-media-type": status(isBroken),
        "returns-name": status(at < 3),
        "keeps-answers-apart": status(at % 3 === 1),
      },
    };
  });
  const history = historyOf(entries);
  if (history === null) throw new Error("There is no day");
  return history;
}
