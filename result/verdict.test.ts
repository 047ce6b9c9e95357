import { describe, expect, test } from "vitest";
import type { ContractResult, RunResult } from "./result.ts";
import {
  type CheckChange,
  type InteractionOverrides,
  check,
  interaction as interactionWith,
} from "./testing/outcomes.ts";
import { applyExpectations } from "./expectations.ts";
import { contractChecks } from "./contract-checks.ts";
import { catalogued } from "./testing/verdicts.ts";
import { verdictOf, verdictOfContracts, requirementResults, statusOf } from "./verdict.ts";

describe("the verdict", () => {
  const requirement = (level: "MUST" | "SHOULD" | "OPEN", change: CheckChange): RunResult["requirements"][number] => {
    const whole = check(change);
    return {
      id: "a",
      level,
      topic: "t",
      statement: "",
      sources: [{ standard: "x", clause: "1" }],
      fix: "",
      status: statusOf([whole]),
      checks: [whole],
    };
  };
  const failed = { status: "failed", findings: [{ where: "", expected: "a", seen: "b" }] } as const;
  const exitCode = (
    requirements: RunResult["requirements"],
    more: Partial<Parameters<typeof verdictOf>[0]> = {},
  ): number =>
    verdictOf({ requirements, contracts: [], stopped: null, causes: [], partial: false, strict: false, ...more })
      .exitCode;

  test.each([
    ["every MUST met", [requirement("MUST", {})], {}, 0],
    ["a SHOULD not met", [requirement("SHOULD", failed)], {}, 0],
    ["a SHOULD not met, strict", [requirement("SHOULD", failed)], { strict: true }, 1],
    ["a MUST broken", [requirement("MUST", failed)], {}, 1],
    ["a MUST broken before the run ended", [requirement("MUST", failed)], { stopped: "It died." }, 1],
    ["a MUST waived", [requirement("MUST", { ...failed, status: "waived" })], {}, 1],
    ["a MUST without an occasion", [requirement("MUST", { status: "not-judged", because: "no-occasion" })], {}, 0],
    ["a MUST without an answer", [requirement("MUST", { status: "not-judged", because: "no-answer" })], {}, 3],
    ["an open point not observed", [requirement("OPEN", { status: "not-judged", because: "no-answer" })], {}, 0],
    ["a run that ended early", [requirement("MUST", {})], { stopped: "It died." }, 3],
    ["a selection", [requirement("MUST", {})], { partial: true }, 0],
    ["a selection with a MUST broken", [requirement("MUST", failed)], { partial: true }, 1],
    ["a selection with a SHOULD not met", [requirement("SHOULD", failed)], { partial: true }, 3],
    ["a selection that ended early", [requirement("MUST", {})], { partial: true, stopped: "It died." }, 3],
    ["a selection with a general cause", [requirement("MUST", {})], { partial: true, causes: ["Nobody came."] }, 3],
  ] as const)("%s", (_what, requirements, more, expected) => {
    expect(exitCode(requirements, more)).toBe(expected);
  });

  describe("with a value expected of an open point", () => {
    const point = requirement("OPEN", { status: "observed", value: "200", exchanges: [3, 4] });
    const unknown = requirement("OPEN", { status: "not-judged", because: "no-answer", reason: "it was silent" });
    const held = (open: typeof point, value: string): RunResult["requirements"] => [
      requirement("MUST", {}),
      ...applyExpectations([open], { a: value }),
    ];

    test("is conformant where the value is that one", () => {
      expect(exitCode(held(point, "200"))).toBe(0);
    });

    test("keeps to the document where it is another, and still fails", () => {
      const requirements = held(point, "409");
      expect(requirements[1]).toMatchObject({
        status: "failed",
        expected: "409",
        checks: [{ value: "200", findings: [{ where: "profile", expected: "409", seen: "200", exchange: 4 }] }],
      });
      const options = { contracts: [], stopped: null, causes: [], partial: false, strict: false };
      expect(verdictOf({ requirements, ...options })).toEqual({
        verdict: "conformant",
        exitCode: 1,
        reasons: ['1 open point not as expected: a is "200", expected "409".', "Every requirement is met."],
      });
    });

    test("fails a selection, too, and a run that ended early", () => {
      expect(exitCode(held(point, "409"), { partial: true })).toBe(1);
      expect(exitCode(held(point, "409"), { stopped: "It died." })).toBe(1);
    });

    test("is inconclusive where it was not observed", () => {
      expect(exitCode(held(unknown, "409"))).toBe(3);
    });

    test("leaves MUST and SHOULD alone", () => {
      const must = requirement("MUST", {});
      expect(applyExpectations([must], { a: "409" })).toEqual([must]);
    });
  });

  const interaction = (more: InteractionOverrides): ContractResult => ({
    consumer: "c",
    provider: "p",
    interactions: [interactionWith({ description: "x", status: "failed", ...more })],
  });
  const shipped = { requirement: "a", level: "MUST" } as const;
  const should = { requirement: "a", level: "SHOULD" } as const;

  test.each([
    ["a failed interaction that is based on a MUST", shipped, {}, "non-conformant", 1],
    ["one that is based on a SHOULD", should, {}, "conformant", 0],
    ["one that is based on a SHOULD, strict", should, { strict: true }, "non-conformant", 1],
    ["one that is based on a MUST and was not judged", { ...shipped, status: "not-judged" }, {}, "inconclusive", 3],
    ["one that is based on a SHOULD and was not judged", { ...should, status: "not-judged" }, {}, "conformant", 0],
    ["a failed one of a user-supplied pact", {}, {}, "conformant", 1],
    ["one that is user-supplied and not judged", { status: "not-judged" }, {}, "conformant", 3],
    ["one that is user-supplied, pending and not judged", { status: "not-judged", pending: true }, {}, "conformant", 0],
    ["one that is user-supplied and failed, after the run ended", {}, { stopped: "It died." }, "inconclusive", 1],
  ] as const)("%s", (_what, one, more, ...expected) => {
    const evidence = { stopped: null, causes: [], partial: false, strict: false };
    const pacts = [interaction(one)];
    const catalogue = [catalogued("a", "level" in one ? one.level : "MUST")];
    const requirements = requirementResults(catalogue, [
      { requirement: "a", result: check() },
      ...contractChecks(pacts),
    ]);
    const judged = verdictOf({ ...evidence, ...more, requirements, contracts: pacts });
    expect([judged.verdict, judged.exitCode]).toEqual(expected);
  });

  test.each([
    ["nothing broken", { status: "passed" }, "inconclusive", 0],
    ["an interaction that is based on a MUST broken", shipped, "non-conformant", 1],
    ["an interaction of a user-supplied pact broken", {}, "inconclusive", 1],
    ["an interaction not judged", { status: "not-judged" }, "inconclusive", 3],
    ["a warning", should, "inconclusive", 0],
  ] as const)("of contracts alone: %s", (_what, one, verdict, expected) => {
    const judged = verdictOfContracts({ contracts: [interaction(one)], stopped: null, strict: false });
    expect([judged.verdict, judged.exitCode]).toEqual([verdict, expected]);
  });

  test("of a broken user-supplied pact come first, before the verdict on the document", () => {
    const evidence = {
      requirements: [requirement("MUST", {})],
      stopped: null,
      causes: [],
      partial: false,
      strict: false,
    };
    expect(verdictOf({ ...evidence, contracts: [interaction({})] }).reasons).toEqual([
      '1 interaction of a user-supplied pact broken: c, "x".',
      "Every requirement is met.",
    ]);
  });
});
