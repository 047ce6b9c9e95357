/**
 * JUnit XML, in the part of the format that GitLab, Jenkins, Azure Pipelines, dorny/test-reporter and
 * mikepenz/action-junit-report read alike: suites one level deep, a `classname` with a dot, the cause both as `message`
 * and as content, no result in a name. None of them knows a warning; a SHOULD that is not met is skipped with a message.
 * A file has a red test case exactly when the run's exit status is not 0.
 */
import { groupBy } from "./group.ts";
import { interactionCases } from "./junit-contracts.ts";
import { type TestCase, type Told, decides, seconds, written } from "./junit-case.ts";
import type { CheckResult, RequirementResult, RunResult } from "./result.ts";
import { failureLines } from "./text-failure.ts";
import type { Page } from "./text-page.ts";
import { renderVerdictLine } from "./verdict-line.ts";
import { count, findingWords, notJudgedWords, notices } from "./words.ts";
import { element } from "./xml.ts";

/** Everything in the file that is not one line is laid out for this page. */
const page: Page = { width: 100, colour: false, bodyLimit: { codePoints: 4096, lines: 60 } };

/** The result as JUnit XML: a suite for the run, one for each topic with checks, one for each contract. */
export function renderJunit(result: RunResult): string {
  const topics = groupBy(result.requirements, ({ topic }) => topic);
  const suites = [
    suite(result, "run", [verdictCase(result)]),
    ...[...topics].map(([topic, requirements]) => suite(result, topic, checkCases(result, topic, requirements))),
    ...result.contracts.map((contract) =>
      suite(result, `contract ${contract.consumer}`, interactionCases(result, contract)),
    ),
  ].filter(({ cases }) => cases.length > 0);
  const all = suites.flatMap(({ cases }) => cases);
  const root = {
    name: result.tool.name,
    ...counts(all),
    time: seconds(result.durationMs),
    timestamp: result.startedAt,
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(
    "testsuites",
    root,
    suites.map(({ xml }) => xml),
  )}\n`;
}

interface Suite {
  readonly cases: readonly TestCase[];
  readonly xml: string;
}

function suite(result: RunResult, name: string, cases: readonly TestCase[]): Suite {
  // Checks share exchanges; each counts once for the suite.
  const exchanges = [...new Set(cases.flatMap((one) => one.exchanges))];
  const time = seconds(duration(result, exchanges));
  const attributes = { name, ...counts(cases), time, timestamp: result.startedAt };
  return {
    cases,
    xml: element(
      "testsuite",
      attributes,
      cases.map((one) => written(one, duration(result, one.exchanges))),
    ),
  };
}

function counts(cases: readonly TestCase[]): Record<"tests" | "failures" | "errors" | "skipped", number> {
  const of = (as: Told["as"]): number => cases.filter(({ told }) => told.as === as).length;
  return { tests: cases.length, failures: of("failure"), errors: of("error"), skipped: of("skipped") };
}

function duration(result: RunResult, exchanges: readonly number[]): number {
  return exchanges.reduce((sum, index) => sum + (result.exchanges[index]?.timing.totalMs ?? 0), 0);
}

/** The run as a test case, so that a run that judged nothing is red, and a file is never without a test case. */
function verdictCase(result: RunResult): TestCase {
  const message = renderVerdictLine(result);
  const text = [message, ...notices(result), ...result.reasons].join("\n");
  return { classname: "plant-store.run", name: "verdict", exchanges: [], told: verdictTold(result, message, text) };
}

function verdictTold(result: RunResult, message: string, text: string): Told {
  switch (result.exitCode) {
    case 0:
      return { as: "passed", output: text };
    case 1:
      return { as: "failure", type: "VERDICT", message, text };
    case 3:
      return { as: "error", type: "INCONCLUSIVE", message, text };
  }
}

function checkCases(result: RunResult, topic: string, requirements: readonly RequirementResult[]): readonly TestCase[] {
  return requirements.flatMap((requirement) =>
    requirement.checks.map((check) => ({
      classname: `plant-store.${topic}`,
      name: check.id,
      exchanges: check.exchanges,
      told: checkTold(result, requirement, check),
    })),
  );
}

function checkTold(result: RunResult, requirement: RequirementResult, check: CheckResult): Told {
  switch (check.status) {
    case "passed":
      return { as: "passed" };
    case "observed":
      return { as: "passed", output: check.value ?? "" };
    case "waived":
      return { as: "skipped", text: `waived: ${check.reason ?? ""}` };
    case "not-judged":
      return notJudgedTold(result, requirement, check);
    case "failed":
      return failedTold(result, requirement, check);
  }
}

function failedTold(result: RunResult, requirement: RequirementResult, check: CheckResult): Told {
  const [finding] = check.findings;
  const more = check.findings.length > 1 ? ` (and ${count(check.findings.length - 1, "finding")} more)` : "";
  const message = `${finding === undefined ? requirement.statement : findingWords(finding)}${more}`;
  const text = failureLines(page, result, requirement, check).join("\n");
  if (decides(requirement.level, result)) return { as: "failure", type: requirement.level, message, text };
  return { as: "skipped", text: `SHOULD not met: ${message}`, details: text };
}

function notJudgedTold(result: RunResult, requirement: RequirementResult, check: CheckResult): Told {
  const because = check.because ?? "not-run";
  const text = `not judged: ${check.reason ?? notJudgedWords[because]}`;
  const left = because === "no-occasion" || (because === "not-run" && result.selection !== undefined);
  const unmet = !left && result.exitCode !== 0 && requirement.level !== "OPEN" && decides(requirement.level, result);
  return unmet ? { as: "error", type: "NOT-JUDGED", message: text, text } : { as: "skipped", text };
}
