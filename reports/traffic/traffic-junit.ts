/** The result of traffic as JUnit XML: a case for the verdict, and one for each requirement or rule that was seen. */
import type { TrafficResult, TrafficRule } from "../../traffic/traffic-result.ts";
import { type JunitCase, classname, junitFile } from "../tests/junit-file.ts";
import { brokenWords, trafficHeadline } from "./traffic-words.ts";

/** Red exactly when the exit status is not 0. */
export function renderTrafficJunit(result: TrafficResult): string {
  const casesOf = (name: string, list: readonly TrafficRule[]): readonly JunitCase[] =>
    list
      .filter(({ status }) => status === "passed" || status === "failed")
      .map((one) => caseOf(classname("plant-store", name), one, result));
  return junitFile(result.tool.name, [
    { name: "traffic", cases: [verdictCase(result)] },
    { name: "provider", cases: casesOf("provider", result.requirements) },
    { name: "clients", cases: casesOf("clients", result.consumers) },
  ]);
}

/** The case of the verdict. For a broken requirement, the case of the requirement is red instead. */
function verdictCase(result: TrafficResult): JunitCase {
  const named = { classname: classname("plant-store", "traffic"), name: "verdict" };
  const message = trafficHeadline(result);
  return result.verdict === "inconclusive"
    ? { ...named, state: "error", type: "INCONCLUSIVE", message, text: message }
    : { ...named, state: null, message, text: "" };
}

function caseOf(group: string, one: TrafficRule, { strict }: TrafficResult): JunitCase {
  const named = { classname: group, name: one.id };
  if (one.status === "passed") return { ...named, state: null, message: "", text: "" };
  const message = brokenWords(one);
  const details = one.findings.map(({ where, expected, seen }) => `${where}: expected ${expected}, seen ${seen}`);
  const state = one.level === "MUST" || strict ? "failure" : "skipped";
  return { ...named, state, type: one.level, message, text: [message, ...details, one.fix].join("\n") };
}
