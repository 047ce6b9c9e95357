/** Turns a run into outcomes of tests. The code of the reports decides what counts as a failure. */
import { isNotJudged } from "../../result/outcomes.ts";
import type { RunResult } from "../../result/result.ts";
import { caseDetails, casesOf, type TestCase } from "../../reports/tests/test-cases.ts";
import type { LibraryOptions } from "../judge-options.ts";
import { judge } from "../public-judge.ts";

/** The outcome of a test and its message. Plain data, so that a thread can send it. */
export interface JudgedCase {
  readonly group: string;
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly message: string;
}

/** The verdict of a run, and all its other cases. */
export interface JudgedRun {
  readonly cases: readonly JudgedCase[];
  readonly verdict: JudgedCase;
}

/** Judges a provider. */
export async function judgeCases(options: LibraryOptions): Promise<JudgedRun> {
  return judgedRun(await judge(options));
}

/** The outcomes of a run. */
export function judgedRun(result: RunResult): JudgedRun {
  const [verdict, ...cases] = casesOf(result).map((one) => judgedCase(result, one));
  if (verdict === undefined) throw new Error("A result has no case for its verdict");
  return { cases, verdict };
}

function judgedCase(result: RunResult, one: TestCase): JudgedCase {
  const { group, name } = one;
  const outcome = outcomeOf(result, one);
  const details = outcome === "failed" ? caseDetails(result, one, undefined) : "";
  return { group, name, outcome, message: [one.message, details].filter((text) => text !== "").join("\n\n") };
}

function outcomeOf(result: RunResult, one: TestCase): JudgedCase["outcome"] {
  switch (one.kind) {
    case "passed":
    case "observed":
      return "passed";
    case "failed":
    case "unjudged":
      return "failed";
    case "warning":
    case "waived":
      return "skipped";
    case "skipped":
      return isWithoutEvidence(result, one) ? "failed" : "skipped";
  }
}

/**
 * Whether a test has no evidence, because its run judged nothing. A user may run only this test, without the one for
 * the verdict. Then it must not be green, whatever its level.
 */
function isWithoutEvidence({ exitCode, selection }: RunResult, { check, level }: TestCase): boolean {
  if (exitCode !== 3 || level === "WAIVER") return false;
  const isLeftOut = check !== undefined && isNotJudged(check.result) && check.result.because === "not-run";
  return !isLeftOut || selection === undefined;
}
