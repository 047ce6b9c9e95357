/** Creates the result from the outcomes of a run. This is the only place where a result is created. Pure. */
import { defined } from "../spec/defined.ts";
import { sumOfSent } from "./contract-result.ts";
import type { DocumentWords } from "../spec/document-words.ts";
import type { Requirement } from "../spec/requirements.ts";
import { type ExplainedFailures, causesByCheck, causesOf, explainFailures } from "./causes/causes-of.ts";
import { contractChecks } from "./contract-check-results.ts";
import {
  type CheckOfRequirement,
  type ContractResult,
  type Expectations,
  type Outage,
  RESULT_FORMAT,
  RESULT_FORMAT_VERSION,
  type RunResult,
  type Summary,
  type Waiver,
} from "./result.ts";
import {
  applyExpectations,
  profileOf,
  requirementResults,
  summarise,
  verdictOf,
  verdictOfContracts,
} from "./verdict.ts";
import { waive } from "./waivers.ts";
import { withBaseline } from "./over/compare-results.ts";

/** What the checks of a run found. `SuiteRun` of `suites/` fits this type. */
export interface CheckedRun extends Pick<RunResult, "exchanges" | "fuzz"> {
  readonly checks: readonly CheckOfRequirement[];
  /** Counts of everything that was sent, including requests that are not among the exchanges. */
  readonly counts: Pick<Summary, "exchanges" | "plantsCreated">;
  /** General causes of failure, in sentences, the most important first. */
  readonly causes: readonly string[];
  /** The times at which the provider stopped answering. */
  readonly outages?: readonly Outage[];
}

/** A finished run. */
export interface FinishedRun extends Pick<
  RunResult,
  "tool" | "specification" | "provider" | "seed" | "startedAt" | "durationMs" | "shard" | "merged"
> {
  /** The requirement catalogue, in the order of the result. */
  readonly catalogue: readonly Requirement[];
  /** The names that the document gives to its parts; left out for the document that ships. */
  readonly words?: DocumentWords;
  /** Null for a run that only verified contracts. */
  readonly checked: CheckedRun | null;
  /** Why the run ended early, in a sentence; null when it did not. */
  readonly stopped: string | null;
  /** The limits that affected the run, each in a sentence. */
  readonly limitsReached: readonly string[];
}

/** What the user expects of the result beyond the document. */
export interface Wishes extends Pick<RunResult, "strict" | "selection" | "subjects"> {
  /** Values that open points must have. */
  readonly expectations?: Expectations;
  readonly waivers?: WaiverWishes;
  readonly baseline?: BaselineWishes;
}

export interface WaiverWishes {
  readonly given: readonly Waiver[];
  /** A waived failure does not change the exit status. */
  readonly allowed: boolean;
  /** Ids of requirements and checks that only interactions outside this run can show broken. */
  readonly leftOut: ReadonlySet<string>;
}

export interface BaselineWishes {
  readonly result: RunResult;
  /** A regression changes the exit status to 1. */
  readonly failOnRegression: boolean;
}

/**
 * Concludes a run.
 * @param run the checks' outcomes, and the facts about the run
 * @param contracts the verified contracts; empty if there are none
 * @param wishes the further expectations of the user
 */
export function conclude(run: FinishedRun, contracts: readonly ContractResult[], wishes: Wishes): RunResult {
  const { causes, ...judged } = outcomesOf(run, contracts, wishes);
  const { checked, limitsReached } = run;
  const outages = checked?.outages ?? [];
  const { strict, selection, subjects = [], baseline } = wishes;
  const result: RunResult = defined({
    format: RESULT_FORMAT,
    formatVersion: RESULT_FORMAT_VERSION,
    complete: run.stopped === null,
    tool: run.tool,
    specification: run.specification,
    provider: run.provider,
    ...(subjects.length === 0 ? {} : { subjects }),
    strict,
    selection,
    shard: run.shard,
    merged: run.merged,
    seed: run.seed,
    ...(limitsReached.length === 0 ? {} : { limitsReached }),
    startedAt: run.startedAt,
    durationMs: run.durationMs,
    ...conclusionOf(run, judged, wishes),
    ...(checked?.fuzz === undefined ? {} : { fuzz: checked.fuzz }),
    summary: summarise(judged.requirements, sumOfSent([checked?.counts, ...contracts.map(({ sent }) => sent)])),
    ...judged,
    ...causes,
    profile: profileOf(judged.requirements),
    ...(outages.length === 0 ? {} : { outages }),
    exchanges: checked?.exchanges ?? [],
  });
  return baseline === undefined ? result : withBaseline(result, baseline.result, baseline.failOnRegression);
}

/** The causes of the failures that are not waived, if there are any. */
function causesLeft(failures: ExplainedFailures, { requirements, waivers }: Outcomes): Pick<RunResult, "causes"> {
  const failed = new Set(
    requirements.flatMap(({ checks }) => checks.filter(({ status }) => status === "failed").map(({ id }) => id)),
  );
  const applied = waivers?.entries.filter(({ cause, status }) => cause === true && status === "applied") ?? [];
  const waived = new Set(applied.map(({ id }) => id));
  const [first, ...others] = causesOf(failures, (check, cause) => failed.has(check) && !waived.has(cause));
  return first === undefined ? {} : { causes: [first, ...others] };
}

type Outcomes = Pick<RunResult, "requirements" | "contracts" | "waivers">;

/**
 * The outcomes, with the user's expectations and then the waivers applied, and the causes of the failures that are
 * left.
 */
function outcomesOf(
  { catalogue, words, checked, startedAt }: FinishedRun,
  contracts: readonly ContractResult[],
  { expectations = {}, waivers, selection }: Wishes,
): Outcomes & { readonly causes: Pick<RunResult, "causes"> } {
  const checks = checked === null ? [] : [...checked.checks, ...contractChecks(contracts)];
  const requirements = applyExpectations(requirementResults(catalogue, checks), expectations);
  const failures = explainFailures(requirements, checked?.exchanges ?? [], words);
  if (waivers === undefined) {
    return { requirements, contracts, causes: causesLeft(failures, { requirements, contracts }) };
  }
  const { given, allowed, leftOut } = waivers;
  const known = new Set(requirements.map(({ id }) => id));
  const isWhole = selection === undefined && catalogue.every(({ id, level }) => level === "OPEN" || known.has(id));
  const judgements = { requirements, contracts, leftOut, causes: causesByCheck(failures), isWhole };
  // The day of a run is the day on which it started, in UTC.
  const { entries, ...rest } = waive(judgements, given, startedAt.slice(0, 10));
  const outcomes = { ...rest, waivers: { allowed, entries } };
  return { ...outcomes, causes: causesLeft(failures, outcomes) };
}

function conclusionOf(
  { checked, stopped, shard }: FinishedRun,
  judged: Outcomes,
  { strict, selection, expectations = {} }: Wishes,
): ReturnType<typeof verdictOf> {
  if (checked === null) return verdictOfContracts({ contracts: judged.contracts, stopped, strict });
  const asked = defined({ partial: selection !== undefined, strict, shard });
  const known = new Set(judged.requirements.map(({ id }) => id));
  const unasked = Object.keys(expectations).filter((id) => !known.has(id));
  return verdictOf({ ...judged, causes: checked.causes, stopped, unasked, ...asked });
}
