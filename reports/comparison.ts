/** What changed between two runs: a part of the report of a run, and a report of its own. */
import { count, number } from "../result/safe-text.ts";
import { groupBy, present } from "../spec/defined.ts";
import {
  baselineName,
  changesOf,
  haveVerdictsAlike,
  mostNames,
  regressionWords,
  type ReportedChange,
  verdictNames,
} from "../result/over/result-changes.ts";
import type { ChangeKind, Comparison, LatencyFigures, ProfileChange, RunIdentity } from "../result/result.ts";
import {
  type Inline,
  type Item,
  type LabelledRow,
  type Line,
  type OutcomeKind,
  type Report,
  type ReportSection,
  code,
  firstOf,
  gap,
  item,
  joined,
  list,
  outcome,
  paragraph,
  row,
  rows,
  section,
  shortList,
  strong,
  tag,
  textRow,
  words,
} from "./report-tree.ts";
import { milliseconds, timeWords } from "./words/result-words.ts";

const MOST_IDS = 8;

const outcomes: Readonly<Record<ChangeKind, OutcomeKind>> = {
  broken: "failed",
  fixed: "passed",
  changed: "not-judged",
  appeared: "observed",
  gone: "observed",
};

/** The comparison of two results. @param most the most items of each kind */
export function comparisonReport(comparison: Comparison, most = 30): Report {
  const { before, now, regression } = comparison;
  const runs = [
    ["baseline", before],
    ["this run", now],
  ] as const;
  return {
    kicker: "Plant Store conformance",
    title: [regression ? "Regression" : "No regression"],
    outcome: regression ? "failed" : "passed",
    reasons: [regressionWords(comparison)],
    blocks: [
      rows(runs.map(([label, run]) => row(label, paragraph(...joined(runWords(run).map((text) => words(text, 200))))))),
      changes(comparison, most),
    ],
    footer: `${now.tool.name} ${now.tool.version}`,
    pageTitle: "Comparison",
  };
}

/** What changed, the worst first. @param idOf an id, as a link where it leads somewhere */
export function changes(comparison: Comparison, most: number, idOf: (id: string) => Inline = code): ReportSection {
  const { points, folded } = reportedProfile(comparison.profile);
  const groups = groupBy(changesOf(comparison), ({ change }) => change);
  const shown = [...groups].map(([kind, all]): LabelledRow => {
    const items = all.map((one) => changeItem(one, idOf));
    return row(outcome(outcomes[kind], kind), shortList(most, items));
  });
  const profile = [
    ...points.slice(0, most).map((change) => profileItem(change, idOf)),
    ...folded.map(([kind, all]) => {
      const ids = all.map(({ id }) => idOf(id));
      return item(`${number(all.length)} ${kind}: `, ...firstOf(MOST_IDS, ids));
    }),
  ];
  const table = rows([
    ...shown,
    profile.length > 0 && row("profile", list(profile)),
    textRow("latency", latencyWords(comparison)),
  ]);
  const { remarks } = comparison;
  return section(
    ["Compared with the baseline of ", { is: "date", text: baselineName(comparison) }],
    [remarks.length > 0 && list(remarks.map((remark) => item(remark))), table],
    { id: "_changes", isSentence: true, remark: changeWords(comparison) },
  );
}

function changeItem({ change, name, level, words: said, checks }: ReportedChange, idOf: (id: string) => Inline): Item {
  const named = level === "CONTRACT" ? words(name) : change === "gone" ? code(name) : idOf(name);
  const slugs = checks.map(({ id }) => code(id.slice(name.length), 120));
  const which: Line = slugs.length === 0 ? [] : [gap, "(", ...firstOf(MOST_IDS, slugs), ")"];
  return item(named, gap, tag(level), gap, said, ...which);
}

function profileItem(change: ProfileChange, idOf: (id: string) => Inline): Item {
  const said = (one: string | null): Inline => (one === null ? "not observed" : words(one, 200));
  const id = change.now === null ? code(change.id, 80) : idOf(change.id);
  return item(id, ": ", said(change.before), " -> ", strong(said(change.now)));
}

/** The most open points to show one by one that only one of the runs observed. */
const mostUnobserved = 3;

/** How many changes there are of each kind, and what is broken, on one line. */
export function changeWords(comparison: Comparison): Line {
  const { profile } = comparison;
  const verdict = verdictChange(comparison);
  const kinds = groupBy(changesOf(comparison), ({ change }) => change);
  const points = [...profileKinds(profile)].map(([kind, all]) => `${number(all.length)} ${kind}`);
  const parts = present([
    ...[...kinds].map(([kind, all]) => [`${number(all.length)} ${kind}`, ...(kind === "broken" ? namesOf(all) : [])]),
    points.length > 0 && [`profile: ${points.join(", ")}`],
    verdict !== null && [`verdict: ${verdict}`],
  ]);
  return parts.length === 0
    ? [sameWords(comparison)]
    : parts.flatMap((part, at) => (at === 0 ? part : [", ", ...part]));
}

/** `conformant -> not conformant`; null if the verdicts are the same or cannot be compared. */
function verdictChange({ before, now, requirements }: Comparison): string | null {
  if (before.verdict === now.verdict || !haveVerdictsAlike(before, now)) return null;
  // What is waived now is as broken as before.
  const isWaived = requirements.some(({ level, now: status }) => level === "MUST" && status === "waived");
  if (now.verdict === "conformant" && isWaived) return null;
  return `${verdictNames[before.verdict]} -> ${verdictNames[now.verdict]}`;
}

/** Open points by what changed. That one of the runs did not observe a point is no change of behaviour. */
function profileKinds(profile: readonly ProfileChange[]): ReadonlyMap<string, readonly ProfileChange[]> {
  return groupBy(profile, ({ before, now }) =>
    now === null ? "no longer observed" : before === null ? "newly observed" : "changed",
  );
}

/**
 * The profile as reports show it: point by point. Many unobserved points mostly have one cause, so they share one line,
 * with the words that they have in common and their ids.
 */
function reportedProfile(profile: readonly ProfileChange[]): {
  readonly points: readonly ProfileChange[];
  readonly folded: ReadonlyArray<readonly [kind: string, points: readonly ProfileChange[]]>;
} {
  const kinds = [...profileKinds(profile)];
  const folded = kinds.filter(([kind, all]) => kind !== "changed" && all.length > mostUnobserved);
  return { points: kinds.filter((one) => !folded.includes(one)).flatMap(([, all]) => all), folded };
}

function namesOf(all: readonly ReportedChange[]): Line {
  const names = all.map((one) => code(one.name, 80));
  return [" (", ...firstOf(mostNames, names), ")"];
}

function sameWords({ compared: { requirements, checks, openPoints, interactions } }: Comparison): string {
  const parts = [
    [requirements, "requirement"],
    [checks, "check"],
    [openPoints, "open point"],
    [interactions, "interaction"],
  ] as const;
  const counts = parts.filter(([many]) => many > 0).map(([many, noun]) => count(many, noun));
  const last = counts.at(-1);
  if (last === undefined) return "the two runs have no check in common";
  return `no difference in ${counts.length === 1 ? last : `${counts.slice(0, -1).join(", ")} and ${last}`}`;
}

function latencyWords({ latency: { before, now } }: Comparison): string {
  if (before === null && now === null) return "neither run received a response";
  const figures = [
    ["median", "medianMs"],
    ["95th percentile", "highMs"],
    ["slowest", "slowestMs"],
  ] as const;
  const of = (run: LatencyFigures | null, figure: (typeof figures)[number][1]): string =>
    run === null ? "no answer" : milliseconds(run[figure]);
  return figures.map(([name, figure]) => `${name} ${of(before, figure)} -> ${of(now, figure)}`).join(", ");
}

function runWords({ startedAt, provider, verdict, tool, specification, seed }: RunIdentity): readonly string[] {
  return [
    timeWords(startedAt),
    provider.baseUrl,
    verdictNames[verdict],
    `${tool.name} ${tool.version}`,
    `specification ${specification.version}`,
    `seed ${seed}`,
  ];
}
