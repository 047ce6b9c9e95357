/** Interactions of shipped pacts, compared between two runs. */
import { describe, expect, test } from "vitest";
import { changesOf } from "./result-changes.ts";
import { compare } from "./compare-results.ts";
import { contractChecks } from "../contract-check-results.ts";
import type { CheckOfRequirement, ContractResult, RunResult } from "../result.ts";
import { sampleResult } from "../testing/sample-result.ts";
import { type InteractionOverrides, check, interaction } from "../testing/outcomes.ts";
import { catalogued } from "../testing/verdicts.ts";
import { requirementResults } from "../verdict.ts";

const { baseline: _none, ...sample } = sampleResult;

/** A run whose own check passed, with these contracts and the checks of their interactions. */
function run(contracts: readonly ContractResult[], checks: readonly CheckOfRequirement[]): RunResult {
  const requirements = requirementResults([catalogued("a")], [{ requirement: "a", result: check() }, ...checks]);
  return { ...sample, verdict: "conformant", profile: {}, requirements, contracts };
}

describe("an interaction that breaks a requirement", () => {
  const failing = { status: "failed", requirements: ["a"], requirement: "a", level: "MUST", findings: [] } as const;
  const passing = { ...failing, status: "passed" } as const;
  const verified = (one: InteractionOverrides): RunResult => {
    const contract: ContractResult = {
      consumer: "c",
      provider: "p",
      interactions: [interaction({ description: "it", ...passing, ...one })],
    };
    return run([contract], contractChecks([contract]));
  };

  test("is reported once, as a check of that requirement which passed before", () => {
    const broke = compare(verified(passing), verified(failing));
    expect(broke).toMatchObject({
      requirements: [{ id: "a", change: "broken" }],
      checks: [{ id: "a/contract-c-it", before: "passed", now: "failed", change: "broken" }],
      interactions: [],
      regression: true,
    });
    expect(changesOf(broke)).toHaveLength(1);
    expect(compare(verified(failing), verified(passing))).toMatchObject({
      requirements: [{ id: "a", change: "fixed" }],
      checks: [{ id: "a/contract-c-it", change: "fixed" }],
      interactions: [],
    });
  });

  test("is no change where the other run left the contracts out", () => {
    const without = run([], []);
    const nothing = { requirements: [], checks: [], interactions: [], regression: false };
    expect(compare(without, verified(failing))).toMatchObject(nothing);
    expect(compare(verified(failing), without)).toMatchObject(nothing);
  });
});
