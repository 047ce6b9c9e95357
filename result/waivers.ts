/** Failures compared with the waivers of the user, which name what the provider is known not to meet. Pure. */
import type {
  CheckResult,
  ContractResult,
  InteractionResult,
  RequirementResult,
  Waiver,
  WaiverResults,
  WaiverStatus,
} from "./result.ts";
import { brokenCheckId, contractCheckId } from "./contract-checks.ts";
import { standsInTheWay, statusOf } from "./verdict.ts";

/** The outcomes of a run that can be waived. */
export interface Judgements {
  readonly requirements: readonly RequirementResult[];
  readonly contracts: readonly ContractResult[];
  /** Requirements that the interactions which were left out of the run can show broken, and their checks. */
  readonly leftOut: ReadonlySet<string>;
}

/** The outcomes with the waivers applied, and the status of each waiver. */
export interface Waived {
  readonly requirements: readonly RequirementResult[];
  readonly contracts: readonly ContractResult[];
  readonly entries: WaiverResults["entries"];
}

/**
 * Waives failures. A check is waived by a waiver of its own before one of its requirement, and so is an interaction, which
 * is a check of the requirement that it breaks.
 * @param today `YYYY-MM-DD`, UTC; a waiver counts on its last day
 */
export function waive(judgements: Judgements, waivers: readonly Waiver[], today: string): Waived {
  const counting = new Map(waivers.filter((one) => one.expires >= today).map((one) => [one.id, one]));
  const requirements = judgements.requirements.map((requirement) => {
    const checks = requirement.checks.map((check) =>
      waivedBy(counting.get(check.id) ?? counting.get(requirement.id), check),
    );
    return { ...requirement, status: statusOf(checks), checks };
  });
  const contracts = judgements.contracts.map((contract) => ({
    ...contract,
    interactions: contract.interactions.map((one) =>
      waivedBy(counting.get(brokenCheckId(contract, one) ?? "") ?? counting.get(one.requirement ?? ""), one),
    ),
  }));
  const entries = waivers.map((waiver) => {
    const status = waiver.expires < today ? "expired" : statusFor(waiver, judgements);
    return { ...waiver, status };
  });
  return { requirements, contracts, entries };
}

/** The same as waived, where it failed and a waiver counts. */
function waivedBy(waiver: Waiver | undefined, judged: CheckResult): CheckResult;
function waivedBy(waiver: Waiver | undefined, judged: InteractionResult): InteractionResult;
function waivedBy(
  waiver: Waiver | undefined,
  judged: CheckResult | InteractionResult,
): CheckResult | InteractionResult {
  if (waiver === undefined || judged.status !== "failed") return judged;
  return { ...judged, status: "waived", reason: waiverReason(waiver) };
}

/** On one line, as every report tells it. */
function waiverReason({ reason, expires, issue }: Waiver): string {
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
  // An open point passes by its value; where none is expected, it cannot fail either.
  const pass = owner?.expected === undefined ? "passed" : "observed";
  return [...checks, ...interactions].some(({ status }) => status === pass) ? "stale" : "not-judged";
}

/** Whether an interaction can show the requirement of that id broken, or would be the check of that id. */
function isAbout(id: string, { consumer }: ContractResult): (interaction: InteractionResult) => boolean {
  return ({ requirements = [], description }) =>
    requirements.some((one) => id === one || id === contractCheckId(one, consumer, description));
}
