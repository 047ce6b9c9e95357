/** Compares two results. Pure. */
import { latencyFigures } from "./figures.ts";
import type {
  ChangeKind,
  Comparison,
  ContractResult,
  InteractionChange,
  InteractionResult,
  LatencyFigures,
  ProfileChange,
  RequirementResult,
  RunIdentity,
  RunResult,
  Status,
  StatusChange,
  Verdict,
} from "./result.ts";
import { compareRemarks } from "./compare-remarks.ts";
import { brokenCheckId, passedContractChecks } from "./contract-checks.ts";
import { inBothRuns } from "./compare-asked.ts";
import { haveVerdictsAlike, isRegression } from "./regression.ts";

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
    latency: { before: latencyOf(before), now: latencyOf(now) },
  };
}

function identityOf(run: RunResult): RunIdentity {
  const { tool, specification, provider, strict, selection, seed, startedAt, verdict } = run;
  const partial = selection === undefined ? {} : { selection };
  return { startedAt, provider, tool, specification, strict, ...partial, seed, verdict };
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

/** The compared parts of a requirement or a check. */
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
  const owner = requirement === undefined ? {} : { requirement };
  return [{ id, ...owner, level, before, now, change: changeOf(before, now) }];
}

/** The kind of a change. An outcome that was not judged in one of the runs is neither broken nor fixed. */
function changeOf(before: Status | null, now: Status | null): ChangeKind {
  if (before === null) return "appeared";
  if (now === null) return "gone";
  const isUnmet = (status: Status): boolean => status === "failed" || status === "waived";
  if (before === "passed" && isUnmet(now)) return "broken";
  return isUnmet(before) && now === "passed" ? "fixed" : "changed";
}

/** An interaction with the key that identifies it. */
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
      ...(one.contract.source === undefined ? {} : { userSupplied: true }),
      description,
      states,
      ...(pending === undefined ? {} : { pending }),
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

function latencyOf({ exchanges }: RunResult): LatencyFigures | null {
  return latencyFigures(
    exchanges
      .filter(({ response, noAnswer }) => response !== null && noAnswer === undefined)
      .map(({ timing }) => timing.totalMs),
  );
}
