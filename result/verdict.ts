/** Computes the status of requirements, the counts, the verdict and the exit status from checks. Pure. */
import { defined, groupBy, present } from "../spec/defined.ts";
import type { Level, Requirement } from "../spec/requirements.ts";
import { count, listed } from "./safe-text.ts";
import {
  type CheckOfRequirement,
  type CheckResult,
  type ContractResult,
  type Expectations,
  type LevelCounts,
  type RequirementResult,
  type Shard,
  type Status,
  type Summary,
  type Verdict,
  type WaiverResults,
  hadNothingToJudge,
  isNotApplicable,
  isUnmet,
  reasonOf,
  valueOf,
} from "./result.ts";
import { type ContractWords, contractWords } from "./contract-verdict.ts";
import { waivedRequirements, waiverWords } from "./waiver-verdict.ts";

// The verdict for a selection of checks in which nothing that counts is broken or unclear. Pure.

/** Whether every selected check was judged and met, and a sentence that says so or says why not. */
interface SelectionWords {
  /** `not-met`: every selected check was judged, and something is not met. */
  readonly state: "met" | "not-met" | "not-judged";
  readonly sentence: string;
}

/** The sentences that end the reasons of a shard. */
function shardWords({ index, of }: Shard): string {
  return `This is shard ${index} of ${of}. It is not a verdict on the provider: merge the results of all shards.`;
}

const NO_VERDICT = "Only a selection of the checks was run: this is not a verdict on the provider.";

/**
 * Judges the selection. A warning, a waived failure and an open point that could not be judged are not met; a selection
 * in which nothing had an occasion to be judged is not met either.
 */
export function selectionWords(requirements: readonly RequirementResult[]): SelectionWords {
  const unmet = requirements.filter(({ status }) => isUnmet(status));
  const unjudged = requirements.filter(({ status, checks }) => status === "not-judged" && checks.some(standsInTheWay));
  const judged = requirements.filter(({ status }) => status === "passed" || status === "observed");
  if (unmet.length + unjudged.length > 0) {
    const state = requirements.some(({ checks }) => checks.some(standsInTheWay)) ? "not-judged" : "not-met";
    const parts = present([
      unmet.length > 0 && `not met: ${listed(idsOf(unmet))}`,
      unjudged.length > 0 && `not judged: ${listed(idsOf(unjudged))}`,
    ]);
    const what = state === "not-met" ? "The selection was judged;" : "Of the selection,";
    return { state, sentence: `${what} ${parts.join("; ")}. ${NO_VERDICT}` };
  }
  if (judged.length === 0) {
    const [why] = requirements.flatMap(({ checks }) => checks.map(reasonOf));
    const what = `Nothing of the selection had an occasion to be judged${why === undefined ? "" : `: ${why}`}.`;
    return {
      state: "not-judged",
      sentence: `${what} Select checks that cause one, too, or run all checks. ${NO_VERDICT}`,
    };
  }
  const idle = requirements.length - judged.length;
  const remark = idle === 0 ? "" : `, and ${count(idle, "requirement")} had no occasion to be judged`;
  return { state: "met", sentence: `Everything selected is met${remark}. ${NO_VERDICT}` };
}

/** The input of a verdict. */
export interface VerdictInput {
  /** The requirements. Interactions that break a requirement are among its checks. */
  readonly requirements: readonly RequirementResult[];
  readonly contracts: readonly ContractResult[];
  /** Why the run ended early, in a sentence; null when it did not. */
  readonly stopped: string | null;
  /** General causes of failure, the most important first. */
  readonly causes: readonly string[];
  /** The open points with an expected value that the selection leaves out. */
  readonly unasked?: readonly string[];
  /** Only some checks were selected. */
  readonly partial: boolean;
  /** Set if the run is one part of a run. */
  readonly shard?: Shard;
  /** If true, a SHOULD counts like a MUST. */
  readonly strict: boolean;
  /** The results of the waivers. Waived failures in `requirements` and `contracts` already have the status `waived`. */
  readonly waivers?: WaiverResults;
}

/** A verdict with its reasons, the most important first, and the exit status of the command. */
export interface Conclusion {
  readonly verdict: Verdict;
  readonly exitCode: 0 | 1 | 3;
  readonly reasons: readonly [string, ...string[]];
}

/** The requirements with their checks, in the catalogue's order; those without a check in this run are left out. */
export function requirementResults(
  catalogue: readonly Requirement[],
  checks: readonly CheckOfRequirement[],
): readonly RequirementResult[] {
  const byRequirement = groupBy(checks, ({ requirement }) => requirement);
  return catalogue.flatMap((requirement) => {
    const own = (byRequirement.get(requirement.id) ?? []).map(({ result }) => result);
    return own.length === 0 ? [] : [{ ...requirement, status: statusOf(own), checks: own }];
  });
}

/** The status of a requirement: the worst of its checks. A check without an occasion does not count. */
export function statusOf(checks: readonly CheckResult[]): Status {
  const has = (status: Status): boolean => checks.some((check) => check.status === status);
  if (has("failed")) return "failed";
  if (has("waived")) return "waived";
  if (checks.some(standsInTheWay)) return "not-judged";
  if (has("observed")) return "observed";
  return has("passed") ? "passed" : "not-judged";
}

/** Whether a check leaves its requirement unmet without a finding: it should have been judged, but was not. */
export function standsInTheWay(check: CheckResult): boolean {
  return check.status === "not-judged" && !hadNothingToJudge(check.because);
}

/**
 * The requirements, with open points as failed if their value is not the expected one. An open point that was not
 * observed stays unchanged.
 */
export function applyExpectations(
  requirements: readonly RequirementResult[],
  expectations: Expectations,
): readonly RequirementResult[] {
  return requirements.map((requirement) => {
    const expected = Object.hasOwn(expectations, requirement.id) ? expectations[requirement.id] : undefined;
    if (requirement.level !== "OPEN" || expected === undefined) return requirement;
    const checks = requirement.checks.map((check) => asExpected(check, expected));
    return { ...requirement, status: statusOf(checks), expected, checks };
  });
}

function asExpected(check: CheckResult, expected: string): CheckResult {
  if (check.status !== "observed" || check.value === expected) return check;
  const exchange = check.exchanges.at(-1);
  const finding = defined({ where: "profile", expected, seen: check.value, exchange });
  return { ...check, status: "failed", findings: [finding] };
}

/**
 * Draws the verdict. It is only about the document. Further expectations of the user (values of open points, their own
 * pacts, valid waivers) only affect the exit status. A broken requirement stays broken even if the run then ended
 * early; so does a waived one, unless the user allows waived failures.
 */
export function verdictOf(evidence: VerdictInput): Conclusion {
  const contracts = contractWords(evidence.contracts, evidence.strict);
  const judged = judgeDocument(evidence, contracts);
  // A user-supplied pact that could not be verified is not a pass. It does not change the verdict on the document.
  const { unclear } = contracts.userSupplied;
  const [sentence] = unclear;
  if (sentence === undefined || evidence.stopped !== null) return judged;
  return judged.exitCode === 0
    ? { ...judged, exitCode: 3, reasons: [sentence, ...judged.reasons] }
    : { ...judged, reasons: [...judged.reasons, sentence] };
}

/**
 * Draws the conclusion of a run that has only contracts. The requirements were not checked, so the verdict on the
 * document stays open unless an interaction that is based on it is broken. The exit status is that of the contracts.
 */
export function verdictOfContracts({
  contracts,
  stopped,
  strict,
}: Pick<VerdictInput, "contracts" | "stopped" | "strict">): Conclusion {
  const { broken, warnings, unclear, userSupplied } = contractWords(contracts, strict);
  const faults = [...broken, ...userSupplied.broken];
  const open = stopped === null ? [...unclear, ...userSupplied.unclear] : [stopped];
  const [first, ...others] = [...faults, ...open];
  const verdict = broken.length > 0 ? "non-conformant" : "inconclusive";
  if (first !== undefined) return { verdict, exitCode: faults.length > 0 ? 1 : 3, reasons: [first, ...others] };
  const many = count(warnings.length, "interaction does not meet a SHOULD", "interactions do not meet a SHOULD");
  const remark = warnings.length === 0 ? "" : ` ${many}: ${warnings.join(", ")}.`;
  return { verdict, exitCode: 0, reasons: [`The contracts are kept; nothing else was checked.${remark}`] };
}

function judgeDocument(evidence: VerdictInput, contracts: ContractWords): Conclusion {
  const { stopped, causes } = evidence;
  const { broken, unexpected, waived } = failureSentences(evidence, contracts);
  const ofContracts = stopped === null ? contracts.unclear : [];
  const unclear = [...unclearSentences(evidence), ...ofContracts];
  if (broken.length > 0) {
    const ended = stopped === null ? [] : [stopped];
    const [first = "", ...others] = [...causes, ...ended, ...broken, ...unexpected, ...waived];
    return { verdict: "non-conformant", exitCode: 1, reasons: [first, ...others] };
  }
  const selected = partialWords(evidence);
  const unjudged = present([stopped !== null && stopped, ...causes, ...unclear]);
  const [first, ...others] = [...unjudged, ...noVerdict(selected, unjudged.length > 0, evidence)];
  if (first !== undefined) {
    const exitCode = unexpected.length > 0 ? 1 : 3;
    return { verdict: "inconclusive", exitCode, reasons: [first, ...others, ...unexpected, ...waived] };
  }
  const [before, ...rest] = [...unexpected, ...waived, selected?.sentence ?? conformantSentence(evidence)];
  const verdict = selected === null ? "conformant" : "selection-met";
  return { verdict, exitCode: unexpected.length > 0 ? 1 : 0, reasons: [before, ...rest] };
}

/** The words for a shard or a selection; null for a whole run. A shard is met if a whole run would be conformant. */
function partialWords(evidence: VerdictInput): SelectionWords | null {
  const { shard, partial, requirements } = evidence;
  if (shard !== undefined) {
    const isJudged = requirements.some(({ status }) => status !== "not-judged") || evidence.contracts.length > 0;
    const met = isJudged ? conformantSentence(evidence) : "Nothing was judged.";
    return { state: "met", sentence: `${shardWords(shard)} In it: ${met}` };
  }
  return partial ? selectionWords(requirements) : null;
}

/** Why a part of a run has no verdict; empty for a run of all checks, and for a part that is met. */
function noVerdict(
  part: SelectionWords | null,
  isUnjudged: boolean,
  { shard }: Pick<VerdictInput, "shard">,
): readonly string[] {
  if (part === null) return [];
  if (isUnjudged) return [shard === undefined ? NO_VERDICT : shardWords(shard)];
  return part.state === "met" ? [] : [part.sentence];
}

/**
 * The sentences about failures: `broken` is about the document, `unexpected` about the user's expectations, and
 * `waived` about failures that no longer fail the run.
 */
function failureSentences(
  evidence: VerdictInput,
  contracts: ContractWords,
): Readonly<Record<"broken" | "unexpected" | "waived", readonly string[]>> {
  const waivers = waiverWords(evidence, counting(evidence));
  const broken = brokenSentences(evidence);
  const unexpected = [...unexpectedSentences(evidence), ...contracts.userSupplied.broken, ...waivers.faults];
  const waived = [...waivers.broken, ...waivers.unexpected];
  if (evidence.waivers?.allowed === true) return { broken, unexpected, waived };
  if (broken.length + unexpected.length > 0) {
    return { broken: [...broken, ...waivers.broken], unexpected: [...unexpected, ...waivers.unexpected], waived: [] };
  }
  return waivers.broken.length > 0
    ? { broken: waivers.only, unexpected, waived: [] }
    : { broken, unexpected: waivers.only, waived: [] };
}

/** Creates the counts of a run from its requirements and the counts of requests. */
export function summarise(
  requirements: readonly RequirementResult[],
  sent: Pick<Summary, "exchanges" | "plantsCreated">,
): Summary {
  const open = requirements.filter(({ level }) => level === "OPEN");
  const waived = open.filter(({ status }) => status === "waived").length;
  return {
    must: countsOf(requirements.filter(({ level }) => level === "MUST")),
    should: countsOf(requirements.filter(({ level }) => level === "SHOULD")),
    open: {
      observed: open.filter(({ status }) => status === "observed").length,
      failed: open.filter(({ status }) => status === "failed").length,
      ...(waived === 0 ? {} : { waived }),
      ...unjudgedOf(open),
    },
    checks: requirements.reduce((sum, { checks }) => sum + checks.length, 0),
    exchanges: sent.exchanges,
    plantsCreated: sent.plantsCreated,
  };
}

function countsOf(requirements: readonly RequirementResult[]): LevelCounts {
  const having = (status: Status): number => requirements.filter((one) => one.status === status).length;
  return {
    passed: having("passed"),
    failed: having("failed"),
    waived: having("waived"),
    ...unjudgedOf(requirements),
  };
}

/**
 * The counts of requirements that were not judged. If the document leaves nothing to ask, a requirement counts
 * separately: it is neither met nor broken, and no check is missing.
 */
function unjudgedOf(requirements: readonly RequirementResult[]): Pick<LevelCounts, "notJudged" | "notApplicable"> {
  const unjudged = requirements.filter(({ status }) => status === "not-judged");
  const notApplicable = unjudged.filter(isNotApplicable).length;
  return { notJudged: unjudged.length - notApplicable, ...(notApplicable === 0 ? {} : { notApplicable }) };
}

/** The answers to the open points. */
export function profileOf(requirements: readonly RequirementResult[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    requirements.flatMap(({ id, level, checks }) => {
      const value = checks.map(valueOf).find((one) => one !== undefined);
      return level === "OPEN" && value !== undefined ? [[id, value]] : [];
    }),
  );
}

/** The reasons that only count and name requirements. All other reasons add information. */
export function requirementSentences(judged: Judged): readonly string[] {
  return [...brokenSentences(judged), conformantSentence(judged)];
}

type Judged = Pick<VerdictInput, "requirements" | "strict">;

function counting({ strict }: Judged): (level: Level) => boolean {
  return (level) => level === "MUST" || (strict && level === "SHOULD");
}

function brokenSentences(evidence: Judged): readonly string[] {
  const counts = counting(evidence);
  const failed = evidence.requirements.filter(({ level, status }) => counts(level) && status === "failed");
  return failed.length === 0 ? [] : [`${count(failed.length, "requirement")} broken: ${listed(idsOf(failed))}.`];
}

function unexpectedSentences(evidence: VerdictInput): readonly string[] {
  const points = evidence.requirements.filter(({ level, status }) => level === "OPEN" && status === "failed");
  const values = points.map(({ id, expected, checks }) => {
    const seen = checks.filter(({ status }) => status === "failed").map(valueOf)[0];
    return `${id} is ${JSON.stringify(seen)}, expected ${JSON.stringify(expected)}`;
  });
  return values.length === 0 ? [] : [`${count(values.length, "open point")} not as expected: ${values.join("; ")}.`];
}

function unclearSentences(evidence: VerdictInput): readonly string[] {
  if (evidence.stopped !== null) return [];
  const counts = counting(evidence);
  const requirements = evidence.requirements.filter(({ level, expected, status, checks }) => {
    const isAsked = counts(level) || expected !== undefined;
    return isAsked && status === "not-judged" && checks.some(standsInTheWay);
  });
  const { unasked = [] } = evidence;
  return present([
    requirements.length > 0 &&
      `${count(requirements.length, "requirement")} could not be judged: ${listed(idsOf(requirements))}${reasonsOf(requirements)}.`,
    unasked.length > 0 &&
      `${count(unasked.length, "open point")} with an expected value not selected, so not judged: ${listed(unasked)}.`,
  ]);
}

/** Why requirements were not judged: their common reason, or that of the first one. */
function reasonsOf(requirements: readonly RequirementResult[]): string {
  const reasons = requirements.flatMap(({ checks }) => checks.filter(standsInTheWay).map(reasonOf));
  const [first = "", ...others] = new Set(reasons);
  if (others.length > 0) return `; ${requirements[0]?.id}: ${first}`;
  return requirements.length === 1 ? ` (${first})` : `; the same reason for all: ${first}`;
}

/** The sentence for a run in which nothing that counts is broken, except what is waived. */
function conformantSentence(evidence: Judged): string {
  const counts = counting(evidence);
  const every = waivedRequirements(evidence, counts).length > 0 ? "Every other" : "Every";
  const warnings = evidence.requirements.filter(({ level, status }) => level === "SHOULD" && status === "failed");
  const waived = waivedRequirements(evidence, (level) => level === "SHOULD" && !counts(level));
  const remarks = present([
    warnings.length > 0 && `${warnings.length} SHOULD not met: ${listed(idsOf(warnings))}`,
    waived.length > 0 && `${waived.length} SHOULD waived: ${listed(waived)}`,
  ]);
  return remarks.length === 0 ? `${every} requirement is met.` : `${every} MUST is met; ${remarks.join("; ")}.`;
}

function idsOf(requirements: readonly RequirementResult[]): readonly string[] {
  return requirements.map(({ id }) => id);
}
