/** Readers of outcomes of any status. Pure. */
import type { CheckResult, InteractionResult, NotJudgedCheck, RequirementResult } from "./result.ts";

/** The answer to an open point, where there is one: observed, or not as the user expects. */
export function valueOf(check: CheckResult): string | undefined {
  return "value" in check ? check.value : undefined;
}

/** Why a check or an interaction was not judged, or why it was waived; of others there is nothing to say. */
export function reasonOf(outcome: CheckResult | InteractionResult): string | undefined {
  return "reason" in outcome ? outcome.reason : undefined;
}

/** Whether the document leaves nothing to ask for a requirement: that is another thing than one that was not judged. */
export function isNotApplicable({ status, checks }: Pick<RequirementResult, "status" | "checks">): boolean {
  return (
    status === "not-judged" && checks.every((check) => isNotJudged(check) && check.reason.startsWith(NOT_APPLICABLE))
  );
}

/** How the reason begins of what a document leaves nothing to ask for. */
export const NOT_APPLICABLE = "not applicable: ";

/** Whether a check was not judged. */
export function isNotJudged(check: CheckResult): check is NotJudgedCheck {
  return check.status === "not-judged";
}
