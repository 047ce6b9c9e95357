/** What changed between two runs: a part of the report of a run, and a report of its own. */
import { type ReportedChange, baselineName, changesOf, regressionWords } from "../result/changes.ts";
import { number } from "../result/counts.ts";
import { groupBy } from "../result/group.ts";
import type { ChangeKind, Comparison, ProfileChange } from "../result/result.ts";
import {
  type Inline,
  type Item,
  type Line,
  type OutcomeKind,
  type Report,
  type LabelledRow,
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
  strong,
  tag,
  textRow,
  words,
} from "./tree.ts";
import { changeWords, latencyWords, reportedProfile, runWords, valueWords } from "./words/compare-words.ts";

/** The most ids beside a change. */
const MOST_IDS = 8;

const kinds: Readonly<Record<ChangeKind, OutcomeKind>> = {
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
    figures: "",
    facts: [],
    notices: [],
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
    const items = all.slice(0, most).map((one) => changeItem(one, idOf));
    const more = all.length - items.length;
    return row(outcome(kinds[kind], kind), list([...items, ...(more > 0 ? [item(`and ${number(more)} more`)] : [])]));
  });
  const profile = [
    ...points.slice(0, most).map((change) => profileItem(change, idOf)),
    ...folded.map(([kind, all]) =>
      item(
        `${number(all.length)} ${kind}: `,
        ...firstOf(
          all.map(({ id }) => idOf(id)),
          MOST_IDS,
        ),
      ),
    ),
  ];
  return section(
    ["Compared with the baseline of ", { is: "date", text: baselineName(comparison) }],
    [
      ...(comparison.remarks.length === 0 ? [] : [list(comparison.remarks.map((remark) => item(remark)))]),
      rows([
        ...shown,
        ...(profile.length === 0 ? [] : [row("profile", list(profile))]),
        textRow("latency", latencyWords(comparison)),
      ]),
    ],
    { id: "_changes", isSentence: true, remark: changeWords(comparison) },
  );
}

function changeItem({ change, name, level, words: said, checks }: ReportedChange, idOf: (id: string) => Inline): Item {
  const named = level === "CONTRACT" ? words(name) : change === "gone" ? code(name) : idOf(name);
  const slugs = checks.map(({ id }) => code(id.slice(name.length), 120));
  const which: Line = slugs.length === 0 ? [] : [gap, "(", ...firstOf(slugs, MOST_IDS), ")"];
  return item(named, gap, tag(level), gap, said, ...which);
}

/** An open point, with the answer then and the answer now. */
function profileItem(change: ProfileChange, idOf: (id: string) => Inline): Item {
  const [before, now] = valueWords(change);
  return item(change.now === null ? code(change.id, 80) : idOf(change.id), ": ", before, " -> ", strong(now));
}
