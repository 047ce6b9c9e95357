/** Compares two results. Pure. */
import { defined, present } from "../../spec/defined.ts";
import { brokenCheckId, passedContractChecks } from "../contract-check-results.ts";
import {
  type ChangeKind,
  type CheckResult,
  type Comparison,
  type ContractResult,
  type InteractionChange,
  type InteractionResult,
  type ProfileChange,
  type RequirementResult,
  type RunIdentity,
  type RunResult,
  type Status,
  type StatusChange,
  type Verdict,
  hadNothingToJudge,
  isUnmet,
  latencyOf,
} from "../result.ts";
import { statusOf } from "../verdict.ts";
import { haveVerdictsAlike, isRegression, regressions, regressionWords } from "./result-changes.ts";

/**
 * Compares a run with an earlier one, its baseline. A check that one run did not ask because of its options is not
 * reported as appeared or gone, and does not count in the other run.
 */
export function compare(before: RunResult, now: RunResult): Comparison {
  const [oldest, newest] = [inBothRuns(before, now), inBothRuns(now, before)];
  const older = judgedOf(oldest, passedIn(before, newest));
  const newer = judgedOf(newest, passedIn(now, oldest));
  const areContracts = before.contracts.length > 0 && now.contracts.length > 0;
  const interactions = pairs(
    areContracts ? interactionsOf(before.contracts) : [],
    areContracts ? interactionsOf(now.contracts) : [],
    ({ key }) => key,
  );
  const requirements = pairs(older.requirements, newer.requirements, idOf);
  const checks = pairs(older.checks, newer.checks, idOf);
  const points = pairs(older.openPoints, newer.openPoints, idOf);
  const changes = {
    requirements: requirements.flatMap(statusChange),
    checks: checks.flatMap(statusChange),
    interactions: interactions.filter(isNoCheck([...older.checks, ...newer.checks])).flatMap(interactionChange),
  };
  return {
    before: identityOf(before),
    now: identityOf(now),
    remarks: compareRemarks(before, now),
    compared: {
      requirements: inBoth(requirements),
      checks: inBoth(checks),
      openPoints: inBoth(points),
      interactions: inBoth(interactions),
    },
    regression: Object.values(changes).flat().some(isRegression) || isWorse(before, now),
    ...changes,
    profile: points.flatMap(profileChange(before, now)),
    since: sinceOf(before, now),
    latency: { before: latencyOf(before.exchanges), now: latencyOf(now.exchanges) },
  };
}

/**
 * The result with the changes since its baseline. If regressions fail the run, a regression adds a reason and sets the
 * exit status to 1. The verdict stays, because it is only about the document. A run that could not be judged keeps its
 * exit status 3, unless something is broken that was met.
 */
export function withBaseline(result: RunResult, baseline: RunResult, failOnRegression: boolean): RunResult {
  const comparison = compare(baseline, result);
  const compared = { ...result, baseline: comparison };
  if (!failOnRegression || !comparison.regression) return compared;
  const sentence = regressionWords(comparison);
  if (result.exitCode === 0) return { ...compared, exitCode: 1, reasons: [sentence, ...result.reasons] };
  const exitCode = regressions(comparison).length > 0 ? 1 : result.exitCode;
  return { ...compared, exitCode, reasons: [...result.reasons, sentence] };
}

function identityOf(run: RunResult): RunIdentity {
  const { tool, specification, provider, strict, selection, seed, startedAt, verdict } = run;
  return { startedAt, provider, tool, specification, strict, ...defined({ selection }), seed, verdict };
}

/**
 * Ranks of verdicts. Only the verdicts of whole runs are compared, so `selection-met` does not occur. A baseline is
 * never a shard.
 */
const ranks: Readonly<Record<Verdict, number>> = {
  conformant: 0,
  "selection-met": 1,
  inconclusive: 1,
  "non-conformant": 2,
};

function isWorse(before: RunResult, now: RunResult): boolean {
  return now.shard === undefined && haveVerdictsAlike(before, now) && ranks[now.verdict] > ranks[before.verdict];
}

/** Two items with the same key; undefined if one of the runs does not have it. */
type BeforeAndNow<Item> = readonly [before: Item | undefined, now: Item | undefined];

/**
 * Pairs items by key, in the order of the later run. Items that only the earlier run has come last. Keys are unique in
 * each list.
 */
function pairs<Item>(
  before: readonly Item[],
  now: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyArray<BeforeAndNow<Item>> {
  const [older, newer] = [before, now].map((items) => new Map(items.map((item) => [keyOf(item), item])));
  return [
    ...now.map((item) => [older?.get(keyOf(item)), item] as const),
    ...before.filter((item) => newer?.has(keyOf(item)) !== true).map((item) => [item, undefined] as const),
  ];
}

function inBoth<Item>(all: ReadonlyArray<BeforeAndNow<Item>>): number {
  return all.filter(([before, now]) => before !== undefined && now !== undefined).length;
}

interface ComparedItem {
  readonly id: string;
  /** For a check: its requirement. */
  readonly requirement?: string;
  readonly level: RequirementResult["level"];
  readonly status: Status;
}

const idOf = ({ id }: { readonly id: string }): string => id;

/**
 * The requirements, checks and open points to compare. An open point fails only by the user's expectations, so only its
 * value is compared.
 */
function judgedOf(
  all: readonly RequirementResult[],
  passed: readonly ComparedItem[],
): {
  readonly requirements: readonly ComparedItem[];
  readonly checks: readonly ComparedItem[];
  readonly openPoints: readonly RequirementResult[];
} {
  const requirements = all.filter(({ level }) => level !== "OPEN");
  const checks = requirements.flatMap(({ id: requirement, level, checks: own }) =>
    own.map(({ id, status }) => ({ id, requirement, level, status })),
  );
  return { requirements, checks: [...checks, ...passed], openPoints: all.filter(({ level }) => level === "OPEN") };
}

/**
 * An interaction is a check only if it breaks a requirement. This returns the ones that are checks in the other run,
 * and passed in this run.
 */
function passedIn({ contracts }: RunResult, other: readonly RequirementResult[]): readonly ComparedItem[] {
  return other.flatMap(({ id: requirement, level, checks }) => {
    const ids = checks.flatMap(({ id, contract }) => (contract === true ? [id] : []));
    const passed = passedContractChecks(contracts, requirement, ids);
    return passed.map((id) => ({ id, requirement, level, status: "passed" as const }));
  });
}

/** Whether an interaction is reported separately. If it is a check in either run, it is reported as that check. */
function isNoCheck(checks: readonly ComparedItem[]): (pair: BeforeAndNow<KeyedInteraction>) => boolean {
  const ids = new Set(checks.map(({ id }) => id));
  return (pair) =>
    pair.every((one) => one === undefined || !ids.has(brokenCheckId(one.contract, one.interaction) ?? ""));
}

function statusChange([older, newer]: BeforeAndNow<ComparedItem>): readonly StatusChange[] {
  const one = newer ?? older;
  const [before, now] = [older?.status ?? null, newer?.status ?? null];
  if (one === undefined || before === now) return [];
  const { id, requirement, level } = one;
  return [{ id, ...defined({ requirement }), level, before, now, change: changeOf(before, now) }];
}

/** The kind of a change. An outcome that was not judged in one of the runs is neither broken nor fixed. */
function changeOf(before: Status | null, now: Status | null): ChangeKind {
  if (before === null) return "appeared";
  if (now === null) return "gone";
  if (before === "passed" && isUnmet(now)) return "broken";
  return isUnmet(before) && now === "passed" ? "fixed" : "changed";
}

interface KeyedInteraction {
  readonly key: string;
  readonly contract: ContractResult;
  readonly interaction: InteractionResult;
}

/**
 * Several pacts may contain the same interaction, so repetitions are numbered in order. The source is not part of the
 * key, because the file of a pact may have moved.
 */
function interactionsOf(contracts: readonly ContractResult[]): readonly KeyedInteraction[] {
  const seen = new Map<string, number>();
  return contracts.flatMap((contract) =>
    contract.interactions.map((interaction) => {
      const { description, states } = interaction;
      const name = JSON.stringify([contract.consumer, contract.source !== undefined, description, states]);
      const times = (seen.get(name) ?? 0) + 1;
      seen.set(name, times);
      return { key: `${times} ${name}`, contract, interaction };
    }),
  );
}

function interactionChange([older, newer]: BeforeAndNow<KeyedInteraction>): readonly InteractionChange[] {
  const one = newer ?? older;
  const [before, now] = [older?.interaction.status ?? null, newer?.interaction.status ?? null];
  if (one === undefined || before === now) return [];
  const { description, states, pending } = one.interaction;
  return [
    {
      consumer: one.contract.consumer,
      ...defined({ userSupplied: one.contract.source === undefined ? undefined : (true as const) }),
      description,
      states,
      ...defined({ pending }),
      before,
      now,
      change: changeOf(before, now),
    },
  ];
}

/** A map, because the names in a profile are data, and `constructor` could be one of them. */
function valuesOf({ profile }: RunResult): ReadonlyMap<string, string> {
  return new Map(Object.entries(profile));
}

function profileChange(
  before: RunResult,
  now: RunResult,
): (pair: BeforeAndNow<RequirementResult>) => readonly ProfileChange[] {
  const [older, newer] = [valuesOf(before), valuesOf(now)];
  return ([one, other]) => {
    const id = (other ?? one)?.id ?? "";
    const change = { id, before: older.get(id) ?? null, now: newer.get(id) ?? null };
    return change.before === change.now ? [] : [change];
  };
}

/**
 * The baseline may itself have been compared with an earlier baseline. Answers that have not changed since then keep
 * their date.
 */
function sinceOf(before: RunResult, now: RunResult): Comparison["since"] {
  const older = valuesOf(before);
  const earlier = new Map(Object.entries(before.baseline?.since ?? {}));
  return Object.fromEntries(
    Object.entries(now.profile).map(([id, value]) => [
      id,
      older.get(id) === value ? (earlier.get(id) ?? before.startedAt) : now.startedAt,
    ]),
  );
}

/**
 * The requirements of a run, with only those of its checks that the other run did not leave out. The status of a
 * requirement is computed from the checks that are left.
 */
function inBothRuns(run: RunResult, other: RunResult): readonly RequirementResult[] {
  const inOther = new Set(checksRun(other).map(({ id }) => id));
  const own = new Set(
    checksRun(run)
      .filter((check) => inOther.has(check.id) || !leavesOut(other, check))
      .map(({ id }) => id),
  );
  return run.requirements.flatMap((requirement) => {
    const checks = requirement.checks.filter(({ id }) => own.has(id));
    if (checks.length === requirement.checks.length) return [requirement];
    return checks.length === 0 ? [] : [{ ...requirement, checks, status: statusOf(checks) }];
  });
}

/** Whether a run left out checks on purpose: checks that were not selected, or that belong to other shards. */
function isPartial({ selection, shard }: Pick<RunResult, "selection" | "shard">): boolean {
  return selection !== undefined || shard !== undefined;
}

function checksRun(run: RunResult): readonly CheckResult[] {
  const checks = run.requirements.flatMap((requirement) => requirement.checks);
  return isPartial(run) ? checks.filter((check) => !isUnasked(check, run.complete)) : checks;
}

/**
 * Whether a check of a partial run was not asked. A check that judges the exchanges of other checks has no occasion if
 * those checks were left out.
 */
function isUnasked(check: CheckResult, complete: boolean): boolean {
  return (
    check.status === "not-judged" && (check.because === "not-run" || (complete && hadNothingToJudge(check.because)))
  );
}

/** Whether the options of a run left out a check: by a selection or a shard, without fuzzing, or without contracts. */
function leavesOut(run: RunResult, { drawn, contract }: CheckResult): boolean {
  if (isPartial(run)) return true;
  const { fuzz, contracts } = run;
  return (fuzz === undefined && drawn === true) || (contracts.length === 0 && contract === true);
}

/** The differences between two runs in what was asked, and by which tool and document; the most important first. */
function compareRemarks(before: RunResult, now: RunResult): readonly string[] {
  const runs = [before, now] as const;
  return present([
    before.startedAt > now.startedAt && "The baseline is the later one of the two runs.",
    documentRemark(before, now),
    before.tool.version !== now.tool.version &&
      `The baseline was judged by version ${before.tool.version}, this run by ${now.tool.version}.`,
    oneAlone(runs, isPartial, {
      before: "The baseline is a partial run: only what it asked is compared.",
      now: "This run is a partial one: only what it asked is compared.",
      both: "Both are partial runs: only what both asked is compared.",
    }),
    oneAlone(runs, ({ complete }) => !complete, {
      before: "The baseline is an incomplete run.",
      now: "This run was incomplete: much of what changed is what it did not ask.",
      both: "Both runs were incomplete.",
    }),
    oneAlone(runs, ({ strict }) => strict, {
      before: "Only the baseline was strict: the verdicts are not compared.",
      now: "Only this run is strict: the verdicts are not compared.",
    }),
    oneAlone(runs, ({ fuzz }) => fuzz !== undefined, {
      before: "Only the baseline was fuzzed: what fuzzing found is not compared.",
      now: "Only this run was fuzzed: what fuzzing found is not compared.",
    }),
    oneAlone(runs, ({ contracts }) => contracts.length > 0, {
      before: "The contracts were verified only for the baseline: they are not compared.",
      now: "The contracts were verified only in this run: they are not compared.",
    }),
  ]);
}

function documentRemark(before: RunResult, now: RunResult): string | undefined {
  const [older, newer] = [before.specification, now.specification];
  if (older.sha256 !== newer.sha256) {
    const isSame = older.version === newer.version;
    const versions = `version ${older.version} then, ${newer.version} now`;
    const said = isSame ? `both call themselves version ${newer.version}` : versions;
    return `The two runs were judged by different documents: ${said}.`;
  }
  if (older.another?.path !== newer.another?.path) {
    return "The two runs were judged by different operations of one document.";
  }
  const isOther = older.overlaySha256 !== newer.overlaySha256;
  return isOther ? "The two runs were judged by one document with different overlays." : undefined;
}

/** The sentence for a fact that is true of only one run, or of both. */
function oneAlone(
  [before, now]: readonly [RunResult, RunResult],
  holds: (run: RunResult) => boolean,
  sentences: { readonly before: string; readonly now: string; readonly both?: string },
): string | undefined {
  const [then, today] = [holds(before), holds(now)];
  if (then && today) return sentences.both;
  if (then) return sentences.before;
  return today ? sentences.now : undefined;
}
