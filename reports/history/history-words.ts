/** Words about a history that its reports share. */
import { count } from "../../result/counts.ts";
import type { ProviderHistory } from "../../result/history.ts";
import type { HistoryEntry } from "../../result/history-entry.ts";
import { verdictWords } from "../words/verdict-line.ts";

/** The day and time of a run, in UTC. */
export function runTime({ startedAt }: HistoryEntry): string {
  return startedAt.slice(0, 16).replace("T", " ");
}

/** The verdict of a run in words. */
export function runVerdict(run: HistoryEntry): string {
  return verdictWords(run).toLowerCase();
}

/** The number of requirements that are not met in a run. */
export function brokenIn({ statuses }: HistoryEntry): number {
  return Object.values(statuses).filter((status) => status === "failed" || status === "waived").length;
}

/** Since when the verdict is the same, and for how many runs. */
export function verdictSince({ runs, latest }: ProviderHistory): {
  readonly since: HistoryEntry;
  readonly runs: number;
} {
  const other = runs.findLastIndex(
    ({ verdict, exitCode }) => verdict !== latest.verdict || exitCode !== latest.exitCode,
  );
  return { since: runs[other + 1] ?? latest, runs: runs.length - other - 1 };
}

/** Median and 95th percentile in milliseconds; empty if no exchange was answered. */
export function latencyWords({ latency }: HistoryEntry): readonly [median: string, high: string] {
  return latency === undefined ? ["", ""] : [latency.medianMs.toFixed(1), latency.highMs.toFixed(1)];
}

/** How often a requirement changed. */
export function flapWords({ changes, among, last }: ProviderHistory["flapping"][number]): string {
  const version = last.version === undefined ? "no version is known" : "one version";
  return `${count(changes, "change")} in ${among} runs (${version})`;
}
