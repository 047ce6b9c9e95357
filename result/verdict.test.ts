import { describe, expect, test } from "vitest";
import { contractChecks } from "./contract-check-results.ts";
import type { ContractResult, RunResult } from "./result.ts";
import {
  check,
  type CheckChange,
  type InteractionOverrides,
  interaction as interactionWith,
} from "./testing/outcomes.ts";
import { catalogued, contracts, reasons, requirement } from "./testing/verdicts.ts";
import { applyExpectations, requirementResults, statusOf, verdictOf, verdictOfContracts } from "./verdict.ts";

describe("the verdict", () => {
  const requirementOf = (level: "MUST" | "SHOULD" | "OPEN", change: CheckChange): RunResult["requirements"][number] => {
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
    ["every MUST met", [requirementOf("MUST", {})], {}, 0],
    ["a SHOULD not met", [requirementOf("SHOULD", failed)], {}, 0],
    ["a SHOULD not met, strict", [requirementOf("SHOULD", failed)], { strict: true }, 1],
    ["a MUST broken", [requirementOf("MUST", failed)], {}, 1],
    ["a MUST broken before the run ended", [requirementOf("MUST", failed)], { stopped: "It died." }, 1],
    ["a MUST waived", [requirementOf("MUST", { ...failed, status: "waived" })], {}, 1],
    ["a MUST without an occasion", [requirementOf("MUST", { status: "not-judged", because: "no-occasion" })], {}, 0],
    ["a MUST without an answer", [requirementOf("MUST", { status: "not-judged", because: "no-answer" })], {}, 3],
    ["an open point not observed", [requirementOf("OPEN", { status: "not-judged", because: "no-answer" })], {}, 0],
    ["a run that ended early", [requirementOf("MUST", {})], { stopped: "It died." }, 3],
    ["a selection", [requirementOf("MUST", {})], { partial: true }, 0],
    ["a selection with a MUST broken", [requirementOf("MUST", failed)], { partial: true }, 1],
    ["a selection with a SHOULD not met", [requirementOf("SHOULD", failed)], { partial: true }, 3],
    ["a selection that ended early", [requirementOf("MUST", {})], { partial: true, stopped: "It died." }, 3],
    ["a selection with a general cause", [requirementOf("MUST", {})], { partial: true, causes: ["Nobody came."] }, 3],
  ] as const)("%s", (_what, requirements, more, expected) => {
    expect(exitCode(requirements, more)).toBe(expected);
  });

  describe("with a value expected of an open point", () => {
    const point = requirementOf("OPEN", { status: "observed", value: "200", exchanges: [3, 4] });
    const unknown = requirementOf("OPEN", { status: "not-judged", because: "no-answer", reason: "it was silent" });
    const held = (open: typeof point, value: string): RunResult["requirements"] => [
      requirementOf("MUST", {}),
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
      const must = requirementOf("MUST", {});
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
      requirements: [requirementOf("MUST", {})],
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

describe("the reasons name", () => {
  test("the requirement that an interaction of a pact that ships breaks, and the interaction not beside it", () => {
    const must = { status: "failed", description: "creates", requirement: "a", level: "MUST" } as const;
    const should = { ...must, requirement: "c", level: "SHOULD" } as const;
    const broken = [requirement("a", "failed"), requirement("c", "passed", "SHOULD")];
    expect(reasons(broken, contracts(must, must))).toEqual(["1 requirement broken: a."]);
    const warned = [requirement("a", "passed"), requirement("c", "failed", "SHOULD")];
    expect(reasons(warned, contracts(should))).toEqual(["Every MUST is met; 1 SHOULD not met: c."]);
    expect(reasons(warned, { ...contracts(should), strict: true })).toEqual(["1 requirement broken: c."]);
  });

  test("the interactions of user-supplied pacts, apart from the verdict on the document", () => {
    const met = [requirement("a", "passed")];
    const failed = { status: "failed", description: "creates" } as const;
    expect(reasons(met, contracts(failed, failed, {}))).toEqual([
      '2 interactions of a user-supplied pact broken: importer, "creates", importer, "creates".',
      "Every requirement is met.",
    ]);
    expect(reasons(met, contracts({ ...failed, pending: true }))).toEqual(["Every requirement is met."]);
  });

  test.each([
    [6, '"step 4", importer, "step 5".'],
    [7, '"step 4" and 2 more.'],
  ])("of %i interactions no more than six", (count, end) => {
    const [first] = reasons([], contracts(...Array.from({ length: count }, () => ({ status: "failed" }) as const)));
    expect(first?.startsWith(`${count} interactions of a user-supplied pact broken: importer, "step 0", `)).toBe(true);
    expect(first?.endsWith(end)).toBe(true);
  });

  test("the interactions of contracts that could not be judged", () => {
    const met = [requirement("a", "passed")];
    const unclear = { status: "not-judged" } as const;
    expect(reasons(met, contracts({ ...unclear, requirement: "a", level: "MUST" }, {}))).toEqual([
      '1 interaction of a contract could not be judged: importer, "step 0". It was not run.',
    ]);
    expect(reasons(met, contracts({ ...unclear, requirement: "c", level: "SHOULD" }))).toEqual([
      "Every requirement is met.",
    ]);
    expect(reasons(met, contracts(unclear))[0]).toBe(
      '1 interaction of a user-supplied pact could not be judged: importer, "step 0". It was not run.',
    );
    expect(reasons(met, contracts({}, {}))).toEqual(["Every requirement is met."]);
  });
});

describe("with a user-supplied pact that could not be judged", () => {
  const unclear = contracts({ status: "not-judged" });
  const sentence = '1 interaction of a user-supplied pact could not be judged: importer, "step 0". It was not run.';

  test("that a provider is conformant is stated, after it", () => {
    expect(reasons([requirement("a", "passed")], unclear)).toEqual([sentence, "Every requirement is met."]);
  });

  test("what is broken comes first", () => {
    expect(reasons([requirement("a", "failed")], unclear)).toEqual(["1 requirement broken: a.", sentence]);
  });

  test("the end of the run says it all", () => {
    expect(reasons([requirement("a", "passed")], { stopped: "It died.", ...unclear })).toEqual(["It died."]);
    const shipped = contracts({ status: "not-judged", requirement: "a", level: "MUST" });
    expect(reasons([requirement("a", "passed")], { stopped: "It died.", ...shipped })).toEqual(["It died."]);
  });
});

describe("the reasons of contracts alone", () => {
  const of = (stopped: string | null, ...interactions: InteractionOverrides[]): readonly string[] =>
    verdictOfContracts({ ...contracts(...interactions), stopped, strict: false }).reasons;
  const shipped = { requirement: "a", level: "MUST" } as const;

  test("are what is broken, then what could not be judged", () => {
    expect(of(null, { status: "failed" }, { ...shipped, status: "not-judged" }, { status: "not-judged" })).toEqual([
      '1 interaction of a user-supplied pact broken: importer, "step 0".',
      '1 interaction of a contract could not be judged: importer, "step 1". It was not run.',
      '1 interaction of a user-supplied pact could not be judged: importer, "step 2". It was not run.',
    ]);
  });

  const unjudged = { ...shipped, status: "not-judged" } as const;

  test("are the reason that all have, too, why they could not be judged", () => {
    const gone = { ...unjudged, reason: "The provider gave no answer." };
    const both = '2 interactions of a contract could not be judged: importer, "step 0", importer, "step 1".';
    expect(of(null, gone, gone)).toEqual([`${both} The provider gave no answer.`]);
  });

  test("are a sentence for each of the first reasons, and one without a reason for the rest", () => {
    const because = ["A.", "B.", "C.", "B.", "D.", "E."].map((reason) => ({ ...unjudged, reason }));
    const one = "1 interaction of a contract could not be judged: importer,";
    expect(of(null, ...because)).toEqual([
      `${one} "step 0". A.`,
      '2 interactions of a contract could not be judged: importer, "step 1", importer, "step 3". B.',
      `${one} "step 2". C.`,
      '2 interactions of a contract could not be judged: importer, "step 4", importer, "step 5".',
    ]);
  });

  test("are what ended the run in place of what could not be judged", () => {
    expect(of("It died.", { status: "not-judged" })).toEqual(["It died."]);
    expect(of("It died.", { ...shipped, status: "failed" })).toEqual([
      '1 interaction of a contract broken: importer, "step 0".',
      "It died.",
    ]);
  });

  test("are that they are kept, with the interactions that do not meet a SHOULD", () => {
    const kept = "The contracts are kept; nothing else was checked.";
    const should = { status: "failed", requirement: "c", level: "SHOULD" } as const;
    expect(of(null, {})).toEqual([kept]);
    expect(of(null, should)).toEqual([`${kept} 1 interaction does not meet a SHOULD: importer, "step 0".`]);
    expect(of(null, should, should)).toEqual([
      `${kept} 2 interactions do not meet a SHOULD: importer, "step 0", importer, "step 1".`,
    ]);
  });
});
