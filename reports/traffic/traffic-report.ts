/** The report about traffic: the verdict, what is broken by whom, the open points, and what was not seen. */
import { count, number } from "../../result/counts.ts";
import { present } from "../../spec/defined.ts";
import type { CountedReason, CountedValue, TrafficResult, TrafficRule } from "../../traffic/traffic-result.ts";
import { cell, code, item, list, row, rows, section, table, textRow, words } from "../tree-parts.ts";
import type { Block, Fold, Report, ReportSection } from "../tree.ts";
import { brokenWords, countedWords, coverageWords, placeWords, trafficHeadlineParts } from "./traffic-words.ts";

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
    facts: [],
    notices: [],
    reasons: [],
    blocks: [
      ...broken(result, "Broken by the provider", failed(requirements, "MUST")),
      ...broken(result, "Broken by clients", failed(consumers)),
      ...broken(result, "SHOULD not met", failed(requirements, "SHOULD")),
      ...profile(result),
      ...lines("Coverage", coverageWords(result)),
      ...lines("Not judged", notJudged(result)),
    ],
    footer: `${tool.name} ${tool.version}`,
    pageTitle: title,
  };
}

function lines(title: string, texts: readonly string[]): readonly ReportSection[] {
  return texts.length === 0 ? [] : [section(title, [list(texts.map((text) => item(text)))])];
}

function broken(result: TrafficResult, title: string, found: readonly TrafficRule[]): readonly ReportSection[] {
  return found.length === 0
    ? []
    : [
        section(
          title,
          found.map((one) => failure(result, one)),
        ),
      ];
}

function failure(result: TrafficResult, one: TrafficRule & { readonly senders?: readonly CountedValue[] }): Fold {
  const findings = one.findings.slice(0, MOST_SHOWN).map(({ where, expected, seen, exchange }) => ({
    where: `${where === "" ? "the body" : where}, ${placeWords(result, exchange)}`,
    expected,
    seen,
  }));
  const difference: Block = { is: "difference", findings };
  return {
    is: "fold",
    name: "failure",
    isTitle: true,
    summary: [`${one.level}  ${brokenWords(one)}`],
    blocks: [
      rows(
        present([
          textRow("rule", one.statement),
          findings.length > 0 && row("where", difference),
          one.senders !== undefined && textRow("sent by", words(countedWords(one.senders), 1000)),
          textRow("fix", one.fix),
        ]),
      ),
    ],
  };
}

function profile({ profile: points }: TrafficResult): readonly ReportSection[] {
  const all = Object.entries(points).map(([point, values]) => ({
    cells: [cell(code(point)), cell(words(countedWords(values), 500))],
  }));
  const shown = table("profile", ["open point", "values"], all);
  return all.length === 0 ? [] : [section("Open points", [shown], { remark: ["with how often each value was seen"] })];
}

function notJudged({ recordings, notJudged: reasons, remarks }: TrafficResult): readonly string[] {
  const unread = (name: string, { why, count: times }: CountedReason): string =>
    `${name}: not readable because ${why} (${number(times)})`;
  return [
    ...recordings.flatMap(({ name, notReadable }) => notReadable.map((reason) => unread(name, reason))),
    // What else such an exchange shows may have been judged.
    ...reasons.map(({ why, count: times }) => `all or part of ${count(times, "exchange")}, because ${why}`),
    ...remarks,
  ];
}
