/** The report about traffic: the verdict, what is broken by whom, the open points, and what was not seen. */
import type {
  CountedReason,
  CountedValue,
  SeenCounts,
  TrafficResult,
  TrafficRule,
  TrafficVerdict,
} from "../../traffic/traffic-result.ts";
import {
  type Fold,
  type Report,
  type ReportSection,
  cell,
  code,
  item,
  list,
  row,
  rows,
  section,
  table,
  textRow,
  words,
} from "../report-tree.ts";
import { present } from "../../spec/defined.ts";
import { count, listed, number } from "../../result/safe-text.ts";

/** The most findings to show for one requirement. The others are in the result. */
const MOST_SHOWN = 3;

const outcomes = { "traffic-clean": "passed", "traffic-broken": "failed", inconclusive: "not-judged" } as const;

/** The report. */
export function trafficReport(result: TrafficResult): Report {
  const { verdict, requirements, consumers, tool } = result;
  const [title, figures] = trafficHeadlineParts(result);
  const failed = (rules: readonly TrafficRule[], level?: string): readonly TrafficRule[] =>
    rules.filter((one) => one.status === "failed" && (level === undefined || one.level === level));
  return {
    kicker: "Plant Store conformance, recorded traffic",
    title: [title],
    outcome: outcomes[verdict],
    figures,
    blocks: [
      ...broken(result, "Broken by the provider", failed(requirements, "MUST")),
      ...broken(result, "Broken by clients", failed(consumers)),
      ...broken(result, "SHOULD not met", failed(requirements, "SHOULD")),
      ...profile(result),
      ...lines("Coverage", coverageWords(result)),
      ...lines("Not judged", unjudged(result)),
    ],
    footer: `${tool.name} ${tool.version}`,
    pageTitle: title,
  };
}

function lines(title: string, texts: readonly string[]): readonly ReportSection[] {
  return texts.length === 0 ? [] : [section(title, [list(texts.map((text) => item(text)))])];
}

function broken(result: TrafficResult, title: string, found: readonly TrafficRule[]): readonly ReportSection[] {
  const failures = found.map((one) => failure(result, one));
  return failures.length === 0 ? [] : [section(title, failures)];
}

function failure(result: TrafficResult, one: TrafficRule & { readonly senders?: readonly CountedValue[] }): Fold {
  const findings = one.findings.slice(0, MOST_SHOWN).map(({ where, expected, seen, exchange }) => ({
    where: `${where === "" ? "the body" : where}, ${placeWords(result, exchange)}`,
    expected,
    seen,
  }));
  const known = rows([
    textRow("rule", one.statement),
    findings.length > 0 && row("where", { is: "difference", findings }),
    one.senders !== undefined && textRow("sent by", words(countedWords(one.senders), 1000)),
    textRow("fix", one.fix),
  ]);
  const summary = [`${one.level}  ${brokenWords(one)}`];
  return { is: "fold", name: "failure", isTitle: true, summary, blocks: [known] };
}

function profile({ profile: points }: TrafficResult): readonly ReportSection[] {
  const all = Object.entries(points).map(([point, values]) => ({
    cells: [cell(code(point)), cell(words(countedWords(values), 500))],
  }));
  const shown = table("profile", ["open point", "values"], all);
  return all.length === 0 ? [] : [section("Open points", [shown], { remark: ["with how often each value was seen"] })];
}

function unjudged({ recordings, notJudged: reasons, remarks }: TrafficResult): readonly string[] {
  const unread = (name: string, { why, count: times }: CountedReason): string =>
    `${name}: not readable because ${why} (${number(times)})`;
  return [
    ...recordings.flatMap(({ name, notReadable }) => notReadable.map((reason) => unread(name, reason))),
    // What else such an exchange shows may have been judged.
    ...reasons.map(({ why, count: times }) => `all or part of ${count(times, "exchange")}, because ${why}`),
    ...remarks,
  ];
}

// The words that its other reports share.

const verdictWords: Readonly<Record<TrafficVerdict, string>> = {
  "traffic-clean": "TRAFFIC CLEAN",
  "traffic-broken": "TRAFFIC BROKEN",
  inconclusive: "INCONCLUSIVE",
};

/** The verdict and its figures on one line. */
export function trafficHeadline(result: TrafficResult): string {
  return trafficHeadlineParts(result).join("   ");
}

/** The verdict, and its figures or the reason why there are none. */
export function trafficHeadlineParts(result: TrafficResult): readonly [verdict: string, figures: string] {
  const { verdict, reasons, summary, side } = result;
  if (verdict === "inconclusive") return [verdictWords[verdict], reasons[0]];
  const { must, should, consumers } = summary;
  const ofProvider =
    verdict === "traffic-broken" ? `${must.failed} MUST broken by the provider` : "no MUST broken by the provider";
  const figures = present([
    side !== "consumer" && ofProvider,
    side !== "provider" && `${count(consumers.failed, "rule")} broken by clients`,
    should.failed > 0 && `${number(should.failed)} SHOULD not met`,
    `${number(summary.judged)} of ${count(summary.exchanges, "exchange")} judged`,
  ]);
  return [verdictWords[verdict], figures.join(", ")];
}

/** How much of the catalogue the traffic covers. */
export function coverageWords({ side, summary: { must, should, open, consumers } }: TrafficResult): readonly string[] {
  const seen = ({ passed, failed, notSeen, notJudged }: SeenCounts): string =>
    `${passed + failed} of ${passed + failed + notSeen + notJudged}`;
  const ofProvider = [
    `MUST: ${seen(must)} requirements seen`,
    `SHOULD: ${seen(should)} requirements seen`,
    `OPEN: ${open.observed} of ${open.observed + open.notSeen} points seen`,
  ];
  return present([
    ...(side === "consumer" ? [] : ofProvider),
    side !== "provider" && `Clients: ${seen(consumers)} rules seen`,
    "What was not seen is not judged: traffic without a fault is not proof of conformance. `check` asks for all of it.",
  ]);
}

/** A broken rule, and the number of exchanges that break it. */
export function brokenWords({ id, failed, asked }: TrafficRule): string {
  return `${id}: ${number(failed)} of ${count(asked, "exchange")}`;
}

/** Values with how often each was seen. */
export function countedWords(values: readonly CountedValue[]): string {
  return listed(values.map(({ value, count: times }) => `${value} (${number(times)})`));
}

/** The place of a sample in what was read. */
export function placeWords({ recordings, exchanges }: TrafficResult, index: number | undefined): string {
  const sample = index === undefined ? undefined : exchanges[index];
  const recording = sample === undefined ? undefined : recordings[sample.recording];
  if (sample === undefined || recording === undefined) return "";
  const what = recording.format === "har" ? "entry" : recording.format === "ndjson" ? "line" : "exchange";
  return `${recording.name}, ${what} ${number(sample.place)}`;
}
