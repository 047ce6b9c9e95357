import { describe, expect, test } from "vitest";
import { contracts, reasons, requirement } from "./testing/verdicts.ts";
import type { InteractionOverrides } from "./testing/outcomes.ts";
import { verdictOfContracts } from "./verdict.ts";

describe("the reasons name", () => {
  test("the requirement that an interaction of a pact that ships breaks, and the interaction not beside it", () => {
    const must = { status: "failed", description: "creates", requirement: "a", level: "MUST" } as const;
    const should = { ...must, requirement: "c", level: "SHOULD" } as const;
    const broken = [requirement("a", "failed"), requirement("c", "passed", "SHOULD")];
    expect(reasons(broken, contracts(must, must))).toEqual(["1 requirement broken: a."]);
    const warned = [requirement("a", "passed"), requirement("c", "failed", "SHOULD")];
    expect(reasons(warned, contracts(should))).toEqual(["Every MUST is met; 1 warning: c."]);
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

  test("are the reason that all have, too, why they could not be judged", () => {
    const unjudged = { ...shipped, status: "not-judged" } as const;
    const gone = { ...unjudged, reason: "The provider gave no answer." };
    const both = '2 interactions of a contract could not be judged: importer, "step 0", importer, "step 1".';
    expect(of(null, gone, gone)).toEqual([`${both} The provider gave no answer.`]);
    expect(of(null, gone, { ...unjudged, reason: "It was not run." })).toEqual([both]);
    expect(of(null, gone, unjudged)).toEqual([both]);
  });

  test("are what ended the run in place of what could not be judged", () => {
    expect(of("It died.", { status: "not-judged" })).toEqual(["It died."]);
    expect(of("It died.", { ...shipped, status: "failed" })).toEqual([
      '1 interaction of a contract broken: importer, "step 0".',
      "It died.",
    ]);
  });

  test("are that they are kept, with the warnings", () => {
    const kept = "The contracts are kept; nothing else was checked.";
    const should = { status: "failed", requirement: "c", level: "SHOULD" } as const;
    expect(of(null, {})).toEqual([kept]);
    expect(of(null, should)).toEqual([`${kept} 1 warning: importer, "step 0".`]);
    expect(of(null, should, should)).toEqual([`${kept} 2 warnings: importer, "step 0", importer, "step 1".`]);
  });
});
