/**
 * A fleet as JUnit XML: a suite for each provider, with its verdict and its requirements. A file has a red test case
 * exactly when the exit status of the fleet is not 0.
 */
import { requirementWord } from "../../result/outcomes.ts";
import type { FleetMember, FleetRequirement, FleetResult } from "../../result/over/fleet-result.ts";
import { classname, type JunitCase, junitFile } from "../tests/junit-file.ts";
import { decides } from "../tests/test-cases.ts";
import { memberVerdict } from "./fleet-words.ts";

/** The file. */
export function renderFleetJunit(fleet: FleetResult): string {
  const suites = fleet.providers.map((member) => ({
    name: member.name,
    cases: casesOf(member, fleet.requirements),
    time: member.durationMs,
    timestamp: member.startedAt,
  }));
  return junitFile(`${fleet.tool.name} fleet`, suites, fleet.durationMs);
}

/** The verdict decides: a requirement is red only if the verdict is. */
function casesOf(member: FleetMember, requirements: readonly FleetRequirement[]): readonly JunitCase[] {
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
