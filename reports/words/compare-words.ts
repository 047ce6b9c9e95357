/** A comparison in words, for every renderer that writes prose. Names and values are as they came: each sink makes them safe. */
import { haveVerdictsAlike, isRegression } from "../../result/regression.ts";
import { groupBy } from "./group.ts";
import type {
  ChangeKind,
  Comparison,
  InteractionChange,
  LatencyFigures,
  ProfileChange,
  RunIdentity,
  Status,
  StatusChange,
  Verdict,
} from "../../result/result.ts";
import { checkWord, count, milliseconds, number, requirementWord } from "./words.ts";

/** A change as a reader is told it: a requirement with the checks that changed likewise, any other check, an interaction. */
export interface ToldChange {
  readonly change: ChangeKind;
  readonly name: string;
  /** `CONTRACT` for an interaction, which is named by its consumer and its description. */
  readonly level: StatusChange["level"] | "CONTRACT";
  /** `met -> broken`. */
  readonly words: string;
  /** The checks of a requirement that changed with it. */
  readonly checks: readonly StatusChange[];
  /** It is a regression: broken, and nothing says that this is known. */
  readonly counts: boolean;
}

/** Ids named on the one line that tells the whole. */
const mostNames = 3;

/** Open points told one by one although they were observed in one of the runs alone. */
const mostUnobserved = 3;

const order: readonly ChangeKind[] = ["broken", "mended", "changed", "appeared", "gone"];

/** Every change but those of the profile, the worst kind first. */
export function toldChanges({ requirements, checks, interactions }: Comparison): readonly ToldChange[] {
  const keyOf = ({ id, change }: StatusChange): string => `${id.split("/")[0]} ${change}`;
  const byRequirement = groupBy(checks, keyOf);
  const changed = new Set(requirements.map(keyOf));
  const all = [
    ...requirements.map((one) => toldStatus(one, requirementWord, byRequirement.get(keyOf(one)))),
    ...checks.filter((one) => !changed.has(keyOf(one))).map((one) => toldStatus(one, checkWord)),
    ...interactions.map(toldInteraction),
  ];
  return order.flatMap((kind) => all.filter(({ change }) => change === kind));
}

function toldStatus(
  told: StatusChange,
  word: (status: Status, level: StatusChange["level"]) => string,
  checks: readonly StatusChange[] = [],
): ToldChange {
  const { id, level, before, now, change } = told;
  const [was, is] = [before, now].map((status) => (status === null ? "not there" : word(status, level)));
  const waived = change === "broken" && now === "waived" ? "broken, but waived" : is;
  return {
    change,
    name: id,
    level,
    words: `${was} -> ${waived}`,
    checks,
    counts: isRegression(told),
  };
}

function toldInteraction(told: InteractionChange): ToldChange {
  const { consumer, description, states, before, now, change, pending } = told;
  const given = states.length === 0 ? "" : `, given ${states.join(" and ")}`;
  const [was, is] = [before, now].map((status) => (status === null ? "not there" : checkWord(status)));
  const words = `${was} -> ${is}${pending === true ? ", pending" : ""}`;
  const name = `${consumer}: ${description}${given}`;
  return { change, name, level: "CONTRACT", words, checks: [], counts: isRegression(told) };
}

/** What is a regression of it all. */
export function regressions(comparison: Comparison): readonly ToldChange[] {
  return toldChanges(comparison).filter(({ counts }) => counts);
}

/** What the baseline is called: its day, and its time where both runs are of one day. */
export function baselineName({ before, now }: Comparison): string {
  const [day, today] = [before.startedAt, now.startedAt].map((date) => date.slice(0, 10));
  return day === today ? `${day} ${before.startedAt.slice(11, 16)} UTC` : String(day);
}

/** The whole on one line. `name` makes a name safe for the sink. */
export function baselineLine(comparison: Comparison, name: (name: string) => string): string {
  return `Against the baseline of ${baselineName(comparison)}: ${changeWords(comparison, name)}.`;
}

function changeWords(comparison: Comparison, name: (name: string) => string): string {
  const { profile } = comparison;
  const verdict = verdictChange(comparison);
  const kinds = groupBy(toldChanges(comparison), ({ change }) => change);
  const parts = [
    ...[...kinds].map(([kind, all]) => `${number(all.length)} ${kind}${kind === "broken" ? namesOf(all, name) : ""}`),
    ...(profile.length === 0 ? [] : [`profile: ${profileWords(profile)}`]),
    ...(verdict === null ? [] : [`verdict: ${verdict}`]),
  ];
  return parts.length === 0 ? sameWords(comparison) : parts.join(", ");
}

/** `conformant -> not conformant`; null where the verdicts are the same, or cannot be compared. */
export function verdictChange({ before, now }: Comparison): string | null {
  if (before.verdict === now.verdict || !haveVerdictsAlike(before, now)) return null;
  return `${verdictNames[before.verdict]} -> ${verdictNames[now.verdict]}`;
}

/** Open points that are answered otherwise, and those that were observed in one of the runs alone, by what is said of them. */
function profileKinds(profile: readonly ProfileChange[]): ReadonlyMap<string, readonly ProfileChange[]> {
  return groupBy(profile, ({ before, now }) =>
    now === null ? "no longer observed" : before === null ? "newly observed" : "changed",
  );
}

/** What was not observed in one of the runs is no other behaviour. */
function profileWords(profile: readonly ProfileChange[]): string {
  return [...profileKinds(profile)].map(([kind, all]) => `${number(all.length)} ${kind}`).join(", ");
}

/**
 * The profile as it is told: point by point; but where many were not observed, which mostly has one cause, their ids on
 * one line, after what they have in common.
 */
export function toldProfile(profile: readonly ProfileChange[]): {
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

function namesOf(all: readonly ToldChange[], name: (name: string) => string): string {
  const more = all.length - mostNames;
  const names = all.slice(0, mostNames).map((one) => name(one.name));
  return ` (${names.join(", ")}${more > 0 ? ` and ${number(more)} more` : ""})`;
}

/** No difference is worth as much as what was compared. */
export function sameWords({ compared: { requirements, checks, openPoints, interactions } }: Comparison): string {
  const parts = [
    [requirements, "requirement"],
    [checks, "check"],
    [openPoints, "open point"],
    [interactions, "interaction"],
  ] as const;
  const told = parts.filter(([many]) => many > 0).map(([many, noun]) => count(many, noun));
  const last = told.at(-1);
  if (last === undefined) return "nothing was asked in both runs";
  return `no difference in ${told.length === 1 ? last : `${told.slice(0, -1).join(", ")} and ${last}`}`;
}

/** A verdict within a sentence. */
export const verdictNames: Readonly<Record<Verdict, string>> = {
  conformant: "conformant",
  "non-conformant": "not conformant",
  inconclusive: "inconclusive",
};

/** An answer to an open point, or that there was none. `value` makes it safe for the sink. */
export function valueWords(
  { before, now }: ProfileChange,
  value: (value: string) => string,
): readonly [before: string, now: string] {
  const words = (one: string | null): string => (one === null ? "not observed" : value(one));
  return [words(before), words(now)];
}

/** The three figures, then and now. */
export function latencyWords({ latency: { before, now } }: Comparison): string {
  if (before === null && now === null) return "nothing was answered in either run";
  const figures = [
    ["median", "medianMs"],
    ["95th percentile", "highMs"],
    ["slowest", "slowestMs"],
  ] as const;
  const words = (of: LatencyFigures | null, figure: (typeof figures)[number][1]): string =>
    of === null ? "no answer" : milliseconds(of[figure]);
  return figures.map(([name, figure]) => `${name} ${words(before, figure)} -> ${words(now, figure)}`).join(", ");
}

/** When and where a run was, what came of it, and by what it was judged. */
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

/** Why a comparison is a regression or is none, in a sentence. */
export function regressionWords(comparison: Comparison): string {
  const { before, now, regression } = comparison;
  const than = `the baseline of ${baselineName(comparison)}`;
  const broken = regressions(comparison);
  if (!regression) {
    const isKnown = toldChanges(comparison).some(({ change }) => change === "broken");
    return `No regression: nothing that was met is broken${isKnown ? ", but for what is waived or pending" : ""}.`;
  }
  if (broken.length === 0)
    return `Worse than ${than}: it was ${verdictNames[before.verdict]}, and this run is ${verdictNames[now.verdict]}.`;
  const more = broken.length - 2 * mostNames;
  const names = broken.slice(0, 2 * mostNames).map(({ name }) => name);
  return `Broken since ${than}: ${names.join(", ")}${more > 0 ? ` and ${number(more)} more` : ""}.`;
}
