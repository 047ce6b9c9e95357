/** Input made up for the tests of verdicts. */
import type { Requirement } from "../../spec/requirements.ts";
import type { RequirementResult } from "../result.ts";
import { type VerdictInput, type Conclusion, verdictOf } from "../verdict.ts";
import { type InteractionOverrides, check, interaction } from "./outcomes.ts";

/** A requirement as the catalogue has it. */
export function catalogued(id: string, level: Requirement["level"] = "MUST"): Requirement {
  return { id, level, topic: "t", statement: "", sources: [{ standard: "x", clause: "1" }], fix: "" };
}

/** A requirement with one check of that status. */
export function requirement(
  id: string,
  status: RequirementResult["status"],
  level?: Requirement["level"],
): RequirementResult {
  return { ...catalogued(id, level), status, checks: [check({ id: `${id}/x`, status })] };
}

/** The reasons of the verdict on these requirements. */
export function reasons(
  requirements: readonly RequirementResult[],
  change: Partial<VerdictInput> = {},
): readonly string[] {
  return judgeThese(requirements, change).reasons;
}

/** The verdict on these requirements, the exit status, and the reasons. */
export function judged(
  requirements: readonly RequirementResult[],
  change: Partial<VerdictInput> = {},
): readonly [Conclusion["verdict"], Conclusion["exitCode"], ...string[]] {
  const { verdict, exitCode, reasons: own } = judgeThese(requirements, change);
  return [verdict, exitCode, ...own];
}

function judgeThese(requirements: readonly RequirementResult[], change: Partial<VerdictInput>): Conclusion {
  const evidence = { requirements, contracts: [], stopped: null, causes: [], partial: false, strict: false };
  return verdictOf({ ...evidence, ...change });
}

/** One contract with interactions that passed, with changes. */
export function contracts(...interactions: readonly InteractionOverrides[]): Pick<VerdictInput, "contracts"> {
  const whole = interactions.map((change, place) => interaction({ description: `step ${place}`, ...change }));
  return { contracts: [{ consumer: "importer", provider: "store", interactions: whole }] };
}
