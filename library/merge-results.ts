/** Merges results of shards into one result, as if the run had not been split. */
import { type CheckedRun, conclude, type FinishedRun } from "../result/conclude.ts";
import { type SentForContracts, sumOfSent } from "../result/contract-result.ts";
import {
  isShardRun,
  mergeFaults,
  missingShards,
  missingWords,
  type NamedResult,
  type ShardRun,
  shardWords,
  spanOf,
} from "../result/over/shards.ts";
import { type CheckResult, type Exchange, type Finding, type RunResult, hadNothingToJudge } from "../result/result.ts";
import { defined, ifAny } from "../spec/defined.ts";
import { catalogueFor } from "../spec/document-catalogue.ts";
import { type Operation, readOperation } from "../spec/read-operation.ts";
import {
  type Check,
  type CheckId,
  type History,
  type Labelled,
  type Sent,
  ofStatuses,
} from "../suites/checks/check.ts";
import { distinct, notJudged } from "../suites/checks/judges.ts";
import { select } from "./check-selection.ts";
import { counted } from "../suites/fuzz/fuzz-counts.ts";
import { loadChecks } from "../suites/index.ts";
import { causesOf } from "../suites/run/shared-cause.ts";
import { afterEnd, isLeftOpen, judgeCheck, judgedAs, type JudgedCheck } from "../suites/run/judge-run.ts";
import { sum } from "../suites/run/run-plan.ts";
import { isKeptWhole, type OfOperation, sentOf } from "../suites/shards/shard-facts.ts";
import { shardPlan, type Split, split } from "../suites/shards/shard-plan.ts";
import type { ProviderRunOptions } from "./judge-options.ts";
import { authenticationOfCases, judgedStack, judgedWith, statedBy, wishesOf } from "./provider-result.ts";

/** The merged result, or the reasons why there is none, each a sentence. */
export type Merged = { readonly result: RunResult } | { readonly faults: readonly [string, ...string[]] };

/** The options that decide about the merged result. Everything else is in the results of the shards. */
type MergeWishes = Pick<
  ProviderRunOptions,
  "expectations" | "waivers" | "allowWaived" | "baseline" | "failOnRegression"
>;

/** Merges the results of shards of one run. A missing shard makes the result inconclusive, unless a MUST is broken. */
export async function mergeResults(
  given: ReadonlyArray<NamedResult<RunResult>>,
  wishes: MergeWishes,
  operation: Operation = readOperation(),
): Promise<Merged> {
  const own = judgedWith(operation);
  const [fault, ...others] = mergeFaults(given, own);
  if (fault !== undefined) return { faults: [fault, ...others] };
  const runs = given
    .map(({ result }) => result)
    .filter(isShardRun)
    .toSorted((one, other) => one.shard.index - other.shard.index);
  const [first] = runs;
  if (first === undefined) return { faults: ["There is nothing to merge."] };
  const asked = await askedBy(first, operation);
  if (asked === null) {
    const { name, version } = own.tool;
    return {
      faults: [`The shards do not fit the checks of ${name} ${version}; merge with the version that ran them.`],
    };
  }
  const { command } = first;
  const verified = runs.flatMap(({ contracts }) => contracts);
  const { strict, selection, subjects } = first;
  const all = await wishesOf({
    ...wishes,
    strict,
    ...defined({ selection, subjects }),
    isVerified: verified.length > 0 && operation.isShipped,
  });
  const whole = finished(runs, joinShards(asked, runs), { first, operation });
  const result = conclude(whole, verified, all);
  return { result: command === undefined ? result : { ...result, command } };
}

interface AskedChecks {
  readonly checks: readonly Check[];
  readonly selected: ReadonlySet<CheckId> | undefined;
  readonly drawn: readonly Labelled[];
  readonly common: OfOperation;
}

/** The checks of a run; null if this version has other checks. */
async function askedBy(
  { shard, provider, selection, seed }: ShardRun,
  operation: Operation,
): Promise<AskedChecks | null> {
  const { authentication, invalidToken, cases, sha256 } = shard.plan;
  const checks = await loadChecks(operation, {
    ...defined({ authentication: authentication === "none" ? authentication : undefined }),
    invalidToken,
    extraHeaders: provider.extraHeaders ?? [],
  });
  const selected = selection === undefined ? undefined : select(checks, catalogueFor(operation), selection);
  const planned = shardPlan({ checks, selected, seed, shards: shard.of, authentication, invalidToken, cases });
  if (planned.sha256 !== sha256) return null;
  const common = { roles: operation.roles, ...ofStatuses(operation) };
  if (cases === 0) return { checks, selected, drawn: [], common };
  const { fuzzChecks } = await import("../suites/fuzz/fuzz-checks.ts");
  const drawn = fuzzChecks(checks, operation, {
    authentication: authenticationOfCases(operation, authentication),
    selected,
  });
  return { checks, selected, drawn: [...drawn.values()], common };
}

function finished(
  runs: readonly ShardRun[],
  checked: CheckedRun,
  { first, operation }: { readonly first: ShardRun; readonly operation: Operation },
): FinishedRun {
  const { provider, tool, specification, seed } = first;
  const { stack: said, ...judged } = provider;
  const stack = said?.shownBy === "--stack" ? said : judgedStack(undefined, checked.exchanges);
  const missing = missingShards(runs);
  return {
    ...statedBy(operation),
    tool,
    specification,
    provider: { ...judged, ...defined({ stack }) },
    seed,
    ...spanOf(runs),
    merged: { shards: first.shard.of, ...defined({ missing: missing.length === 0 ? undefined : missing }) },
    checked,
    stopped: stoppedOf(runs),
    limitsReached: [...new Set(runs.flatMap(({ limitsReached = [] }) => limitsReached))],
  };
}

/** Why a part of the run was not judged, in a sentence; null if all of it was. */
function stoppedOf(runs: readonly ShardRun[]): string | null {
  const ended = runs.find(({ complete }) => !complete);
  const why = ended?.shard.stopped?.reason ?? "The run ended early.";
  return missingWords(runs) ?? (ended === undefined ? null : `In ${shardWords(ended.shard)}: ${why}`);
}

// The runs of all shards as one run. Requests of only one shard are judged by that shard, with its own accepted
// requests. Checks that look at each exchange separately are joined. Checks that count over a run, such as those of
// refused ordinary requests, judge the exchanges of all shards again. Pure.

/** One shard, and where its exchanges begin in the list of the whole run. */
interface Part {
  readonly run: ShardRun;
  readonly offset: number;
  /** Those of the run, with indices among the exchanges of all shards. */
  readonly exchanges: readonly Exchange[];
  readonly history: History;
  /** The requests that it sent before the provider was gone. */
  readonly judgeable: History;
}

/** Joins shards, which must be in the order of their numbers. If some are missing, their checks are not judged. */
function joinShards({ checks, selected, drawn, common }: AskedChecks, runs: readonly ShardRun[]): CheckedRun {
  const parts = partsOf(runs, common);
  const whole: Whole = { parts, run: parts.flatMap(({ judgeable }) => judgeable) };
  const { shardOf } = split(checks, selected, runs[0]?.shard.of ?? 1);
  const asked = checks.filter(({ id }) => selected?.has(id) ?? true);
  const results = asked.map((check) => joined(check, whole, shardOf));
  const [report, ...others] = runs.flatMap(({ fuzz }) => fuzz ?? []);
  const outages = parts.flatMap(({ run, offset }) =>
    (run.outages ?? []).map((outage) => shifted(outage, offset, ["endedBy", "inFlight", "before"])),
  );
  return defined({
    checks: [...results, ...ifAny(report, () => drawn.map((check) => joinDrawn(check, parts)))],
    exchanges: parts.flatMap(({ exchanges }) => exchanges),
    counts: sumOfSent(runs.map(sentByChecks)),
    outages,
    fuzz: report && others.reduce(added, report),
    causes: causesOf(results, whole.run),
  });
}

/** What the checks of a shard sent. Contracts, which one shard verifies, count for themselves. */
function sentByChecks({ summary, contracts }: ShardRun): SentForContracts {
  const of = sumOfSent(contracts.map(({ sent }) => sent));
  return { exchanges: summary.exchanges - of.exchanges, plantsCreated: summary.plantsCreated - of.plantsCreated };
}

interface Whole {
  readonly parts: readonly Part[];
  /** Everything that was sent before the provider was gone. */
  readonly run: History;
}

function partsOf(runs: readonly ShardRun[], common: OfOperation): readonly Part[] {
  let offset = 0;
  return runs.map((run) => {
    const { shard, provider } = run;
    const { goneFrom = Infinity } = shard;
    const begin = offset;
    const exchanges = run.exchanges.map((one) => shifted(one, begin, ["follows"]));
    offset += exchanges.length;
    const history = shard.sent.flatMap((facts, place): readonly Sent[] => {
      const exchange = exchanges[place];
      return exchange === undefined
        ? []
        : [sentOf(exchange, facts, { index: begin + place, baseUrl: provider.baseUrl, common })];
    });
    return { run, offset: begin, exchanges, history, judgeable: history.slice(0, Math.min(goneFrom, history.length)) };
  });
}

function joined(check: Check, whole: Whole, shardOf: Split["shardOf"]): JudgedCheck {
  const owner = shardOf(check.id);
  if (owner !== undefined) return ofOneShard(check, whole, owner);
  // An invariant with a context compares an exchange with others, which may be from another shard.
  const isOfEach = check.form === "comparison" || (check.form === "invariant" && check.context === undefined);
  if (isOfEach) return joinEach(check, whole.parts);
  return judgedAgain(check, whole, check.stage === "late" ? whole.parts : whole.parts.slice(0, 1));
}

/** A check that only one shard ran: its judgement counts, unless the whole run shows that it cannot be judged. */
function ofOneShard(check: Check, whole: Whole, owner: number): JudgedCheck {
  const { parts, run } = whole;
  const part = parts.find(({ run: { shard } }) => shard.index === owner);
  const ofShard = part === undefined ? undefined : resultIn(part, check.id);
  if (part === undefined || ofShard === undefined) {
    return judgedAs(check, notJudged("run-ended", `shard ${owner}, which asks this, is missing`), []);
  }
  // A tally looks at every exchange of the run, in addition to those that it sent.
  if (check.form === "tally" && ofShard.status !== "failed") return judgedAgain(check, whole, [part]);
  const own = { requirement: check.requirement, form: check.form, result: ofShard };
  const asked = ownOf(check, [part]);
  if (ofShard.status === "not-judged" || !asked.every(({ exchange }) => isKeptWhole(exchange))) return own;
  const again = judgeCheck(check, { own: asked, run, safely: String });
  return again.result.status === "not-judged" ? again : own;
}

/** Judges a check over the whole run. Its own requests are those of some shards: the first counts for the whole. */
function judgedAgain(check: Check, { parts, run }: Whole, askedIn: readonly Part[]): JudgedCheck {
  const own = ownOf(check, askedIn);
  const isLost = own.some(({ index }) => !run.some((sent) => sent.index === index));
  const open = parts.flatMap((part) => resultIn(part, check.id) ?? []).find(isLeftOpen);
  const cause = askedIn.find(({ run: { shard } }) => shard.goneFrom !== undefined)?.run.shard.stopped?.cause;
  if (isLost) return judgedAs(check, afterEnd(cause), []);
  const again = judgeCheck(check, { own, run, safely: String });
  return open !== undefined && again.result.status !== "failed" ? { ...again, result: open } : again;
}

function ownOf({ id, reads }: Check, parts: readonly Part[]): History {
  return parts.flatMap(({ run, history }) =>
    history
      .map((sent, k) => ({ sent, place: run.shard.sent[k]?.place }))
      .filter(({ sent, place }) => sent.request.askedBy === (reads ?? id) && place !== undefined)
      .toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0))
      .map(({ sent }) => sent),
  );
}

/** A check of each exchange separately: it fails if it failed in one shard, and passes if it passed in one. */
function joinEach(check: Labelled, parts: readonly Part[]): JudgedCheck {
  const results = parts.flatMap((part) => resultIn(part, check.id) ?? []);
  const failed = results.filter(({ status }) => status === "failed");
  const open = results.find((one) => one.status === "not-judged" && !hadNothingToJudge(one.because));
  const passed = results.filter(({ status }) => status === "passed");
  const [first = open ?? passed[0] ?? results[0]] = failed;
  if (first === undefined) return judgedAs(check, notJudged("run-ended", "no shard asked this"), []);
  const alike = failed.length > 0 ? failed : first === passed[0] ? passed : [first];
  const exchanges = alike.flatMap((one) => one.exchanges);
  const { requirement, form } = check;
  if (first.status !== "failed") return { requirement, form, result: { ...first, exchanges } };
  const [, ...others] = distinct(failed.flatMap(({ findings }) => [...findings]));
  return { requirement, form, result: { ...first, findings: [first.findings[0], ...others], exchanges } };
}

/** A check of fuzzing: the counts of all shards are added, and the failure that is shown is from one of them. */
function joinDrawn(check: Labelled, parts: readonly Part[]): JudgedCheck {
  const joinedChecks = joinEach(check, parts);
  const { result } = joinedChecks;
  if (result.status !== "failed") return joinedChecks;
  const tallies = parts.flatMap((part) => {
    const tally = part.run.shard.fuzz?.find((one) => one.check === check.id);
    return tally === undefined ? [] : [{ part, tally }];
  });
  const total = {
    judged: sum(tallies.map(({ tally }) => tally.judged)),
    failures: sum(tallies.map(({ tally }) => tally.failures)),
  };
  const shown = tallies.flatMap(({ part, tally }) => (tally.shown === undefined ? [] : [{ part, shown: tally.shown }]));
  const chosen = shown.find(({ shown: { isSmallest } }) => isSmallest) ?? shown[0];
  if (chosen === undefined) return joinedChecks;
  const [first, ...others] = counted(chosen.shown, total).map((one) => shifted(one, chosen.part.offset, ["exchange"]));
  if (first === undefined) return joinedChecks;
  return { ...joinedChecks, result: { ...result, findings: [first, ...others] } };
}

/** The result of a check in a shard, with the places of its exchanges in the whole run. */
function resultIn({ run, offset }: Part, id: string): CheckResult | undefined {
  const found = run.requirements.flatMap(({ checks }) => checks).find((one) => one.id === id && one.contract !== true);
  if (found === undefined) return undefined;
  const placed = shifted(found, offset, ["exchanges"]);
  if (placed.status !== "failed") return placed;
  const [first, ...others] = placed.findings;
  const own = (finding: Finding): Finding => shifted(finding, offset, ["exchange"]);
  return { ...placed, findings: [own(first), ...others.map(own)] };
}

/** With the offset added to these members, which are indexes or lists of them. */
function shifted<T extends object>(given: T, offset: number, names: ReadonlyArray<keyof T>): T {
  const moved = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(moved) : typeof value === "number" ? value + offset : value;
  const own = names.filter((name) => given[name] !== undefined).map((name) => [name, moved(given[name])] as const);
  return { ...given, ...Object.fromEntries(own) };
}

/** The sums of the figures of two reports. */
function added<T extends object>(one: T, other: T): T {
  const sums = Object.entries(one).map(([name, figure]: [string, number | object]) => {
    const more = Reflect.get(other, name) as typeof figure;
    return [name, typeof figure === "number" ? figure + Number(more) : added(figure, Object(more))] as const;
  });
  return Object.fromEntries(sums) as T;
}
