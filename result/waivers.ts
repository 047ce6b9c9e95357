/** Applies the waivers of the user, which name known failures of the provider. Pure. */
import type {
  CheckResult,
  ContractResult,
  InteractionResult,
  RequirementResult,
  Waiver,
  WaiverResult,
  WaiverResults,
  WaiverStatus,
} from "./result.ts";
import { brokenCheckId, contractCheckId } from "./contract-check-results.ts";
import { standsInTheWay, statusOf } from "./verdict.ts";
import { waiverName } from "./waiver-verdict.ts";

/** The outcomes of a run that can be waived. */
export interface Judgements {
  readonly requirements: readonly RequirementResult[];
  readonly contracts: readonly ContractResult[];
  /** The ids of requirements, and of their checks, that only interactions outside this run can show broken. */
  readonly leftOut: ReadonlySet<string>;
  /** The causes that explain the failures of each failed check, by the id of the check. */
  readonly causes: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether the run covers every MUST and SHOULD, so that a cause that was not found does not exist. */
  readonly isWhole: boolean;
}

/** The outcomes with the waivers applied, and the status of each waiver. */
export interface Waived {
  readonly requirements: readonly RequirementResult[];
  readonly contracts: readonly ContractResult[];
  readonly entries: WaiverResults["entries"];
}

/**
 * Waives failures. A waiver of a check takes precedence over a waiver of its requirement. The same is true for an
 * interaction, which is a check of the requirement that it breaks. Waivers of causes waive a check if they cover all
 * its failures.
 * @param today `YYYY-MM-DD`, UTC; a waiver still applies on its last day
 */
export function waive(judgements: Judgements, waivers: readonly Waiver[], today: string): Waived {
  const counting = new Map(waivers.filter((one) => one.expires >= today).map((one) => [waiverName(one), one]));
  const waiverOf = (requirement: string, check: string): Waiver | undefined =>
    counting.get(check) ?? counting.get(requirement) ?? ofAllCauses(judgements.causes.get(check), counting);
  const requirements = judgements.requirements.map((requirement) => {
    const checks = requirement.checks.map((check) => waivedBy(waiverOf(requirement.id, check.id), check));
    return { ...requirement, status: statusOf(checks), checks };
  });
  const contracts = judgements.contracts.map((contract) => ({
    ...contract,
    interactions: contract.interactions.map((one) =>
      waivedBy(waiverOf(one.requirement ?? "", brokenCheckId(contract, one) ?? ""), one),
    ),
  }));
  const entries = waivers.map((waiver) => {
    const own = waiver.cause === true ? statusOfCause(waiver, judgements) : { status: statusFor(waiver, judgements) };
    return { ...waiver, ...(waiver.expires < today ? { status: "expired" as const } : own) };
  });
  return { requirements, contracts, entries };
}

/** The first waiver of the causes of a check, if each cause has one. Otherwise some failures are not waived. */
function ofAllCauses(
  causes: ReadonlySet<string> | undefined,
  counting: ReadonlyMap<string, Waiver>,
): Waiver | undefined {
  const [first, ...others] = [...(causes ?? [])].map((id) => counting.get(waiverName({ id, cause: true })));
  return others.includes(undefined) ? undefined : first;
}

/** The outcome as waived, if it failed and there is a waiver; otherwise unchanged. */
function waivedBy(waiver: Waiver | undefined, judged: CheckResult): CheckResult;
function waivedBy(waiver: Waiver | undefined, judged: InteractionResult): InteractionResult;
function waivedBy(
  waiver: Waiver | undefined,
  judged: CheckResult | InteractionResult,
): CheckResult | InteractionResult {
  if (waiver === undefined || judged.status !== "failed") return judged;
  return { ...judged, status: "waived", reason: waiverReason(waiver) };
}

/** The reason of a waiver on one line, as in every report. */
export function waiverReason({ reason, expires, issue }: Waiver): string {
  return `${reason}; until ${expires}${issue === undefined ? "" : `; ${issue}`}`;
}

/** The status of a waiver that has not expired. It can be stale only if everything that it names was judged. */
function statusFor({ id }: Waiver, { requirements, contracts, leftOut }: Judgements): WaiverStatus {
  const owner = requirements.find((one) => one.id === id || one.checks.some((check) => check.id === id));
  const checks = owner?.checks.filter((check) => id === owner.id || id === check.id) ?? [];
  if (checks.some(({ status }) => status === "failed")) return "applied";
  const interactions = contracts.flatMap((contract) => contract.interactions.filter(isAbout(id, contract)));
  const isUnjudged = checks.some(standsInTheWay) || interactions.some(({ status }) => status === "not-judged");
  if (isUnjudged || leftOut.has(id)) return "not-judged";
  // An open point passes if it has the expected value. If no value is expected, it cannot fail, and being observed
  // counts as passing.
  const pass = owner?.expected === undefined ? "passed" : "observed";
  return [...checks, ...interactions].some(({ status }) => status === pass) ? "stale" : "not-judged";
}

/**
 * The status of a waiver of a cause that has not expired. If something that counts was not judged, a cause that was not
 * found may still exist.
 */
function statusOfCause(
  { id }: Waiver,
  { requirements, causes, isWhole, leftOut }: Judgements,
): Pick<WaiverResult, "status" | "explains"> {
  const [first, ...others] = requirements.flatMap((one) =>
    one.checks.some((check) => causes.get(check.id)?.has(id)) ? [one.id] : [],
  );
  if (first !== undefined) return { status: "applied", explains: [first, ...others] };
  const isUnjudged = requirements.some(({ level, checks }) => level !== "OPEN" && checks.some(standsInTheWay));
  return { status: isUnjudged || !isWhole || leftOut.has(id) ? "not-judged" : "stale" };
}

/** Whether an interaction can show the requirement with this id broken, or would be the check with this id. */
function isAbout(id: string, { consumer }: ContractResult): (interaction: InteractionResult) => boolean {
  return ({ requirements = [], description }) =>
    requirements.some((one) => id === one || id === contractCheckId(one, consumer, description));
}
