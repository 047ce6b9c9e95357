/** The reports about a history: what is broken since when, what is flaky, and verdict and latency over time. */
import { count, number } from "../../result/counts.ts";
import type { HistoryEntry, ProviderHistory } from "../../result/over/history.ts";
import { cell, code, note, outcome, paragraph, section, table, words } from "../blocks.ts";
import { type Block, type Cell, type Report, type ReportSection, runKinds, type TableRow } from "../tree.ts";
import { verdictWords } from "../words/verdict-line.ts";

/** The most runs to list, the latest first; the most to draw: more would be a smear; and the most providers. */
const MOST = { listed: 100, drawn: 300, providers: 1000 } as const;

const empty = { notices: [], reasons: [], footer: "", facts: [] } as const;

/** Every provider on one line. GitHub drops a job summary of more than 1 MiB. */
export function historiesReport(histories: readonly ProviderHistory[]): Report {
  const head = ["provider", "verdict", "since", "#runs", "#not met", "#flaky", "last run, UTC"];
  const lines = histories.slice(0, MOST.providers).map((history): TableRow => {
    const { provider, latest, runs, broken, flaky } = history;
    const figures = [runs.length, broken.length, flaky.length].map((many) => cell(number(many)));
    const since = cell(runTime(verdictSince(history).since));
    return { cells: [cell(words(provider, 200)), verdictCell(latest), since, ...figures, cell(runTime(latest))] };
  });
  return {
    ...empty,
    kicker: "Plant Store conformance",
    title: [`History of ${count(histories.length, "provider")}`],
    outcome: "observed",
    figures: "",
    blocks: [wide(table("runs", head, lines))],
    pageTitle: "History of providers",
  };
}

/** One provider: the broken requirements and since when, the flaky ones, latency, and the runs. */
export function historyReport(history: ProviderHistory): Report {
  const { provider, runs, latest } = history;
  const { since, runs: many } = verdictSince(history);
  return {
    ...empty,
    kicker: "Plant Store conformance, history",
    title: [words(provider, 200)],
    outcome: runKinds[latest.exitCode],
    figures: `${runVerdict(latest)} since ${runTime(since)} UTC, ${count(many, "run")} of ${number(runs.length)}`,
    blocks: [notMet(history), flakyOf(history), ...latencyOver(runs), listOfRuns(runs)],
    pageTitle: `History of ${provider.slice(0, 200)}`,
  };
}

function wide(block: Block): Block {
  return block.is === "table" ? { ...block, isWide: true } : block;
}

function notMet({ broken: all }: ProviderHistory): ReportSection {
  const lines = all.map(({ id, status, since, lastMet }) => ({
    cells: [
      cell(code(id, 80), status === "waived" ? " (waived)" : ""),
      cell(runTime(since)),
      versionCell(since),
      cell(lastMet === null ? "never" : runTime(lastMet)),
    ],
  }));
  const shown = wide(table("runs", ["not met", "since", "version", "last met"], lines));
  const none = paragraph("No requirement is known to be broken.");
  return section(`Not met (${all.length})`, [lines.length === 0 ? none : shown], { id: "_broken" });
}

function flakyOf({ flaky }: ProviderHistory): ReportSection {
  const lines = flaky.map((one) => ({
    cells: [cell(code(one.id, 80)), cell(flakyWords(one)), cell(runTime(one.last))],
  }));
  const shown = wide(table("runs", ["flaky", "how often", "last change"], lines));
  return section(`Flaky (${flaky.length})`, [lines.length === 0 ? paragraph("Nothing is flaky.") : shown], {
    id: "_flaky",
    remark: ["changed more than once in ten runs of one version"],
  });
}

function listOfRuns(runs: readonly HistoryEntry[]): ReportSection {
  const head = ["run", "version", "verdict", "#not met", "#median ms", "#95 % ms"];
  const lines = runs
    .toReversed()
    .slice(0, MOST.listed)
    .map((run) => ({
      cells: [
        cell(runTime(run)),
        versionCell(run),
        verdictCell(run),
        cell(String(brokenIn(run))),
        ...latencyWords(run).map((text) => cell(text)),
      ],
    }));
  const rest = runs.length > lines.length ? [note(`The last ${lines.length} are listed.`)] : [];
  return section(`Runs (${number(runs.length)})`, [wide(table("runs", head, lines)), ...rest], { id: "_runs" });
}

function verdictCell(run: HistoryEntry): Cell {
  return { ...cell(outcome(runKinds[run.exitCode], runVerdict(run))), title: run.reason };
}

function versionCell({ version }: HistoryEntry): Cell {
  return version === undefined ? cell() : cell(words(version, 60));
}

/** Latency over the runs, if two of them have one. */
function latencyOver(runs: readonly HistoryEntry[]): readonly ReportSection[] {
  const drawn = runs.slice(-MOST.drawn);
  const points = (of: "medianMs" | "highMs"): ReadonlyArray<readonly [number, number]> =>
    drawn.flatMap(({ latency: own }, at) => (own === undefined ? [] : [[at, own[of]] as const]));
  if (points("medianMs").length < 2) return [];
  const failed = drawn.flatMap(({ exitCode }, at) => (exitCode === 0 ? [] : [[at, 0] as const]));
  const remark =
    "of each run, the first on the left: the median as a line, the 95th percentile as a dashed line, and a sign at the bottom for a run that did not pass; each line of the grid is ten times the one below";
  const drawing: Block = {
    is: "drawing",
    label: "Latency over the runs",
    series: [
      { as: "line", points: points("medianMs") },
      { as: "dashes", points: points("highMs") },
      { as: "signs", points: failed },
    ],
  };
  return [section("Latency", [drawing], { id: "_latency", remark: [remark] })];
}

/** The day and time of a run, in UTC. */
function runTime({ startedAt }: HistoryEntry): string {
  return startedAt.slice(0, 16).replace("T", " ");
}

/** The verdict of a run in words. */
function runVerdict(run: HistoryEntry): string {
  return verdictWords(run).toLowerCase();
}

/** The number of requirements that are not met in a run. */
function brokenIn({ statuses }: HistoryEntry): number {
  return Object.values(statuses).filter((status) => status === "failed" || status === "waived").length;
}

/** Since when the verdict is the same, and for how many runs. */
function verdictSince({ runs, latest }: ProviderHistory): {
  readonly since: HistoryEntry;
  readonly runs: number;
} {
  const other = runs.findLastIndex(
    ({ verdict, exitCode }) => verdict !== latest.verdict || exitCode !== latest.exitCode,
  );
  return { since: runs[other + 1] ?? latest, runs: runs.length - other - 1 };
}

/** Median and 95th percentile in milliseconds; empty if no exchange was answered. */
function latencyWords({ latency }: HistoryEntry): readonly [median: string, high: string] {
  return latency === undefined ? ["", ""] : [latency.medianMs.toFixed(1), latency.highMs.toFixed(1)];
}

/** How often a requirement changed. */
function flakyWords({ changes, among, last }: ProviderHistory["flaky"][number]): string {
  const version = last.version === undefined ? "no version is known" : "one version";
  return `${count(changes, "change")} in ${among} runs (${version})`;
}
