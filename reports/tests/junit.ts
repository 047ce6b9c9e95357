/**
 * JUnit XML, in the part of the format that GitLab, Jenkins, Azure Pipelines, dorny/test-reporter and
 * mikepenz/action-junit-report read in the same way: suites one level deep, a `classname` with a dot, the cause both as
 * `message` and as content, no result in a name. None of them has warnings; an unmet SHOULD is skipped with a message.
 * A file has a red test case exactly when the run's exit status is not 0.
 */
import { caseDetails, exchangesMs } from "./test-case-details.ts";
import { type TestCase, type CaseKind, casesOf } from "./test-cases.ts";
import type { Docs } from "../words/explained-at.ts";
import { groupBy } from "../../result/group.ts";
import type { RunResult } from "../../result/result.ts";
import { element, textElement } from "../xml.ts";

/** The states of JUnit. A test case without a state has passed. */
const states: Readonly<Record<CaseKind, "failure" | "error" | "skipped" | null>> = {
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
  const cases = casesOf(result);
  const suites = [...groupBy(cases, ({ group }) => group)].map(([group, own]) => suite(result, group, own, docs));
  // Jenkins' schema has neither `skipped` nor `timestamp` here; every suite has them.
  const { tests, failures, errors } = counts(cases);
  const root = { name: result.tool.name, tests, failures, errors, time: seconds(result.durationMs) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", root, suites)}\n`;
}

function suite(result: RunResult, name: string, cases: readonly TestCase[], docs: Docs): string {
  // Checks share exchanges; each counts once for the suite.
  const time = seconds(
    exchangesMs(
      result,
      cases.flatMap(({ exchanges }) => exchanges),
    ),
  );
  const attributes = { name, ...counts(cases), time, timestamp: result.startedAt };
  const children = cases.map((one) => testCase(result, one, docs));
  return element("testsuite", attributes, name === "run" ? [runProperties(result), ...children] : children);
}

function counts(cases: readonly TestCase[]): Record<"tests" | "failures" | "errors" | "skipped", number> {
  const of = (state: string): number => cases.filter(({ kind }) => states[kind] === state).length;
  return { tests: cases.length, failures: of("failure"), errors: of("error"), skipped: of("skipped") };
}

function runProperties({ provider, specification, seed, tool }: RunResult): string {
  const properties = {
    provider: provider.baseUrl,
    specification: specification.version,
    seed,
    version: tool.version,
  };
  return element(
    "properties",
    {},
    Object.entries(properties).map(([name, value]) => element("property", { name, value }, [])),
  );
}

function testCase(result: RunResult, one: TestCase, docs: Docs): string {
  // With one dot: Jenkins shows the part before it as the package and the part after it as the class.
  const classname = `plant-store.${one.group.replaceAll(".", "_")}`;
  const attributes = { classname, name: one.name, time: seconds(exchangesMs(result, one.exchanges)) };
  return element("testcase", attributes, outcome(result, one, docs));
}

/**
 * The element for the outcome. GitLab reads its content, Azure and Jenkins its `message`, so both contain the cause.
 */
function outcome(result: RunResult, one: TestCase, docs: Docs): readonly string[] {
  const { message } = one;
  const details = caseDetails(result, one, docs);
  const text = details === "" ? message : `${message}\n\n${details}`;
  const state = states[one.kind];
  switch (state) {
    case null:
      return text === "" ? [] : [textElement("system-out", {}, text)];
    case "skipped":
      return [textElement(state, { message }, text)];
    case "failure":
    case "error":
      return [textElement(state, { type: typeOf(one), message }, text)];
  }
}

/** GitLab rejects a file with some types, such as `yaml`, and changes others, so types are plain words. */
function typeOf({ kind, level }: TestCase): string {
  if (kind === "failed") return level;
  return level === "VERDICT" ? "INCONCLUSIVE" : "NOT-JUDGED";
}

/** Milliseconds as seconds in JUnit's form. */
function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
