/** The result of a run as JUnit XML. A file has a red test case exactly when the run's exit status is not 0. */
import { groupBy } from "../../result/group.ts";
import type { RunResult } from "../../result/result.ts";
import type { Docs } from "../words/explanation-link.ts";
import { classname, type JunitCase, junitFile } from "./junit-file.ts";
import { caseDetails, type CaseKind, casesOf, exchangesMs, type TestCase } from "./test-cases.ts";

const states: Readonly<Record<CaseKind, JunitCase["state"]>> = {
  passed: null,
  observed: null,
  failed: "failure",
  unjudged: "error",
  warning: "skipped",
  waived: "skipped",
  skipped: "skipped",
};

/** The result as JUnit XML: a suite for the run, one per topic with checks, and one per consumer. */
export function renderJunit(result: RunResult, docs?: Docs): string {
  const { tool, provider, specification, seed, startedAt, durationMs } = result;
  const { version } = tool;
  const properties = { provider: provider.baseUrl, specification: specification.version, seed, version };
  const suites = [...groupBy(casesOf(result), ({ group }) => group)].map(([name, own]) => ({
    name,
    cases: own.map((one) => caseOf(result, one, docs)),
    // Checks share exchanges; each counts once for the suite.
    time: exchangesMs(
      result,
      own.flatMap(({ exchanges }) => exchanges),
    ),
    timestamp: startedAt,
    ...(name === "run" ? { properties } : {}),
  }));
  return junitFile(tool.name, suites, durationMs);
}

function caseOf(result: RunResult, one: TestCase, docs: Docs): JunitCase {
  const { group, name, kind, level, message } = one;
  const details = caseDetails(result, one, docs);
  return {
    classname: classname("plant-store", group),
    name,
    time: exchangesMs(result, one.exchanges),
    state: states[kind],
    type: kind === "failed" ? level : level === "VERDICT" ? "INCONCLUSIVE" : "NOT-JUDGED",
    message,
    text: details === "" ? message : `${message}\n\n${details}`,
  };
}
