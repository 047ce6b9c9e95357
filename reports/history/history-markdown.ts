/** A history in GitHub-flavoured Markdown. */
import { count } from "../../result/counts.ts";
import type { ProviderHistory } from "../../result/history.ts";
import { code } from "../markdown/encode.ts";
import { MOST_LISTED, brokenIn, flapWords, latencyWords, runTime, runVerdict, verdictSince } from "./history-words.ts";

/** The most providers to list. GitHub drops a job summary of more than 1 MiB. */
const MOST_PROVIDERS = 1000;

/** Every provider in one table. */
export function renderHistoriesMarkdown(histories: readonly ProviderHistory[]): string {
  const head = ["provider", "verdict", "since", "runs", "not met", "flapping", "last run, UTC"];
  const rows = histories.slice(0, MOST_PROVIDERS).map((history) => {
    const { provider, latest, runs, broken, flapping } = history;
    const since = runTime(verdictSince(history).since);
    const figures = [runs.length, broken.length, flapping.length].map(String);
    return [code(provider, 200), runVerdict(latest), since, ...figures, runTime(latest)];
  });
  return `## History of ${count(histories.length, "provider")}\n\n${table(head, rows)}\n`;
}

/** One provider: the broken requirements and since when, the flapping ones, and the runs. */
export function renderHistoryMarkdown(history: ProviderHistory): string {
  const { provider, runs, broken, flapping, latest } = history;
  const verdict = verdictSince(history);
  const paragraphs = [
    `## ${code(provider, 200)}: ${runVerdict(latest)} since ${runTime(verdict.since)} UTC`,
    `The last ${count(verdict.runs, "run")} of ${runs.length}.`,
    ...(broken.length === 0 ? ["No requirement is known to be broken."] : [brokenTable(broken)]),
    ...(flapping.length === 0 ? ["Nothing flaps."] : [flapTable(flapping)]),
    table(
      ["run", "version", "verdict", "not met", "median ms", "95 % ms"],
      runs
        .toReversed()
        .slice(0, MOST_LISTED)
        .map((run) => [
          runTime(run),
          versionCell(run.version),
          runVerdict(run),
          String(brokenIn(run)),
          ...latencyWords(run),
        ]),
    ),
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

function brokenTable(broken: ProviderHistory["broken"]): string {
  return table(
    ["not met", "since", "version", "last met"],
    broken.map(({ id, status, since, lastMet }) => [
      `${code(id, 80)}${status === "waived" ? " (waived)" : ""}`,
      runTime(since),
      versionCell(since.version),
      lastMet === null ? "never" : runTime(lastMet),
    ]),
  );
}

function flapTable(flapping: ProviderHistory["flapping"]): string {
  return table(
    ["flaps", "how often", "last change"],
    flapping.map((one) => [code(one.id, 80), flapWords(one), runTime(one.last)]),
  );
}

function versionCell(version: string | undefined): string {
  return version === undefined ? "" : code(version, 60);
}

function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
