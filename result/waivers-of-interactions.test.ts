import { expect, test } from "vitest";
import type { WaiverStatus } from "./result.ts";
import { check } from "./testing/outcomes.ts";
import { catalogued, contracts } from "./testing/verdicts.ts";
import { waive } from "./waivers.ts";

const { contracts: pacts } = contracts(
  { requirements: ["a"] },
  { requirements: ["b"], status: "not-judged" },
  { requirements: ["c"], status: "not-judged" },
);
const requirements = ["a", "b"].map((id) => ({
  ...catalogued(id),
  status: "passed" as const,
  checks: [check({ id: `${id}/x` })],
}));

function became(id: string): WaiverStatus | undefined {
  const waiver = { id, reason: "known", expires: "2026-12-31" };
  const judgements = { requirements, contracts: pacts, leftOut: new Set<string>(), causes: new Map(), isWhole: true };
  return waive(judgements, [waiver], "2026-11-21").entries[0]?.status;
}

test("a waiver is stale whatever the outcome of interactions of other requirements", () => {
  expect(["a", "b"].map(became)).toEqual(["stale", "not-judged"]);
});

test("a waiver of an interaction is stale whatever the outcome of other interactions", () => {
  expect(["a/contract-importer-step-0", "b/contract-importer-step-1"].map(became)).toEqual(["stale", "not-judged"]);
  expect(became("a/contract-importer-step-1")).toBe("not-judged");
});
