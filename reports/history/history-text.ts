/** A history as plain text. */
import { count } from "../../result/counts.ts";
import type { ProviderHistory } from "../../result/history.ts";
import { excerpt } from "../../result/safe-text.ts";
import { MOST_LISTED, brokenIn, flapWords, latencyWords, runTime, runVerdict, verdictSince } from "./history-words.ts";

/** Every provider on one line. */
export function renderHistoriesText(histories: readonly ProviderHistory[]): string {
  return table([
    ["provider", "verdict", "since", "runs", "not met", "flapping", "last run, UTC"],
    ...histories.map((history) => [
      excerpt(history.provider, 80),
      runVerdict(history.latest),
      runTime(verdictSince(history).since),
      String(history.runs.length),
      String(history.broken.length),
      String(history.flapping.length),
      runTime(history.latest),
    ]),
  ]);
}

/** One provider: the broken requirements and since when, the flapping ones, and the runs. */
export function renderHistoryText(history: ProviderHistory): string {
  const { provider, runs, broken, flapping, latest } = history;
  const verdict = verdictSince(history);
  const listed = runs.toReversed().slice(0, MOST_LISTED);
  return [
    `${excerpt(provider, 200)}: ${runVerdict(latest)} since ${runTime(verdict.since)} UTC, ${count(verdict.runs, "run")} of ${runs.length}\n`,
    broken.length === 0 ? "No requirement is known to be broken.\n" : brokenTable(broken),
    flapping.length === 0 ? "Nothing flaps.\n" : flapTable(flapping),
    table([
      ["run", "version", "verdict", "not met", "median ms", "95 % ms"],
      ...listed.map((run) => [
        runTime(run),
        excerpt(run.version ?? "", 40),
        runVerdict(run),
        String(brokenIn(run)),
        ...latencyWords(run),
      ]),
    ]),
  ].join("\n");
}

function brokenTable(broken: ProviderHistory["broken"]): string {
  return table([
    ["not met", "since", "version", "last met"],
    ...broken.map(({ id, status, since, lastMet }) => [
      `${excerpt(id, 80)}${status === "waived" ? " (waived)" : ""}`,
      runTime(since),
      excerpt(since.version ?? "", 40),
      lastMet === null ? "never" : runTime(lastMet),
    ]),
  ]);
}

function flapTable(flapping: ProviderHistory["flapping"]): string {
  return table([
    ["flaps", "how often", "last change"],
    ...flapping.map((one) => [excerpt(one.id, 80), flapWords(one), runTime(one.last)]),
  ]);
}

/** Columns as wide as their longest cell. */
function table(rows: ReadonlyArray<readonly string[]>): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join("   ")
          .trimEnd()}\n`,
    )
    .join("");
}
