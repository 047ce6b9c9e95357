/** Compares open points with the values that the user expects. A different value is a failure. Pure. */
import { defined } from "../spec/defined.ts";
import type { CheckResult, Expectations, RequirementResult } from "./result.ts";
import { statusOf } from "./verdict.ts";

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
