/** The requests of a run in words. */
import { present } from "../../spec/defined.ts";
import { count, number } from "../../result/counts.ts";
import { createdWords } from "../../result/another-document.ts";
import type { FuzzReport, RunResult } from "../../result/result.ts";

/** The number of checks and requests, the plants left in the provider's store, and the duration. */
export function sentWords(result: RunResult): string {
  const { summary, durationMs } = result;
  return [
    count(summary.checks, "check"),
    count(summary.exchanges, "exchange"),
    createdWords(result, summary.plantsCreated),
    `${(durationMs / 1000).toFixed(1)} s`,
  ].join(", ");
}

/** The cases of fuzzing. */
export function fuzzWords(
  { sent, askedAgain, shrinking, plantsCreated, exchanges, kept, cases }: FuzzReport,
  result: RunResult,
): string {
  const all = Object.values(sent).reduce((sum, part) => sum + part, 0);
  const parts = [
    `${number(sent.ordinary)} ordinary`,
    `${number(sent.oddValues)} with odd values`,
    `${number(sent.singleDepartures)} with one departure and ${number(sent.doubleDepartures)} with two`,
    `${number(sent.spellings)} in another spelling`,
  ];
  const more = present([
    askedAgain !== 0 && `${number(askedAgain)} to repeat a request`,
    shrinking !== 0 && `${number(shrinking)} to find the smallest body that fails`,
  ]);
  const whole = all === cases ? count(cases, "case") : `${number(all)} of ${count(cases, "case")}`;
  return present([
    `fuzzed with ${whole}: ${parts.join(", ")}`,
    more.length > 0 && `further requests: ${more.join(", ")}`,
    `${createdWords(result, plantsCreated)}; ${number(kept)} of ${count(exchanges, "exchange")} kept as evidence`,
  ]).join("; ");
}
