/**
 * Checks that a result, possibly written by others, is consistent: everything that can be derived is derived again.
 * Pure.
 */
import { contractChecks } from "./contract-checks.ts";
import { reasonOf } from "./outcomes.ts";
import type { RequirementResult, RunResult, WaiverResult } from "./result.ts";
import { excerpt } from "./safe-text.ts";
import { type Conclusion, profileOf, statusOf, summarise, verdictOf, verdictOfContracts } from "./verdict.ts";
import { waiverReason } from "./waivers.ts";
import { MOST_SHARDS } from "./shard-result.ts";

/** The most checks and interactions of one result: ten times as many as any run has. Reports are for people to read. */
const MOST_OUTCOMES = 20_000;

/** The latest valid time. No real clock is later, and some report formats have four-digit years. */
const LAST_MOMENT = Date.UTC(9999, 0);

/** The contradiction in a result, as text that follows "it" or the file's name; null if the result is consistent. */
export function contradictionIn(result: RunResult): string | null {
  return (
    tooMany(result) ??
    wrongTime(result) ??
    wrongStatus(result) ??
    wrongWaiver(result) ??
    wrongCause(result) ??
    wrongShard(result) ??
    wrongConclusion(result)
  );
}

function tooMany({ requirements, contracts }: RunResult): string | null {
  const checks = requirements.reduce((sum, one) => sum + one.checks.length, requirements.length);
  const outcomes = contracts.reduce((sum, { interactions }) => sum + interactions.length, checks);
  return outcomes > MOST_OUTCOMES
    ? `has ${outcomes} requirements, checks and interactions, and ${MOST_OUTCOMES} is the limit`
    : null;
}

function wrongTime({ startedAt, durationMs, exchanges }: RunResult): string | null {
  const longest = exchanges.reduce((most, { timing }) => Math.max(most, timing.startedMs + timing.totalMs), durationMs);
  const ends = Date.parse(startedAt) + longest;
  return ends < LAST_MOMENT ? null : `has a date after the year 9998: /startedAt is ${excerpt(startedAt, 40)}`;
}

function wrongStatus({ requirements, contracts, selection }: RunResult): string | null {
  for (const requirement of requirements) {
    const status = statusOf(requirement.checks);
    const id = excerpt(requirement.id, 80);
    if (status !== requirement.status) return `says that ${id} is ${requirement.status}, and its checks say ${status}`;
    if (isUnlikeExpected(requirement)) return `has a value of ${id} that is not the expected one, and does not say so`;
  }
  if (isOfContracts(selection)) return null;
  const met = new Set(requirements.filter((one) => !isBroken(one)).map(({ id }) => id));
  const lost = contractChecks(contracts).find(({ requirement }) => met.has(requirement));
  if (lost === undefined) return null;
  return `does not say that ${excerpt(lost.requirement, 80)} is broken, as an interaction shows it`;
}

function isBroken({ status }: { readonly status: string }): boolean {
  return status === "failed" || status === "waived";
}

function isUnlikeExpected({ expected, checks }: RequirementResult): boolean {
  return expected !== undefined && checks.some((check) => check.status === "observed" && check.value !== expected);
}

/** Everything that is waived must have a waiver that applied on the day of the run. */
function wrongWaiver({ requirements, contracts, waivers, startedAt }: RunResult): string | null {
  const today = startedAt.slice(0, 10);
  const entries = waivers?.entries ?? [];
  const wrong = entries.find(({ status, expires }) => status !== "expired" && expires < today);
  if (wrong !== undefined) return `counts the waiver of ${excerpt(wrong.id, 80)}, whose last day had passed`;
  const counting = entries.filter(({ status }) => status === "applied");
  const applied = new Set(counting.filter(({ cause }) => cause !== true).map(({ id }) => id));
  const checks = requirements.flatMap(({ id: requirement, checks: own }) =>
    own.filter(({ status }) => status === "waived").map((check) => [check.id, requirement, reasonOf(check)] as const),
  );
  const ofCauses = new Set(checks.filter((one) => isWaivedByCause(one, counting)).map(([id]) => id));
  const interactions = contractChecks(contracts.map(onlyWaived)).map(
    ({ requirement, result }) => [result.id, requirement] as const,
  );
  const other = [...checks, ...interactions].find(
    ([id, requirement]) => !applied.has(id) && !applied.has(requirement) && !ofCauses.has(id),
  );
  return other === undefined ? null : `says that ${excerpt(other[0], 120)} is waived, and has no waiver of it`;
}

/**
 * Whether a failure was waived by a cause. The cause of a waived failure is no longer known, so the reason of the
 * waiver is compared.
 */
function isWaivedByCause(
  [, requirement, reason]: readonly [check: string, requirement: string, reason: string | undefined],
  entries: readonly WaiverResult[],
): boolean {
  return entries.some((one) => one.explains?.includes(requirement) === true && waiverReason(one) === reason);
}

/**
 * Causes must explain every failure and nothing else. The choice of the cause depends on the version that wrote the
 * result, so it is not checked.
 */
function wrongCause({ requirements, causes, exchanges }: RunResult): string | null {
  if (causes === undefined) return null;
  const failed = new Set(requirements.flatMap(({ checks }) => checks.filter(isFailed).map(({ id }) => id)));
  const levels = new Map(requirements.filter(isFailed).map(({ id, level }) => [id, level]));
  const explained = new Set(causes.flatMap(({ checks }) => checks));
  const left = [...failed].find((id) => !explained.has(id));
  if (left !== undefined) return `has no cause of the failure of ${excerpt(left, 120)}`;
  const wrong = causes.find(
    ({ level, requirements: ids, checks, example }) =>
      levels.get(ids[0]) !== level ||
      ![...ids, example.requirement].every((id) => levels.has(id)) ||
      ![...checks, example.check].every((id) => failed.has(id)) ||
      (example.finding.exchange ?? 0) >= Math.max(exchanges.length, 1),
  );
  return wrong === undefined ? null : `has a cause of what did not fail: ${excerpt(wrong.id, 80)}`;
}

function isFailed({ status }: { readonly status: string }): boolean {
  return status === "failed";
}

function onlyWaived(contract: RunResult["contracts"][number]): RunResult["contracts"][number] {
  return { ...contract, interactions: contract.interactions.filter(({ status }) => status === "waived") };
}

/** The index of a shard must be one of the existing ones, and a shard cannot describe more exchanges than it has. */
function wrongShard({ shard, exchanges }: RunResult): string | null {
  if (shard === undefined) return null;
  const { index, of, sent } = shard;
  if (index > of || of > MOST_SHARDS) return `says that it is shard ${index} of ${of}`;
  return sent.length > exchanges.length ? "lists more requests in /shard/sent than it has exchanges" : null;
}

function wrongConclusion(result: RunResult): string | null {
  const { requirements, summary, profile, verdict, exitCode } = result;
  if (differs(summary, summarise(requirements, summary))) return "has a /summary that is not that of its requirements";
  if (differs(profile, profileOf(requirements))) return "has a /profile that is not that of its requirements";
  const possible = conclusionsOf(result);
  const agreeing = possible.filter((one) => one.verdict === verdict);
  const derived = [...new Set(possible.map((one) => one.verdict))].join(" or ");
  if (agreeing.length === 0) return `says ${verdict}, and its outcomes say ${derived}`;
  const codes = new Set(agreeing.flatMap((one) => exitCodesOf(one, result)));
  if (codes.has(exitCode)) return null;
  return `has the exit status ${exitCode}, and its outcomes lead to ${[...codes].join(" or ")}`;
}

/**
 * The conclusions that can follow from the outcomes. General causes are recorded only as sentences, so only their
 * presence is known. At most, they make a run inconclusive.
 */
function conclusionsOf(result: RunResult): readonly Conclusion[] {
  const { contracts, strict, selection, complete } = result;
  const stopped = complete ? null : "The run ended early.";
  if (isOfContracts(selection)) return [verdictOfContracts({ contracts, stopped, strict })];
  const evidence = { ...result, stopped, partial: selection !== undefined };
  return [[], ["There is a general cause."]].map((causes) => verdictOf({ ...evidence, causes }));
}

/** The possible exit codes: 1 for a regression, and 3 for a result that could not be published. */
function exitCodesOf({ exitCode }: Conclusion, { baseline }: RunResult): readonly number[] {
  return [exitCode, ...(baseline?.regression === true ? [1] : []), ...(exitCode === 0 ? [3] : [])];
}

/** Whether a run verified only contracts. */
function isOfContracts(selection: RunResult["selection"]): boolean {
  return selection?.only.length === 1 && selection.only[0] === "contracts";
}

/** Whether two objects of numbers, strings and objects differ. The order of members does not matter. */
function differs(one: object, other: object): boolean {
  return JSON.stringify(sorted(one)) !== JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)]);
}
