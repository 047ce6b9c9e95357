/**
 * JUnit XML of a run, a fleet and traffic, in the part of the format that GitLab, Jenkins, Azure Pipelines,
 * dorny/test-reporter and mikepenz/action-junit-report read in the same way: suites one level deep, a `classname` with a
 * dot, the cause both as `message` and as content, no result in a name. None of them has warnings; an unmet SHOULD is
 * skipped with a message. A file has a red test case exactly when the exit status is not 0.
 */
import { groupBy } from "../../spec/defined.ts";
import { type RunResult, requirementWord } from "../../result/result.ts";
import type { Docs } from "../words/printed-commands.ts";
import { caseDetails, type CaseKind, casesOf, exchangesMs, type TestCase, decides } from "./test-cases.ts";
import { type Attributes, element, textElement } from "../xml.ts";
import type { FleetMember, FleetRequirement, FleetResult } from "../../result/over/fleet-result.ts";
import { memberVerdict } from "../fleet/fleet-words.ts";
import type { TrafficResult, TrafficRule } from "../../traffic/traffic-result.ts";
import { brokenWords, trafficHeadline } from "../traffic/traffic-report.ts";

/** A test case. Without a state it has passed, and a text is its output. */
interface JunitCase {
  readonly classname: string;
  readonly name: string;
  /** Milliseconds. */
  readonly time?: number;
  readonly state: "failure" | "error" | "skipped" | null;
  /** GitLab rejects a file with some types, such as `yaml`, and changes others, so types are plain words. */
  readonly type?: string;
  readonly message: string;
  readonly text: string;
}

interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
  readonly time?: number;
  readonly timestamp?: string;
  readonly properties?: Readonly<Record<string, string>>;
}

/** The file. With a time, it has totals too; Jenkins' schema has neither `skipped` nor `timestamp` there. */
function junitFile(name: string, suites: readonly JunitSuite[], time?: number): string {
  const { skipped: _skipped, ...totals } = counts(suites.flatMap(({ cases }) => cases));
  const root = time === undefined ? { name } : { name, ...totals, time: seconds(time) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", root, suites.map(suiteElement))}\n`;
}

/** A name with one dot: Jenkins shows the part before it as the package and the part after it as the class. */
function classname(prefix: string, group: string): string {
  return `${prefix}.${group.replaceAll(".", "_")}`;
}

function suiteElement({ name, cases, time, timestamp, properties }: JunitSuite): string {
  const named = Object.entries(properties ?? {}).map(([key, value]) => element("property", { name: key, value }, []));
  const attributes = { name, ...counts(cases), time: seconds(time), timestamp };
  const before = properties === undefined ? [] : [element("properties", {}, named)];
  return element("testsuite", attributes, [...before, ...cases.map(caseElement)]);
}

/** GitLab reads the content of the outcome, Azure and Jenkins its `message`, so both contain the cause. */
function caseElement({ time, state, type, message, text, ...named }: JunitCase): string {
  const attributes: Attributes = { classname: named.classname, name: named.name, time: seconds(time) };
  if (state === null) {
    return element("testcase", attributes, text === "" ? [] : [textElement("system-out", {}, text)]);
  }
  const cause = { type: state === "skipped" ? undefined : type, message };
  return element("testcase", attributes, [textElement(state, cause, text)]);
}

function counts(cases: readonly JunitCase[]): Record<"tests" | "failures" | "errors" | "skipped", number> {
  const of = (wanted: JunitCase["state"]): number => cases.filter(({ state }) => state === wanted).length;
  return { tests: cases.length, failures: of("failure"), errors: of("error"), skipped: of("skipped") };
}

/** Milliseconds as seconds in JUnit's form. */
function seconds(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : (ms / 1000).toFixed(3);
}

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
    cases: own.map((one) => runCase(result, one, docs)),
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

function runCase(result: RunResult, one: TestCase, docs: Docs): JunitCase {
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

/** A fleet: a suite for each provider, with its verdict and its requirements. */
export function renderFleetJunit(fleet: FleetResult): string {
  const suites = fleet.providers.map((member) => ({
    name: member.name,
    cases: memberCases(member, fleet.requirements),
    time: member.durationMs,
    timestamp: member.startedAt,
  }));
  return junitFile(`${fleet.tool.name} fleet`, suites, fleet.durationMs);
}

/** The verdict decides: a requirement is red only if the verdict is. */
function memberCases(member: FleetMember, requirements: readonly FleetRequirement[]): readonly JunitCase[] {
  const { exitCode, reasons, mayFail, statuses } = member;
  const note = mayFail === true ? "This provider may fail. " : "";
  const state = ({ 0: null, 1: "failure", 3: "error" } as const)[exitCode];
  const isRed = exitCode === 1 && mayFail !== true;
  const caseOf = (name: string, own: JunitCase["state"], message: string): JunitCase => ({
    classname: classname("fleet", member.name),
    name,
    time: name === "verdict" ? member.durationMs : 0,
    state: own,
    type: own === "failure" ? "FAILED" : "INCONCLUSIVE",
    message,
    text: own === null ? "" : message,
  });
  return [
    caseOf(
      "verdict",
      state !== null && mayFail === true ? "skipped" : state,
      `${note}${memberVerdict(member)}: ${reasons.join(" ")}`,
    ),
    ...requirements.flatMap(({ id, level }): readonly JunitCase[] => {
      const status = statuses[id];
      if (status === undefined) return [];
      const failed = status === "failed" && isRed && decides(level, member) ? "failure" : "skipped";
      const isMet = status === "passed" || status === "observed";
      const causes = member.causes.filter((cause) => cause.requirements.includes(id));
      const words = [requirementWord(status, level), ...causes.map(({ title }) => title)];
      return [caseOf(id, isMet ? null : failed, `${note}${words.join(": ")}`)];
    }),
  ];
}

/** The result of traffic: a case for the verdict, and one for each requirement or rule that was seen. */
export function renderTrafficJunit(result: TrafficResult): string {
  const rules = (name: string, list: readonly TrafficRule[]): readonly JunitCase[] =>
    list
      .filter(({ status }) => status === "passed" || status === "failed")
      .map((one) => ruleCase(classname("plant-store", name), one, result));
  return junitFile(result.tool.name, [
    { name: "traffic", cases: [verdictCase(result)] },
    { name: "provider", cases: rules("provider", result.requirements) },
    { name: "clients", cases: rules("clients", result.consumers) },
  ]);
}

function verdictCase(result: TrafficResult): JunitCase {
  const named = { classname: classname("plant-store", "traffic"), name: "verdict" };
  const message = trafficHeadline(result);
  if (result.exitCode === 0) return { ...named, state: null, message, text: "" };
  const isBroken = result.exitCode === 1;
  return {
    ...named,
    state: isBroken ? "failure" : "error",
    type: isBroken ? "VERDICT" : "INCONCLUSIVE",
    message,
    text: message,
  };
}

function ruleCase(group: string, one: TrafficRule, { strict }: TrafficResult): JunitCase {
  const named = { classname: group, name: one.id };
  if (one.status === "passed") return { ...named, state: null, message: "", text: "" };
  const message = brokenWords(one);
  const details = one.findings.map(({ where, expected, seen }) => `${where}: expected ${expected}, seen ${seen}`);
  const state = one.level === "MUST" || strict ? "failure" : "skipped";
  return { ...named, state, type: one.level, message, text: [message, ...details, one.fix].join("\n") };
}
