/** Turns a run into outcomes of tests. The code of the reports decides what counts as a failure. */
import { caseDetails, casesOf, decides, type TestCase } from "../../reports/tests/test-cases.ts";
import { exampleLine, shortFix, wholeFix } from "../../reports/words/cause-words.ts";
import { curlCommand } from "../../reports/words/curl-command.ts";
import { explainCommand, runAgain } from "../../reports/words/printed-commands.ts";
import { shownExchange } from "../../reports/words/result-words.ts";
import { ofServedApp } from "../../result/base-url-doubt.ts";
import { causesIn } from "../../result/causes/causes-of.ts";
import { present } from "../../spec/defined.ts";
import { type RunResult, isNotJudged } from "../../result/result.ts";
import type { JudgeOptions } from "../judge-options.ts";
import { judge } from "../judge.ts";

/** The outcome of a test and its message. Plain data, so that a thread can send it. */
export interface JudgedCase {
  readonly group: string;
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly message: string;
  /** What explains a failure. Empty if another failure kept the suite from judging the case. */
  readonly causes: readonly string[];
}

export interface JudgedRun {
  readonly cases: readonly JudgedCase[];
  readonly verdict: JudgedCase;
}

/** Judges a provider. @param isServed whether it is an application that is served only for the run */
export async function judgeCases(
  options: JudgeOptions,
  isServed: boolean = options.url === undefined,
): Promise<JudgedRun> {
  const result = await judge(options);
  return judgedRun(isServed ? ofServedApp(result) : result);
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
  const details = outcome === "failed" ? detailsOf(result, one) : [];
  return { group, name, outcome, message: [one.message, ...details].join("\n"), causes: causesOfCase(result, one) };
}

function causesOfCase(result: RunResult, { kind, check, group, name }: TestCase): readonly string[] {
  if (kind !== "failed") return [];
  const causes = causesIn(result).filter(({ checks }) => check !== undefined && checks.includes(check.result.id));
  return causes.length === 0 ? [JSON.stringify([group, name])] : causes.map(({ id }) => id);
}

/** A few lines, since a runner adds its own: the fix and commands of a check, the causes of the verdict. */
function detailsOf(result: RunResult, one: TestCase): readonly string[] {
  if (one.level === "VERDICT") return [caseDetails(result, one, undefined), ...causeLines(result)];
  if (one.kind !== "failed" || one.check === undefined) return [caseDetails(result, one, undefined)];
  const { requirement, result: check } = one.check;
  const cause = causesIn(result).find(({ checks }) => checks.includes(check.id));
  const shown = shownExchange(check, result);
  return present([
    `fix: ${cause === undefined ? requirement.fix : wholeFix(cause, result)} More: ${explainCommand(result, requirement.id)}`,
    result.provider.inProcess !== true &&
      shown !== null &&
      curlCommand(shown.exchange.request, shown.index, result.command),
  ]);
}

const WIDTH = 100;

/** The causes that decide the verdict, in order, with their fixes, and the command that shows more. */
function causeLines(result: RunResult): readonly string[] {
  const causes = causesIn(result).filter(({ level }) => decides(level, result));
  const lines = causes.flatMap((cause, at) => [
    `${at + 1}) ${cause.title}: ${exampleLine(cause, result, WIDTH)}`,
    `   fix: ${shortFix(cause, result)}`,
  ]);
  const [first] = causes;
  if (first === undefined) return [];
  return [
    ...lines,
    `More: ${result.provider.inProcess === true ? explainCommand(result, first.requirements[0]) : `${runAgain(result)} --details`}`,
  ];
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

/** Whether a test has no evidence, as its run judged nothing. It may be the only one run, so it must not be green. */
function isWithoutEvidence({ exitCode, selection }: RunResult, { check, level }: TestCase): boolean {
  if (exitCode !== 3 || level === "WAIVER") return false;
  const isLeftOut = check !== undefined && isNotJudged(check.result) && check.result.because === "not-run";
  return !isLeftOut || selection === undefined;
}
