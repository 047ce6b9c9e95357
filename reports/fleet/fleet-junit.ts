/**
 * A fleet as JUnit XML: a suite for each provider, with its verdict and its requirements. A file has a red test case
 * exactly when the exit status of the fleet is not 0.
 */
import type { FleetMember, FleetRequirement, FleetResult } from "../../result/fleet-result.ts";
import { requirementWord } from "../../result/status-words.ts";
import { decides } from "../tests/test-cases.ts";
import { element, textElement } from "../xml.ts";
import { memberVerdict } from "./fleet-words.ts";

type CaseState = "failure" | "error" | "skipped" | null;

interface FleetCase {
  readonly name: string;
  readonly state: CaseState;
  readonly message: string;
}

/** The file. */
export function renderFleetJunit(fleet: FleetResult): string {
  const suites = fleet.providers.map((member) => ({ member, cases: casesOf(member, fleet.requirements) }));
  const { tests, failures, errors } = counts(suites.flatMap(({ cases }) => cases));
  const root = { name: `${fleet.tool.name} fleet`, tests, failures, errors, time: seconds(fleet.durationMs) };
  const written = suites.map(({ member, cases }) => suite(member, cases));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", root, written)}\n`;
}

function suite(member: FleetMember, cases: readonly FleetCase[]): string {
  const { name, startedAt, durationMs } = member;
  const attributes = { name, ...counts(cases), time: seconds(durationMs), timestamp: startedAt };
  // With one dot: Jenkins shows the part before it as the package and the part after it as the class.
  const classname = `fleet.${name.replaceAll(".", "_")}`;
  const written = cases.map((one) => {
    const own = { classname, name: one.name, time: seconds(one.name === "verdict" ? durationMs : 0) };
    return element("testcase", own, outcome(one));
  });
  return element("testsuite", attributes, written);
}

/** The verdict decides: a requirement is red only if the verdict is. */
function casesOf(member: FleetMember, requirements: readonly FleetRequirement[]): readonly FleetCase[] {
  const { exitCode, reasons, mayFail, statuses } = member;
  const note = mayFail === true ? "This provider may fail. " : "";
  const state = ({ 0: null, 1: "failure", 3: "error" } as const)[exitCode];
  const verdict: FleetCase = {
    name: "verdict",
    state: state !== null && mayFail === true ? "skipped" : state,
    message: `${note}${memberVerdict(member)}: ${reasons.join(" ")}`,
  };
  const isRed = exitCode === 1 && mayFail !== true;
  return [
    verdict,
    ...requirements.flatMap((requirement): readonly FleetCase[] => {
      const status = statuses[requirement.id];
      if (status === undefined) return [];
      const failed = status === "failed" && isRed && decides(requirement.level, member) ? "failure" : "skipped";
      const isMet = status === "passed" || status === "observed";
      const causes = member.causes.filter((cause) => cause.requirements.includes(requirement.id));
      const words = [requirementWord(status, requirement.level), ...causes.map(({ title }) => title)];
      return [{ name: requirement.id, state: isMet ? null : failed, message: `${note}${words.join(": ")}` }];
    }),
  ];
}

function outcome({ state, message }: FleetCase): readonly string[] {
  if (state === null) return [];
  const type = state === "failure" ? "FAILED" : "INCONCLUSIVE";
  return [textElement(state, state === "skipped" ? { message } : { type, message }, message)];
}

function counts(cases: readonly FleetCase[]): Record<"tests" | "failures" | "errors" | "skipped", number> {
  const having = (state: CaseState): number => cases.filter((one) => one.state === state).length;
  return { tests: cases.length, failures: having("failure"), errors: having("error"), skipped: having("skipped") };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
