import { describe, expect, test } from "vitest";
import { contractChecks } from "./contract-check-results.ts";
import { type RequirementResult, type Waiver, type WaiverStatus, reasonOf } from "./result.ts";
import { type CheckChange, type InteractionOverrides, check } from "./testing/outcomes.ts";
import { catalogued, contracts } from "./testing/verdicts.ts";
import { applyExpectations, statusOf } from "./verdict.ts";
import { waiverName } from "./waiver-verdict.ts";
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
  const nothing = { requirements: [], contracts: [], leftOut: new Set<string>(), causes: new Map(), isWhole: true };
  return waive({ ...nothing, ...judgements }, waivers, today);
}

function became(judgements: Partial<Judgements>, id: string): WaiverStatus | undefined {
  return waived(judgements, waiver(id)).entries[0]?.status;
}

/** The id of the check for the interaction of `resting` if it breaks `a`. */
const ofContract = "a/contract-importer-step-0";

/**
 * The requirement `a`, and one contract whose interaction can show it broken; if it does, with the check of the
 * interaction.
 */
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

describe("a waiver of a cause", () => {
  const pages = waiver("pages", { cause: true });
  const statuses = (judged: Waived): readonly unknown[] =>
    judged.requirements.map(({ checks }) => checks.map(({ status }) => status));

  /** Two requirements. The cause explains one check of each. */
  const explained = {
    requirements: [requirement("a", failed, failed), requirement("b", failed, {})],
    causes: new Map([
      ["a/0", new Set(["pages"])],
      ["a/1", new Set(["other"])],
      ["b/0", new Set(["pages"])],
    ]),
  };

  test("waives what it explains in each requirement, and what another cause explains in none", () => {
    const judged = waived(explained, pages);
    expect(statuses(judged)).toEqual([
      ["waived", "failed"],
      ["waived", "passed"],
    ]);
    expect(judged.entries[0]).toEqual({ ...pages, status: "applied", explains: ["a", "b"] });
    expect(judged.requirements[0]?.checks[0]).toMatchObject({ reason: "known; until 2026-12-31", findings });
  });

  test("is not confused with the waiver of a requirement with the same id", () => {
    const causes = new Map([["a/0", new Set(["a"])]]);
    const requirements = [requirement("a", failed, failed)];
    expect(statuses(waived({ requirements, causes }, waiver("a", { cause: true })))).toEqual([["waived", "failed"]]);
    expect(statuses(waived(explained, waiver("pages")))).toEqual(
      statuses({ ...explained, contracts: [], entries: [] }),
    );
    expect([waiverName(pages), waiverName(waiver("a"))]).toEqual(["cause pages", "a"]);
  });

  test("waives a check with two causes only beside a waiver of the other, and leaves the last word to the check's own", () => {
    const both = { requirements: [requirement("a", failed)], causes: new Map([["a/0", new Set(["pages", "other"])]]) };
    const other = waiver("other", { cause: true, reason: "also known" });
    expect(statuses(waived(both, pages))).toEqual([["failed"]]);
    expect(statuses(waived(both, other))).toEqual([["failed"]]);
    expect(waived(both, pages).entries[0]?.status).toBe("applied");
    const [one] = waived(both, other, pages).requirements;
    expect(one?.checks.map(reasonOf)).toEqual(["known; until 2026-12-31"]);
    const [own] = waived(both, other, pages, waiver("a/0", { reason: "its own" })).requirements;
    expect(own?.checks.map(reasonOf)).toEqual(["its own; until 2026-12-31"]);
  });

  test("waives the interaction that it explains", () => {
    const judgements = resting({ status: "failed", findings });
    const causes = new Map([[ofContract, new Set(["pages"])]]);
    const judged = waived({ ...judgements, causes }, pages);
    expect(judged.contracts[0]?.interactions[0]?.status).toBe("waived");
  });

  test("that has expired waives nothing, and says nothing of what it would explain", () => {
    const old = { ...pages, expires: "2026-11-20" };
    const judged = waived(explained, old);
    expect(judged.requirements).toEqual(explained.requirements);
    expect(judged.entries).toEqual([{ ...old, status: "expired" }]);
  });

  test.each<readonly [string, Partial<Judgements>, WaiverStatus]>([
    ["stale where everything that counts was judged", { requirements: [requirement("a", failed)] }, "stale"],
    ["not judged where something was not", { requirements: [requirement("a", {}, noAnswer)] }, "not-judged"],
    ["stale where something had no occasion", { requirements: [requirement("a", {}, noOccasion)] }, "stale"],
    ["not judged in a selection", { requirements: [requirement("a", {})], isWhole: false }, "not-judged"],
    ["not judged where interactions were left out", { leftOut: new Set(["pages"]) }, "not-judged"],
    ["stale where others were left out", { leftOut: new Set(["other"]) }, "stale"],
  ])("that was not found is %s", (_what, judgements, status) => {
    expect(waived(judgements, pages).entries).toEqual([{ ...pages, status }]);
  });

  test("that was not found is stale whatever open points are not answered", () => {
    const open = { ...requirement("a", noAnswer), ...catalogued("a", "OPEN") };
    expect(waived({ requirements: [open] }, pages).entries[0]?.status).toBe("stale");
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
