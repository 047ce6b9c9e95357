/** Readers of outcomes of any status. Pure. */
import type { Level } from "../spec/requirements.ts";
import type {
  CheckResult,
  InteractionResult,
  NotJudgedCheck,
  NotJudgedReason,
  RequirementResult,
  Status,
} from "./result.ts";

/** Whether a requirement, a check or an interaction is not met, by a waiver or not. */
export function isUnmet(status: Status | undefined): boolean {
  return status === "failed" || status === "waived";
}

// The names of outcomes.

/** The word for the outcome of a requirement. */
export function requirementWord(status: Status, level: Level): string {
  if (status === "passed") return "met";
  if (status === "failed") return { MUST: "broken", SHOULD: "not met", OPEN: "not as expected" }[level];
  return status === "not-judged" ? "not judged" : status;
}

/** The word for the outcome of a check or an interaction. */
export function checkWord(status: Status): string {
  return status === "not-judged" ? "not judged" : status;
}

/** The answer to an open point, if there is one: observed, or not as the user expects. */
export function valueOf(check: CheckResult): string | undefined {
  return "value" in check ? check.value : undefined;
}

/** Why a check or an interaction was not judged, or was waived; undefined for other outcomes. */
export function reasonOf(outcome: CheckResult | InteractionResult): string | undefined {
  return "reason" in outcome ? outcome.reason : undefined;
}

/**
 * Whether the document leaves nothing to ask for a requirement. This differs from a requirement that was not judged.
 */
export function isNotApplicable({ status, checks }: Pick<RequirementResult, "status" | "checks">): boolean {
  const isInapplicable = (check: CheckResult): boolean => isNotJudged(check) && check.because === "not-applicable";
  return status === "not-judged" && checks.length > 0 && checks.every(isInapplicable);
}

/**
 * Whether there was nothing to judge: the document leaves nothing to ask, or the condition of the requirement never
 * arose in the run.
 */
export function hadNothingToJudge(because: NotJudgedReason): boolean {
  return because === "not-applicable" || because === "no-occasion";
}

/** Whether a check was not judged. */
export function isNotJudged(check: CheckResult): check is NotJudgedCheck {
  return check.status === "not-judged";
}
