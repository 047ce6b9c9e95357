/**
 * Finds the checks that both of two runs asked, so that a check that one of them left out is not reported as a change.
 * Pure.
 */
import { hadNothingToJudge } from "./outcomes.ts";
import type { CheckResult, RequirementResult, RunResult } from "./result.ts";
import { statusOf } from "./verdict.ts";

/**
 * The requirements of a run, with only those of its checks that the other run did not leave out. The status of a
 * requirement is computed from the checks that are left.
 */
export function inBothRuns(run: RunResult, other: RunResult): readonly RequirementResult[] {
  const inOther = new Set(checksRun(other).map(({ id }) => id));
  const own = new Set(
    checksRun(run)
      .filter((check) => inOther.has(check.id) || !leavesOut(other, check))
      .map(({ id }) => id),
  );
  return run.requirements.flatMap((requirement) => {
    const checks = requirement.checks.filter(({ id }) => own.has(id));
    if (checks.length === requirement.checks.length) return [requirement];
    return checks.length === 0 ? [] : [{ ...requirement, checks, status: statusOf(checks) }];
  });
}

/** Whether a run left out checks on purpose: checks that were not selected, or that belong to other shards. */
export function isPartial({ selection, shard }: Pick<RunResult, "selection" | "shard">): boolean {
  return selection !== undefined || shard !== undefined;
}

function checksRun(run: RunResult): readonly CheckResult[] {
  const checks = run.requirements.flatMap((requirement) => requirement.checks);
  return isPartial(run) ? checks.filter((check) => !isUnasked(check, run.complete)) : checks;
}

/**
 * Whether a check of a partial run was not asked. A check that judges the exchanges of other checks has no occasion if
 * those checks were left out.
 */
function isUnasked(check: CheckResult, complete: boolean): boolean {
  return (
    check.status === "not-judged" && (check.because === "not-run" || (complete && hadNothingToJudge(check.because)))
  );
}

/** Whether the options of a run left out a check: by a selection or a shard, without fuzzing, or without contracts. */
function leavesOut(run: RunResult, { drawn, contract }: CheckResult): boolean {
  if (isPartial(run)) return true;
  const { fuzz, contracts } = run;
  return (fuzz === undefined && drawn === true) || (contracts.length === 0 && contract === true);
}
