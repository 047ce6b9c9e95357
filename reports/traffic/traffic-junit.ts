/** The result of traffic as JUnit XML: a case for the verdict, and one for each requirement or rule that was seen. */
import type { TrafficResult, TrafficRule } from "../../traffic/traffic-result.ts";
import { element, textElement } from "../xml.ts";
import { brokenWords, trafficHeadline } from "./traffic-words.ts";

/** Red exactly when the exit status is not 0. */
export function renderTrafficJunit(result: TrafficResult): string {
  const groups: ReadonlyArray<readonly [string, ReadonlyArray<TrafficRule>]> = [
    ["provider", result.requirements],
    ["clients", result.consumers],
  ];
  const suites = [
    suite("traffic", [verdictCase(result)]),
    ...groups.map(([name, list]) =>
      suite(
        name,
        list.filter(({ status }) => status === "passed" || status === "failed").map((one) => caseOf(name, one, result)),
      ),
    ),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", { name: result.tool.name }, suites)}\n`;
}

interface XmlCase {
  readonly text: string;
  readonly state: "failure" | "error" | "skipped" | null;
}

function suite(name: string, cases: readonly XmlCase[]): string {
  const of = (wanted: XmlCase["state"]): number => cases.filter(({ state }) => state === wanted).length;
  const counts = { tests: cases.length, failures: of("failure"), errors: of("error"), skipped: of("skipped") };
  return element(
    "testsuite",
    { name, ...counts },
    cases.map(({ text }) => text),
  );
}

/** The case of the verdict. For a broken requirement, the case of the requirement is red instead. */
function verdictCase(result: TrafficResult): XmlCase {
  const attributes = { classname: "plant-store.traffic", name: "verdict" };
  const message = trafficHeadline(result);
  const isJudged = result.verdict !== "inconclusive";
  const children = isJudged ? [] : [textElement("error", { type: "INCONCLUSIVE", message }, message)];
  return { text: element("testcase", attributes, children), state: isJudged ? null : "error" };
}

function caseOf(group: string, one: TrafficRule, { strict }: TrafficResult): XmlCase {
  const attributes = { classname: `plant-store.${group}`, name: one.id };
  if (one.status === "passed") return { text: element("testcase", attributes, []), state: null };
  const message = brokenWords(one);
  const details = one.findings.map(({ where, expected, seen }) => `${where}: expected ${expected}, seen ${seen}`);
  const text = [message, ...details, one.fix].join("\n");
  const state = one.level === "MUST" || strict ? "failure" : "skipped";
  const type = state === "failure" ? { type: one.level } : {};
  return { text: element("testcase", attributes, [textElement(state, { ...type, message }, text)]), state };
}
