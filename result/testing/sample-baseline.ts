/** An earlier run than the sample, written by hand to match `sample-comparison.ts`. For tests. */
import type { CheckResult, InteractionResult, RequirementResult, RunResult } from "../result.ts";
import { profileOf, summarise, verdictOf, verdictOfContracts } from "../verdict.ts";
import { sampleResult } from "./sample-result.ts";

/** Different outcomes, by the id of a check. */
const outcomes = new Map<string, "passed" | "failed">([
  ["plant-media-type/every-200", "passed"],
  ["plant-encoding/every-200", "passed"],
  ["returns-name/ordinary", "failed"],
  ["adds-no-tag/ordinary", "passed"],
  ["error-shape/every-400", "passed"],
  ["refuses-missing-member/missing-id", "passed"],
  ["refuses-missing-member/missing-name", "passed"],
  ["refuses-invalid-member/tag-is-integer", "passed"],
  ["refuses-non-utf8/latin-1", "failed"],
]);

const finding = { where: "", expected: "one", seen: "two" };

function earlier(check: CheckResult): CheckResult {
  if (check.id === "duplicate-id/value" && check.status === "observed") return { ...check, value: "200" };
  const status = outcomes.get(check.id);
  if (status === undefined) return check;
  const { id, title, exchanges } = check;
  const common = { id, title, exchanges };
  return status === "failed" ? { ...common, status, findings: [finding] } : { ...common, status, findings: [] };
}

function earlierRequirement(requirement: RequirementResult): RequirementResult {
  const checks = requirement.checks.map(earlier);
  const all = checks.every(({ status }) => status === "passed");
  const isPassed = all && requirement.level !== "OPEN";
  return {
    ...requirement,
    status: isPassed ? "passed" : checks.some(({ status }) => status === "failed") ? "failed" : requirement.status,
    checks,
  };
}

/** The same interaction as passed, without the reason that only other statuses have. */
function passing({
  reason: _none = "",
  ...interaction
}: InteractionResult & { readonly reason?: string }): InteractionResult {
  return { ...interaction, status: "passed", findings: [] };
}

const passed = { description: "a plant with a long name", states: [], status: "passed", findings: [] } as const;

const gone: RequirementResult = {
  id: "keeps-to-itself",
  level: "SHOULD",
  topic: "http",
  statement: "A requirement that there is no more.",
  sources: [{ standard: "RFC 9110", clause: "1" }],
  fix: "It is gone.",
  status: "passed",
  checks: [{ id: "keeps-to-itself/ordinary", title: "It was asked", status: "passed", findings: [], exchanges: [] }],
};

const { baseline: _none, waivers: _no, ...rest } = sampleResult;

/** The result as a run would write it: everything derived agrees with the outcomes. */
export function concluded(result: RunResult): RunResult {
  const { requirements, contracts, strict, selection, complete } = result;
  const stopped = complete ? null : "The run was interrupted.";
  const conclusion =
    selection?.only[0] === "contracts"
      ? verdictOfContracts({ contracts, stopped, strict })
      : verdictOf({ ...result, stopped, causes: [], partial: selection !== undefined });
  return {
    ...result,
    ...conclusion,
    summary: summarise(requirements, result.summary),
    profile: profileOf(requirements),
  };
}

export const sampleBaseline: RunResult = concluded({
  ...rest,
  startedAt: "2026-11-20T09:30:00.000Z",
  tool: { ...rest.tool, version: "0.0.9" },
  provider: { baseUrl: "http://127.0.0.1:8080/store/v0" },
  seed: "earlier",
  requirements: [...rest.requirements.filter(({ id }) => id !== "tells-large-ids-apart").map(earlierRequirement), gone],
  contracts: rest.contracts.map((contract) => ({
    ...contract,
    interactions:
      contract.source === undefined
        ? contract.interactions.map(passing)
        : [...contract.interactions.filter(({ status }) => status === "failed"), passed],
  })),
  exchanges: rest.exchanges.slice(0, 4),
});
