/** A comparison in words. */
import { type ReportedChange, changesOf, mostNames, verdictNames } from "../../result/changes.ts";
import { count, number } from "../../result/counts.ts";
import { groupBy } from "../../result/group.ts";
import { haveVerdictsAlike } from "../../result/regression.ts";
import type { Comparison, LatencyFigures, ProfileChange, RunIdentity } from "../../result/result.ts";
import { type Inline, type Line, code, joined, words } from "../tree.ts";
import { milliseconds } from "./words.ts";

/** The most open points to show one by one that only one of the runs observed. */
const mostUnobserved = 3;

/** How many changes there are of each kind, and what is broken, on one line. */
export function changeWords(comparison: Comparison): Line {
  const { profile } = comparison;
  const verdict = verdictChange(comparison);
  const kinds = groupBy(changesOf(comparison), ({ change }) => change);
  const parts = [
    ...[...kinds].map(([kind, all]) => [`${number(all.length)} ${kind}`, ...(kind === "broken" ? namesOf(all) : [])]),
    ...(profile.length === 0 ? [] : [[`profile: ${profileWords(profile)}`]]),
    ...(verdict === null ? [] : [[`verdict: ${verdict}`]]),
  ];
  return parts.length === 0
    ? [sameWords(comparison)]
    : parts.flatMap((part, at) => (at === 0 ? part : [", ", ...part]));
}

/** `conformant -> not conformant`; null if the verdicts are the same or cannot be compared. */
function verdictChange({ before, now }: Comparison): string | null {
  if (before.verdict === now.verdict || !haveVerdictsAlike(before, now)) return null;
  return `${verdictNames[before.verdict]} -> ${verdictNames[now.verdict]}`;
}

/** Open points with different answers, and those that only one of the runs observed, by the words about them. */
function profileKinds(profile: readonly ProfileChange[]): ReadonlyMap<string, readonly ProfileChange[]> {
  return groupBy(profile, ({ before, now }) =>
    now === null ? "no longer observed" : before === null ? "newly observed" : "changed",
  );
}

/** A point that one of the runs did not observe is not a change of behaviour. */
function profileWords(profile: readonly ProfileChange[]): string {
  return [...profileKinds(profile)].map(([kind, all]) => `${number(all.length)} ${kind}`).join(", ");
}

/**
 * The profile as reports show it: point by point. Many unobserved points mostly have one cause, so they share one line,
 * with the words that they have in common and their ids.
 */
export function reportedProfile(profile: readonly ProfileChange[]): {
  readonly points: readonly ProfileChange[];
  readonly folded: ReadonlyArray<readonly [kind: string, points: readonly ProfileChange[]]>;
} {
  const kinds = [...profileKinds(profile)];
  const isFolded = (kind: string, many: number): boolean => kind !== "changed" && many > mostUnobserved;
  return {
    points: kinds.flatMap(([kind, all]) => (isFolded(kind, all.length) ? [] : all)),
    folded: kinds.filter(([kind, all]) => isFolded(kind, all.length)),
  };
}

function namesOf(all: readonly ReportedChange[]): Line {
  const more = all.length - mostNames;
  const names = all.slice(0, mostNames).map((one) => code(one.name, 80));
  return [" (", ...joined(names), more > 0 ? ` and ${number(more)} more)` : ")"];
}

/** The number of compared items without a difference. */
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

/** The answers to an open point then and now, or words for a missing one. */
export function valueWords({ before, now }: ProfileChange): readonly [before: Inline, now: Inline] {
  const said = (one: string | null): Inline => (one === null ? "not observed" : words(one, 200));
  return [said(before), said(now)];
}

/** The three latency figures of both runs. */
export function latencyWords({ latency: { before, now } }: Comparison): string {
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

/** When and where a run took place, its verdict, and the versions that judged it. */
export function runWords({ startedAt, provider, verdict, tool, specification, seed }: RunIdentity): readonly string[] {
  return [
    `${startedAt.slice(0, 16).replace("T", " ")} UTC`,
    provider.baseUrl,
    verdictNames[verdict],
    `${tool.name} ${tool.version}`,
    `specification ${specification.version}`,
    `seed ${seed}`,
  ];
}
