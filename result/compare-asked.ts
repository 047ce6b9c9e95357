/** What two runs have both been asked, so that what one of them left out is not taken for a change. Pure. */
import type { CheckResult, RequirementResult, RunResult } from "./result.ts";
import { isContractCheck } from "./contract-checks.ts";
import { statusOf } from "./verdict.ts";

/**
 * The requirements of a run with those of its checks alone that the other run did not leave out. A requirement of which
 * some checks are left has the status that they give it.
 */
export function inBothRuns(run: RunResult, other: RunResult): readonly RequirementResult[] {
  const inOther = new Set(checksRun(other).map(({ id }) => id));
  const own = new Set(
    checksRun(run)
      .map(({ id }) => id)
      .filter((id) => inOther.has(id) || !leavesOut(other, id)),
  );
  return run.requirements.flatMap((requirement) => {
    const checks = requirement.checks.filter(({ id }) => own.has(id));
    if (checks.length === requirement.checks.length) return [requirement];
    return checks.length === 0 ? [] : [{ ...requirement, checks, status: statusOf(checks) }];
  });
}

function checksRun({ requirements, selection }: RunResult): readonly CheckResult[] {
  const checks = requirements.flatMap((requirement) => requirement.checks);
  return selection === undefined ? checks : checks.filter(({ because }) => because !== "not-run");
}

/** Whether a run was told to leave out a check that it has not: by a selection, not fuzzed, or without contracts. */
function leavesOut({ selection, fuzz, contracts }: RunResult, id: string): boolean {
  if (selection !== undefined) return true;
  return (fuzz === undefined && id.endsWith("/fuzz")) || (contracts.length === 0 && isContractCheck(id));
}
