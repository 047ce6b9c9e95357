/**
 * JUnit XML, in the part of the format that GitLab, Jenkins, Azure Pipelines, dorny/test-reporter and
 * mikepenz/action-junit-report read in the same way: suites one level deep, a `classname` with a dot, the cause both as
 * `message` and as content, no result in a name. None of them has warnings; an unmet SHOULD is skipped with a message.
 */
import { type Attributes, element, textElement } from "../xml.ts";

/** A test case. Without a state it has passed, and a text is its output. */
export interface JunitCase {
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

export interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
  readonly time?: number;
  readonly timestamp?: string;
  readonly properties?: Readonly<Record<string, string>>;
}

/** The file. With a time, it has totals too; Jenkins' schema has neither `skipped` nor `timestamp` there. */
export function junitFile(name: string, suites: readonly JunitSuite[], time?: number): string {
  const { skipped: _skipped, ...totals } = counts(suites.flatMap(({ cases }) => cases));
  const root = time === undefined ? { name } : { name, ...totals, time: seconds(time) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", root, suites.map(suiteElement))}\n`;
}

/** A name with one dot: Jenkins shows the part before it as the package and the part after it as the class. */
export function classname(prefix: string, group: string): string {
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
