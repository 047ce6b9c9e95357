/** The outcome for a stack, and its report. */

/**
 * Skipped means that this machine could not build the stack or had no time for it. Only a fault that was seen fails.
 */
export type StackOutcome =
  | { readonly status: "passed"; readonly name: string }
  | { readonly status: "failed"; readonly name: string; readonly reasons: readonly string[] }
  | { readonly status: "skipped"; readonly name: string; readonly reason: string };

/** One line, and one more per reason. */
export function reportOf(outcome: StackOutcome, seconds: number): string {
  const line = `${outcome.status.padEnd(7)} ${outcome.name} (${seconds.toFixed(1)} s)`;
  switch (outcome.status) {
    case "passed":
      return line;
    case "failed":
      return [line, ...outcome.reasons.map((reason) => `        ${reason}`)].join("\n");
    case "skipped":
      return `${line}: ${outcome.reason}`;
  }
}

/** The last line of a run. */
export function summary(outcomes: readonly StackOutcome[]): string {
  const count = (status: StackOutcome["status"]): number =>
    outcomes.filter((outcome) => outcome.status === status).length;
  return `${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`;
}

/** 1 if a stack is not as expected. A skipped stack does not count. */
export function exitStatus(outcomes: readonly StackOutcome[]): 0 | 1 {
  return outcomes.some(({ status }) => status === "failed") ? 1 : 0;
}
