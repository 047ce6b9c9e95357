import { describe, expect, test } from "vitest";
import { contractChecks } from "./contract-checks.ts";
import { applyExpectations } from "./expectations.ts";
import { reasonOf } from "./outcomes.ts";
import type { RequirementResult, Waiver, WaiverStatus } from "./result.ts";
import { type CheckChange, type InteractionOverrides, check } from "./testing/outcomes.ts";
import { catalogued, contracts } from "./testing/verdicts.ts";
import { statusOf } from "./verdict.ts";
import { type Judgements, type Waived, waive } from "./waivers.ts";

const findings = [{ where: "status", expected: "200", seen: "201" }];
const failed = { status: "failed", findings } as const;
const noAnswer = { status: "not-judged", because: "no-answer" } as const;
const noOccasion = { status: "not-judged", because: "no-occasion" } as const;
const today = "2026-11-21";

function requirement(id: string, ...checks: readonly CheckChange[]): RequirementResult {
  const own = checks.map((change, place) => check({ id: `${id}/${place}`, ...change }));
  return { ...catalogued(id), status: statusOf(own), checks: own };
}

function waiver(id: string, change: Partial<Waiver> = {}): Waiver {
  return { id, reason: "known", expires: "2026-12-31", ...change };
}

function waived(judgements: Partial<Judgements>, ...waivers: readonly Waiver[]): Waived {
  return waive({ requirements: [], contracts: [], leftOut: new Set(), ...judgements }, waivers, today);
}

function became(judgements: Partial<Judgements>, id: string): WaiverStatus | undefined {
  return waived(judgements, waiver(id)).entries[0]?.status;
}

/** The id of the check that the interaction of `resting` is where it breaks `a`. */
const ofContract = "a/contract-importer-step-0";

/** The requirement `a`, and one contract whose interaction can show it broken; the interaction's check where it does. */
function resting(change: InteractionOverrides): Pick<Judgements, "requirements" | "contracts"> {
  const judged = contracts({ requirements: ["a", "b"], requirement: "a", level: "MUST", ...change });
  const broken = contractChecks(judged.contracts).flatMap((one) => (one.requirement === "a" ? [one.result] : []));
  return { ...judged, requirements: [requirement("a", {}, ...broken)] };
}

describe("a waiver of a requirement", () => {
  test("waives all its failed checks, and no other requirement's", () => {
    const requirements = [requirement("a", failed, {}, failed), requirement("ab", failed)];
    const [own, other] = waived({ requirements }, waiver("a")).requirements;
    expect(own?.status).toBe("waived");
    expect(own?.checks.map((one) => [one.status, reasonOf(one)])).toEqual([
      ["waived", "known; until 2026-12-31"],
      ["passed", undefined],
      ["waived", "known; until 2026-12-31"],
    ]);
    expect(own?.checks[0]?.findings).toEqual(findings);
    expect(other).toEqual(requirements[1]);
  });

  test("waives the interactions that break it, and none of a user-supplied pact", () => {
    const { contracts: pacts } = contracts(
      { requirement: "a", level: "MUST", status: "failed", findings },
      { requirement: "b", level: "MUST", status: "failed", findings },
      { status: "failed", findings },
    );
    const [contract] = waived({ contracts: pacts }, waiver("a")).contracts;
    expect(contract?.interactions.map(({ status }) => status)).toEqual(["waived", "failed", "failed"]);
    expect(contract?.interactions[0]).toMatchObject({ reason: "known; until 2026-12-31", findings });
  });

  test("tells its issue with its reason", () => {
    const requirements = [requirement("a", failed)];
    const [own] = waived({ requirements }, waiver("a", { issue: "https://i.example/7" })).requirements;
    expect(own?.checks[0]).toMatchObject({ reason: "known; until 2026-12-31; https://i.example/7" });
  });
});

describe("a waiver of a check", () => {
  test("waives that one alone, before one of its requirement", () => {
    const requirements = [requirement("a", failed, failed)];
    const [alone] = waived({ requirements }, waiver("a/0")).requirements;
    expect([alone?.status, ...(alone?.checks ?? []).map(({ status }) => status)]).toEqual([
      "failed",
      "waived",
      "failed",
    ]);
    const [both] = waived({ requirements }, waiver("a"), waiver("a/0", { reason: "its own" })).requirements;
    expect(both?.checks.map(reasonOf)).toEqual(["its own; until 2026-12-31", "known; until 2026-12-31"]);
  });

  test("waives the interaction that is that check, and no other", () => {
    const judgements = resting({ status: "failed", findings });
    const [own, other] = [ofContract, "a/0"].map((id) => waived(judgements, waiver(id)));
    expect(own?.contracts[0]?.interactions[0]?.status).toBe("waived");
    expect(own?.requirements[0]?.status).toBe("waived");
    expect(other?.contracts[0]?.interactions[0]?.status).toBe("failed");
  });

  test("that is an interaction is stale where the interaction is met, and not judged where it breaks something else", () => {
    expect(became(resting({}), ofContract)).toBe("stale");
    expect(became(resting({ status: "not-judged" }), ofContract)).toBe("not-judged");
    expect(became(resting({ status: "failed", findings, requirement: "b" }), ofContract)).toBe("not-judged");
    expect(became({ requirements: [requirement("a", {})], leftOut: new Set([ofContract]) }, ofContract)).toBe(
      "not-judged",
    );
  });
});

describe("a waiver on its last day", () => {
  const requirements = [requirement("a", failed)];

  test("still counts", () => {
    const { entries, requirements: after } = waived({ requirements }, waiver("a", { expires: today }));
    expect([entries[0]?.status, after[0]?.status]).toEqual(["applied", "waived"]);
  });

  test("counts no more on the day after, whatever the outcome of the check", () => {
    for (const change of [failed, {}, noAnswer]) {
      const given = [requirement("a", change)];
      const { entries, requirements: after } = waived({ requirements: given }, waiver("a", { expires: "2026-11-20" }));
      expect(entries[0]?.status).toBe("expired");
      expect(after).toEqual(given);
    }
  });
});

describe("the outcome of a waiver", () => {
  test.each<readonly [string, readonly CheckChange[], WaiverStatus]>([
    ["applied where a check failed", [{}, failed, noAnswer], "applied"],
    ["stale where all passed", [{}, {}], "stale"],
    ["stale where all passed that had an occasion", [{}, noOccasion], "stale"],
    ["not judged where none had an occasion", [noOccasion], "not-judged"],
    ["not judged where one was not", [{}, noAnswer], "not-judged"],
    ["not judged where an open point has no value to be held to", [{ status: "observed", value: "1" }], "not-judged"],
  ])("is %s", (_what, checks, expected) => {
    expect(became({ requirements: [requirement("a", ...checks)] }, "a")).toBe(expected);
  });

  test("is of its own requirement, wherever that stands", () => {
    const requirements = [requirement("a", {}), requirement("b", failed), requirement("c", noAnswer)];
    expect(["a", "b", "c", "b/0"].map((id) => became({ requirements }, id))).toEqual([
      "stale",
      "applied",
      "not-judged",
      "applied",
    ]);
  });

  test("is of its own check alone", () => {
    const requirements = [requirement("a", failed, {}, noAnswer)];
    expect(["a/0", "a/1", "a/2"].map((id) => became({ requirements }, id))).toEqual(["applied", "stale", "not-judged"]);
  });

  test("is not judged where the run has nothing that it names", () => {
    expect(became({ requirements: [requirement("a", {})] }, "b")).toBe("not-judged");
    expect(became({ requirements: [requirement("a", {})] }, "a/fuzz")).toBe("not-judged");
  });

  test("takes the interactions into account that can show it broken", () => {
    const requirements = [requirement("a", {})];
    expect(became(resting({ status: "failed", findings }), "a")).toBe("applied");
    expect(became(resting({ status: "not-judged" }), "a")).toBe("not-judged");
    expect(became(resting({}), "a")).toBe("stale");
    expect(became(resting({ status: "failed", requirement: "b" }), "a")).toBe("stale");
    expect(became({ requirements, leftOut: new Set(["a"]) }, "a")).toBe("not-judged");
    expect(became({ requirements, leftOut: new Set(["b"]) }, "a")).toBe("stale");
  });
});

describe("of an open point with an expected value", () => {
  const point: RequirementResult = {
    ...catalogued("a", "OPEN"),
    status: "observed",
    checks: [check({ id: "a/0", status: "observed", value: "409", exchanges: [3] })],
  };

  test("another value is waived, and kept", () => {
    const requirements = applyExpectations([point], { a: "200" });
    const after = waived({ requirements }, waiver("a"));
    expect(after.requirements[0]).toMatchObject({ status: "waived", checks: [{ status: "waived", value: "409" }] });
    expect(after.entries[0]?.status).toBe("applied");
  });

  test("that value makes the waiver stale", () => {
    expect(became({ requirements: applyExpectations([point], { a: "409" }) }, "a")).toBe("stale");
    expect(became({ requirements: applyExpectations([point], { a: "409" }) }, "a/0")).toBe("stale");
  });
});
