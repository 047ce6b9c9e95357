/** The changes between two runs in the order in which they are reported, and which of them are regressions. Pure. */
import { interactionTitle } from "../contract-result.ts";
import { number } from "../safe-text.ts";
import { groupBy } from "../../spec/defined.ts";
import {
  type ChangeKind,
  type Comparison,
  type InteractionChange,
  type RunIdentity,
  type Status,
  type StatusChange,
  type Verdict,
  checkWord,
  requirementWord,
} from "../result.ts";

/**
 * A change as reports show it: a requirement with the checks that changed in the same way, another check, or an
 * interaction.
 */
export interface ReportedChange {
  readonly change: ChangeKind;
  readonly name: string;
  /** `CONTRACT` for an interaction. Its name is its consumer and its description. */
  readonly level: StatusChange["level"] | "CONTRACT";
  /** `met -> broken`. */
  readonly words: string;
  /** The checks of a requirement that changed with it. */
  readonly checks: readonly StatusChange[];
  /** Whether it is a regression: broken, and not marked as known. */
  readonly counts: boolean;
}

/** The number of ids in the summary line. */
export const mostNames = 3;

const order: readonly ChangeKind[] = ["broken", "fixed", "changed", "appeared", "gone"];

/** Every change except those of the profile, the worst kind first. */
export function changesOf({ requirements, checks, interactions }: Comparison): readonly ReportedChange[] {
  const keyOf = ({ id, requirement = id, change }: StatusChange): string => `${requirement} ${change}`;
  const byRequirement = groupBy(checks, keyOf);
  const changed = new Set(requirements.map(keyOf));
  const all = [
    ...requirements.map((one) => statusChange(one, requirementWord, byRequirement.get(keyOf(one)))),
    ...checks.filter((one) => !changed.has(keyOf(one))).map((one) => statusChange(one, checkWord)),
    ...interactions.map(interactionChange),
  ];
  return order.flatMap((kind) => all.filter(({ change }) => change === kind));
}

function statusChange(
  changed: StatusChange,
  word: (status: Status, level: StatusChange["level"]) => string,
  checks: readonly StatusChange[] = [],
): ReportedChange {
  const { id, level, before, now, change } = changed;
  const [was, is] = [before, now].map((status) => (status === null ? "not there" : word(status, level)));
  const waived = change === "broken" && now === "waived" ? "broken, but waived" : is;
  return {
    change,
    name: id,
    level,
    words: `${was} -> ${waived}`,
    checks,
    counts: isRegression(changed),
  };
}

function interactionChange(changed: InteractionChange): ReportedChange {
  const { consumer, before, now, change, pending } = changed;
  const [was, is] = [before, now].map((status) => (status === null ? "not there" : checkWord(status)));
  const words = `${was} -> ${is}${pending === true ? ", pending" : ""}`;
  const name = `${consumer}: ${interactionTitle(changed)}`;
  return { change, name, level: "CONTRACT", words, checks: [], counts: isRegression(changed) };
}

/**
 * Whether a change is a regression. It is not if a waiver marks it as known, or if the interaction is `pending`,
 * because no consumer relies on it.
 */
export function isRegression(change: StatusChange | InteractionChange): boolean {
  const isPending = "pending" in change && change.pending;
  return change.change === "broken" && change.now !== "waived" && !isPending;
}

/**
 * Whether the verdicts of two runs can be compared. A selection or a shard has no verdict on the provider, and a strict
 * run has other criteria than a run that is not strict.
 */
export function haveVerdictsAlike(before: RunIdentity, now: RunIdentity): boolean {
  const isWhole = ({ selection, verdict }: RunIdentity): boolean =>
    selection === undefined && verdict !== "selection-met";
  return isWhole(before) && isWhole(now) && before.strict === now.strict;
}

/** The changes that are regressions. */
export function regressions(comparison: Comparison): readonly ReportedChange[] {
  return changesOf(comparison).filter(({ counts }) => counts);
}

/** The name of the baseline: its day, and also its time if both runs are of the same day. */
export function baselineName({ before, now }: Comparison): string {
  const [day, today] = [before.startedAt, now.startedAt].map((date) => date.slice(0, 10));
  return day === today ? `${day} ${before.startedAt.slice(11, 16)} UTC` : String(day);
}

/** A verdict within a sentence. */
export const verdictNames: Readonly<Record<Verdict, string>> = {
  conformant: "conformant",
  "non-conformant": "not conformant",
  "selection-met": "selection met",
  inconclusive: "inconclusive",
};

/** Why a comparison is a regression or not, in a sentence. */
export function regressionWords(comparison: Comparison): string {
  const { before, now, regression } = comparison;
  const than = `the baseline of ${baselineName(comparison)}`;
  const broken = regressions(comparison);
  if (!regression) {
    const isKnown = changesOf(comparison).some(({ change }) => change === "broken");
    return `No regression: nothing that was met is broken${isKnown ? ", but for what is waived or pending" : ""}.`;
  }
  if (broken.length === 0)
    return `Worse than ${than}: it was ${verdictNames[before.verdict]}, and this run is ${verdictNames[now.verdict]}.`;
  const more = broken.length - 2 * mostNames;
  const names = broken.slice(0, 2 * mostNames).map(({ name }) => name);
  return `Broken since ${than}: ${names.join(", ")}${more > 0 ? ` and ${number(more)} more` : ""}.`;
}
