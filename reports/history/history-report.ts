/** The reports about a history: what is broken since when, what is flaky, and the runs. */
import { count, number } from "../../result/safe-text.ts";
import { isUnmet } from "../../result/result.ts";
import type { HistoryEntry, ProviderHistory } from "../../result/over/history.ts";
import type { Level } from "../../spec/requirements.ts";
import {
  type Block,
  type Cell,
  type Inline,
  type Report,
  type ReportSection,
  type TableRow,
  cell,
  code,
  filledTable,
  link,
  note,
  outcome,
  paragraph,
  runKinds,
  section,
  tag,
  words,
} from "../report-tree.ts";
import { type Docs, explainLink } from "../words/printed-commands.ts";
import { verdictWords } from "../words/verdict-line.ts";
import { milliseconds } from "../words/result-words.ts";

/** The most runs to list, the latest first, and the most providers. */
const MOST = { listed: 100, providers: 1000 } as const;

const ofOne = note(code("history show PROVIDER"), " makes this page about one of them, with its runs.");

/** Every provider on one line. GitHub drops a job summary of more than 1 MiB. */
export function historiesReport(histories: readonly ProviderHistory[]): Report {
  const head = ["provider", "verdict", "since", "#runs", "#not met", "#flaky", "last run"];
  const lines = histories.slice(0, MOST.providers).map((history): TableRow => {
    const { provider, latest, runs, broken, flaky } = history;
    const figures = [runs.length, broken.length, flaky.length].map((many) => cell(number(many)));
    const since = cell(dayOf(verdictSince(history).since));
    return { cells: [cell(words(provider, 200)), verdictCell(latest), since, ...figures, cell(dayOf(latest))] };
  });
  return {
    kicker: "Plant Store conformance",
    title: [`History of ${count(histories.length, "provider")}`],
    outcome: "observed",
    blocks: [section("Providers", [runsTable(head, lines), ofOne], { id: "_providers" })],
    pageTitle: "History of providers",
  };
}

/** One provider: the broken requirements and since when, the flaky ones, and the runs. */
export function historyReport(history: ProviderHistory, docs?: Docs): Report {
  const { provider, runs, latest } = history;
  const { since, runs: many } = verdictSince(history);
  return {
    kicker: "Plant Store conformance, history",
    title: [words(provider, 200)],
    outcome: runKinds[latest.exitCode],
    figures: `${runVerdict(latest)} since ${runTime(since)} UTC, ${count(many, "run")} of ${number(runs.length)}`,
    blocks: [notMet(history, docs), flakyOf(history, docs), listOfRuns(runs)],
    pageTitle: `History of ${provider.slice(0, 200)}`,
  };
}

function runsTable(head: readonly string[], lines: readonly TableRow[]): Block {
  return { ...filledTable("runs", head, lines), isWide: true };
}

function notMet({ broken: all }: ProviderHistory, docs: Docs): ReportSection {
  const lines = all.map(({ id, level, status, since, lastMet }) => ({
    cells: [
      cell(explained(id, docs), status === "waived" ? " (waived)" : ""),
      levelCell(level),
      cell(runTime(since)),
      versionCell(since),
      cell(lastMet === null ? "never" : runTime(lastMet)),
    ],
  }));
  const shown = runsTable(["requirement", "level", "since (UTC)", "version", "last met (UTC)"], lines);
  const none = paragraph("No requirement is known to be broken.");
  return section(`Not met (${all.length})`, [lines.length === 0 ? none : shown], { id: "_broken" });
}

function flakyOf({ flaky }: ProviderHistory, docs: Docs): ReportSection {
  const lines = flaky.map((one) => ({
    cells: [cell(explained(one.id, docs)), levelCell(one.level), cell(flakyWords(one)), cell(runTime(one.last))],
  }));
  const shown = runsTable(["requirement", "level", "how often", "last change (UTC)"], lines);
  return section(`Flaky (${flaky.length})`, [lines.length === 0 ? paragraph("Nothing is flaky.") : shown], {
    id: "_flaky",
    remark: ["changed more than once in ten runs of one version"],
  });
}

function listOfRuns(runs: readonly HistoryEntry[]): ReportSection {
  const head = ["run (UTC)", "version", "verdict", "#not met", "#median", "#95th percentile"];
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
  return section(`Runs (${number(runs.length)})`, [runsTable(head, lines), ...rest], { id: "_runs" });
}

/** A requirement, as a link to its explanation where the page of requirements is published. */
function explained(id: string, docs: Docs): Inline {
  const address = explainLink(docs, id);
  return address === null ? code(id, 80) : link({ address }, code(id, 80));
}

function levelCell(level: Level | undefined): Cell {
  return level === undefined ? cell() : cell(tag(level));
}

function verdictCell(run: HistoryEntry): Cell {
  return { ...cell(outcome(runKinds[run.exitCode], runVerdict(run))), title: run.reason };
}

function versionCell({ version }: HistoryEntry): Cell {
  return version === undefined ? cell() : cell(words(version, 60));
}

function runTime({ startedAt }: HistoryEntry): string {
  return startedAt.slice(0, 16).replace("T", " ");
}

function dayOf({ startedAt }: HistoryEntry): string {
  return startedAt.slice(0, 10);
}

function runVerdict(run: HistoryEntry): string {
  return verdictWords(run).toLowerCase();
}

function brokenIn({ statuses }: HistoryEntry): number {
  return Object.values(statuses).filter(isUnmet).length;
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

function latencyWords({ latency }: HistoryEntry): readonly [median: string, high: string] {
  return latency === undefined ? ["", ""] : [milliseconds(latency.medianMs), milliseconds(latency.highMs)];
}

function flakyWords({ changes, among, last }: ProviderHistory["flaky"][number]): string {
  const version = last.version === undefined ? "no version is known" : "one version";
  return `${count(changes, "change")} in ${among} runs (${version})`;
}
