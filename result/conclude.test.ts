import { describe, expect, test } from "vitest";
import { type FinishedRun, type Wishes, conclude } from "./conclude.ts";
import type { CheckResult, ContractResult, RunResult } from "./result.ts";
import { check, interaction } from "./testing/outcomes.ts";
import { catalogued } from "./testing/verdicts.ts";

const catalogue = [catalogued("must"), catalogued("point", "OPEN")];
const facts = {
  catalogue,
  tool: { name: "tool", version: "1.0.0" },
  specification: { version: "1", sha256: "0" },
  provider: { baseUrl: "http://127.0.0.1:8080" },
  seed: "seed",
  startedAt: "2026-11-21T23:59:59.000Z",
  durationMs: 5,
  limitsReached: [],
  stopped: null,
};

function run(must: CheckResult["status"], change: Partial<FinishedRun> = {}): FinishedRun {
  const checks = [
    { requirement: "must", result: check({ id: "must/x", status: must }) },
    { requirement: "point", result: check({ id: "point/x", status: "observed", value: "200" }) },
  ];
  const checked = { checks, exchanges: [], counts: { exchanges: 7, plantsCreated: 3 }, causes: [] };
  return { ...facts, checked, ...change };
}

function result(
  must: CheckResult["status"],
  wishes: Partial<Wishes> = {},
  change: Partial<FinishedRun> = {},
): RunResult {
  return conclude(run(must, change), [], { strict: false, ...wishes });
}

function waived(expires: string): NonNullable<Wishes["waivers"]> {
  return { given: [{ id: "must", reason: "known", expires }], allowed: true, leftOut: new Set() };
}

describe("the result of a run", () => {
  test("counts what was sent, and has the answers to the open points", () => {
    const { verdict, exitCode, complete, summary, profile } = result("passed");
    expect({ verdict, exitCode, complete, profile }).toEqual({
      verdict: "conformant",
      exitCode: 0,
      complete: true,
      profile: { point: "200" },
    });
    expect(summary).toMatchObject({ exchanges: 7, plantsCreated: 3, checks: 2 });
  });

  test("counts what was sent for contracts, of those of an earlier version none", () => {
    const contract = { consumer: "c", provider: "p", interactions: [] };
    const contracts = [{ ...contract, sent: { exchanges: 9, plantsCreated: 4 } }, contract];
    expect(conclude(run("passed"), contracts, { strict: false }).summary).toMatchObject({
      exchanges: 16,
      plantsCreated: 7,
    });
  });

  test("is incomplete and inconclusive if the run ended early", () => {
    const { verdict, exitCode, complete, reasons } = result("passed", {}, { stopped: "It ended." });
    expect({ verdict, exitCode, complete, first: reasons[0] }).toEqual({
      verdict: "inconclusive",
      exitCode: 3,
      complete: false,
      first: "It ended.",
    });
  });

  test("is never conformant if only some checks were selected", () => {
    const selection = { only: ["must"], skip: [] };
    expect(result("passed", { selection })).toMatchObject({ verdict: "selection-met", exitCode: 0 });
    expect(result("failed", { selection })).toMatchObject({ verdict: "non-conformant", exitCode: 1 });
    expect(result("passed", { selection }, { stopped: "It ended." })).toMatchObject({
      verdict: "inconclusive",
      exitCode: 3,
    });
    expect(result("passed", { selection, expectations: { point: "409" } })).toMatchObject({
      verdict: "inconclusive",
      exitCode: 1,
    });
  });

  test("fails because of an expected value, but the verdict on the document stays", () => {
    const { verdict, exitCode, requirements } = result("passed", { expectations: { point: "409" } });
    expect({ verdict, exitCode }).toEqual({ verdict: "conformant", exitCode: 1 });
    expect(requirements[1]).toMatchObject({ id: "point", status: "failed", expected: "409" });
  });

  test("applies a waiver on its last day, which is the day on which the run started, and not after it", () => {
    expect(result("failed", { waivers: waived("2026-11-21") })).toMatchObject({
      exitCode: 0,
      waivers: { allowed: true, entries: [{ status: "applied" }] },
    });
    expect(result("failed", { waivers: waived("2026-11-20") })).toMatchObject({
      exitCode: 1,
      waivers: { entries: [{ status: "expired" }] },
    });
  });

  test("has the limits that were reached only if there are some", () => {
    expect(result("passed")).not.toHaveProperty("limitsReached");
    expect(result("passed", {}, { limitsReached: ["Slow."] }).limitsReached).toEqual(["Slow."]);
  });
});

describe("compared with a baseline", () => {
  test("a regression changes the exit status only if the user asks for it", () => {
    const should = { catalogue: [catalogued("must", "SHOULD")] };
    const baseline = result("passed", {}, should);
    const compared = (failOnRegression: boolean): RunResult =>
      result("failed", { baseline: { result: baseline, failOnRegression } }, should);

    expect(compared(false)).toMatchObject({ verdict: "conformant", exitCode: 0, baseline: { regression: true } });
    expect(compared(true)).toMatchObject({ verdict: "conformant", exitCode: 1 });
    expect(compared(true).reasons[0]).toMatch(/^Broken since the baseline of .*: must\.$/);
  });

  test("a requirement that passes again is fixed", () => {
    const { baseline: comparison } = result("passed", {
      baseline: { result: result("failed"), failOnRegression: true },
    });
    expect(comparison?.requirements).toMatchObject([{ id: "must", change: "fixed" }]);
  });
});

describe("contracts", () => {
  const contracts = (status: "passed" | "failed"): readonly ContractResult[] => [
    {
      consumer: "shop",
      provider: "store",
      interactions: [interaction({ status, requirement: "must", requirements: ["must"], level: "MUST" })],
    },
  ];

  test("show a requirement broken that the checks of the same run found met", () => {
    const { verdict, requirements } = conclude(run("passed"), contracts("failed"), { strict: false });
    expect(verdict).toBe("non-conformant");
    expect(requirements[0]).toMatchObject({ id: "must", status: "failed" });
  });

  test("that are verified without checks judge no requirement", () => {
    const alone = { ...facts, checked: null };
    const kept = conclude(alone, contracts("passed"), { strict: false });
    expect(kept).toMatchObject({ verdict: "inconclusive", exitCode: 0, requirements: [], profile: {}, exchanges: [] });
    expect(kept.summary).toMatchObject({ exchanges: 0, plantsCreated: 0, checks: 0 });
    expect(conclude(alone, contracts("failed"), { strict: false })).toMatchObject({ exitCode: 1, requirements: [] });
  });
});

describe("a pinned open point that the selection leaves out", () => {
  const selection = { only: ["must"], skip: [] };
  const [must] = run("passed").checked?.checks ?? [];
  const checked = { checks: must === undefined ? [] : [must], exchanges: [], causes: [] };
  const counts = { exchanges: 1, plantsCreated: 1 };

  test("is not judged, so the selection is not met", () => {
    const { verdict, exitCode, reasons } = result(
      "passed",
      { selection, expectations: { point: "409" } },
      { checked: { ...checked, counts } },
    );
    expect([verdict, exitCode]).toEqual(["inconclusive", 3]);
    expect(reasons[0]).toBe("1 open point with an expected value not selected, so not judged: point.");
  });

  test("stands in nobody's way where it is asked, or where nothing is pinned", () => {
    const unpinned = result("passed", { selection }, { checked: { ...checked, counts } });
    const asked = result("passed", { selection: { only: [], skip: ["x"] }, expectations: { point: "200" } });
    expect([unpinned.verdict, asked.verdict]).toEqual(["selection-met", "selection-met"]);
  });
});
