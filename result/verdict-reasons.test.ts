/** The reasons of a verdict in words, and the input of a verdict. */
import { describe, expect, test } from "vitest";
import type { CheckResult, RequirementResult } from "./result.ts";
import { type CheckChange, check } from "./testing/outcomes.ts";
import { catalogued, contracts, reasons, requirement } from "./testing/verdicts.ts";
import { applyExpectations, profileOf, requirementResults, statusOf } from "./verdict.ts";

describe("the status of a requirement is the worst of its checks", () => {
  const noOccasion = { status: "not-judged", because: "no-occasion" } as const;
  const noAnswer = { status: "not-judged", because: "no-answer" } as const;

  test.each<readonly [string, readonly CheckChange[], string]>([
    ["failed before all", [{ status: "waived" }, { status: "failed" }, noAnswer], "failed"],
    ["waived before what was not judged", [noAnswer, { status: "waived" }, {}], "waived"],
    ["not judged before passed", [{}, noAnswer, {}], "not-judged"],
    ["not judged before observed", [{ status: "observed" }, noAnswer], "not-judged"],
    ["passed without an occasion for some", [noOccasion, {}, noOccasion], "passed"],
    ["observed without an occasion for some", [noOccasion, { status: "observed" }], "observed"],
    ["not judged without an occasion for any", [noOccasion, noOccasion], "not-judged"],
    ["passed where all passed", [{}, {}], "passed"],
  ])("%s", (_title, checks, expected) => {
    expect(statusOf(checks.map(check))).toBe(expected);
  });
});

test("the requirements are those of the catalogue, in its order, that have checks in the run", () => {
  // The requirement is a field, and is not derived from the id.
  const checks = [
    { requirement: "b", result: check({ id: "b/1" }) },
    { requirement: "a", result: check({ id: "a/1" }) },
    { requirement: "ab", result: check({ id: "a/2" }) },
    { requirement: "b", result: check({ id: "a/3" }) },
  ];
  const results = requirementResults([catalogued("a"), catalogued("b"), catalogued("c")], checks);
  expect(results.map(({ id, checks: own }) => [id, own.map((one) => one.id)])).toEqual([
    ["a", ["a/1"]],
    ["b", ["b/1", "a/3"]],
  ]);
});

test("the profile holds the values of the open points, and of nothing else", () => {
  const valued = (
    id: string,
    level: RequirementResult["level"],
    ...values: readonly (string | undefined)[]
  ): RequirementResult => ({
    ...catalogued(id, level),
    status: "observed",
    checks: values.map((value) => check(value === undefined ? {} : { status: "observed", value })),
  });
  expect(
    profileOf([
      valued("a", "OPEN", undefined, "200"),
      valued("b", "OPEN", undefined),
      valued("c", "MUST", "201"),
      valued("d", "OPEN", ""),
    ]),
  ).toStrictEqual({ a: "200", d: "" });
});

describe("the reasons name", () => {
  test("that everything is met", () => {
    expect(reasons([requirement("a", "passed"), requirement("b", "passed", "SHOULD")])).toEqual([
      "Every requirement is met.",
    ]);
  });

  test("the warnings of a conformant provider", () => {
    const unmet = requirement("b", "failed", "SHOULD");
    expect(reasons([requirement("a", "passed"), unmet])).toEqual(["Every MUST is met; 1 SHOULD not met: b."]);
    expect(reasons([unmet, requirement("c", "failed", "SHOULD"), requirement("d", "passed", "SHOULD")])).toEqual([
      "Every MUST is met; 2 SHOULD not met: b, c.",
    ]);
  });

  test("up to six requirements, or five and how many more", () => {
    const broken = (count: number): readonly RequirementResult[] =>
      Array.from({ length: count }, (_, place) => requirement(`r${place + 1}`, "failed"));
    expect(reasons(broken(1))).toEqual(["1 requirement broken: r1."]);
    expect(reasons(broken(6))).toEqual(["6 requirements broken: r1, r2, r3, r4, r5, r6."]);
    expect(reasons(broken(7))).toEqual(["7 requirements broken: r1, r2, r3, r4, r5 and 2 more."]);
    expect(reasons(broken(9))).toEqual(["9 requirements broken: r1, r2, r3, r4, r5 and 4 more."]);
  });

  test("what is broken and what is waived, a SHOULD where it counts", () => {
    const requirements = [
      requirement("a", "failed"),
      requirement("b", "waived"),
      requirement("c", "failed", "SHOULD"),
      requirement("d", "waived", "SHOULD"),
    ];
    expect(reasons(requirements)).toEqual(["1 requirement broken: a.", "1 requirement broken and waived: b."]);
    expect(reasons(requirements, { strict: true })).toEqual([
      "2 requirements broken: a, c.",
      "2 requirements broken and waived: b, d.",
    ]);
  });

  test("causes first, then why the run ended, then what is broken", () => {
    const broken = [requirement("a", "failed")];
    expect(reasons(broken, { causes: ["One.", "Two."], stopped: "It died." })).toEqual([
      "One.",
      "Two.",
      "It died.",
      "1 requirement broken: a.",
    ]);
    expect(reasons(broken, { causes: ["One."] })).toEqual(["One.", "1 requirement broken: a."]);
  });

  test("why a run that broke nothing ended, and not what was not judged for it", () => {
    expect(reasons([requirement("a", "not-judged")], { stopped: "It died.", causes: ["One."], partial: true })).toEqual(
      ["It died.", "One.", "Only a selection of the checks was run: this is not a verdict on the provider."],
    );
    expect(reasons([requirement("a", "passed")], { stopped: "It died.", partial: true })).toEqual([
      "It died.",
      "Only a selection of the checks was run: this is not a verdict on the provider.",
    ]);
  });

  test("what could not be judged, where it counts", () => {
    const requirements = [
      requirement("a", "not-judged"),
      requirement("b", "passed"),
      requirement("c", "not-judged", "SHOULD"),
      requirement("d", "not-judged", "OPEN"),
    ];
    expect(reasons(requirements)).toEqual(["1 requirement could not be judged: a (nothing came back)."]);
    expect(reasons(requirements, { strict: true })).toEqual([
      "2 requirements could not be judged: a, c; the same reason for all: nothing came back.",
    ]);
  });

  test("why, and the first reason where there are several, but not that a check had no occasion", () => {
    const unjudged = (because: "no-occasion" | "no-answer", reason: string): CheckResult =>
      check({ status: "not-judged", because, reason });
    const one = {
      ...requirement("a", "not-judged"),
      checks: [unjudged("no-occasion", "idle"), unjudged("no-answer", "cut")],
    };
    expect(reasons([one])).toEqual(["1 requirement could not be judged: a (cut)."]);
    const other = { ...requirement("b", "not-judged"), checks: [unjudged("no-answer", "late")] };
    expect(reasons([one, other])).toEqual(["2 requirements could not be judged: a, b; a: cut."]);
  });

  test("nothing of a requirement that had no occasion", () => {
    const none = { status: "not-judged", because: "no-occasion" } as const;
    const idle = { ...requirement("a", "not-judged"), checks: [check(none), check(none)] };
    const half = { ...requirement("b", "not-judged"), checks: [check(none), check({ ...none, because: "no-answer" })] };
    expect(reasons([idle])).toEqual(["Every requirement is met."]);
    expect(reasons([idle, half])).toEqual(["1 requirement could not be judged: b (nothing came back)."]);
  });

  test("the open points that are not as expected, and those that could not be judged", () => {
    const seen = check({ status: "failed", value: "409" });
    const point = { ...requirement("a", "failed", "OPEN"), expected: "200", checks: [check({ value: "1" }), seen] };
    expect(reasons([point])).toEqual([
      '1 open point not as expected: a is "409", expected "200".',
      "Every requirement is met.",
    ]);
    expect(reasons([point, requirement("b", "failed")])).toEqual([
      "1 requirement broken: b.",
      '1 open point not as expected: a is "409", expected "200".',
    ]);
    expect(reasons([point], { stopped: "It died.", ...contracts({ status: "failed" }) })).toEqual([
      "It died.",
      '1 open point not as expected: a is "409", expected "200".',
      '1 interaction of a user-supplied pact broken: importer, "step 0".',
    ]);
    expect(reasons([point], contracts({ status: "failed" }))).toEqual([
      '1 open point not as expected: a is "409", expected "200".',
      '1 interaction of a user-supplied pact broken: importer, "step 0".',
      "Every requirement is met.",
    ]);
    const half = { ...point, checks: [seen, check({ status: "not-judged", because: "no-answer" })] };
    expect(reasons([half])).toEqual(reasons([point]));
    expect(reasons([{ ...requirement("a", "not-judged", "OPEN"), expected: "200" }])).toEqual([
      "1 requirement could not be judged: a (nothing came back).",
    ]);
  });
});

describe("a value that is expected of an open point", () => {
  const observed = (id: string): RequirementResult => ({
    ...catalogued(id, "OPEN"),
    status: "observed",
    checks: [check({ status: "observed", value: "200" })],
  });

  test("is of that point alone", () => {
    const points = [observed("a"), observed("constructor")];
    expect(applyExpectations(points, { b: "409" })).toStrictEqual(points);
  });

  test("is shown by no exchange where the point has none", () => {
    expect(applyExpectations([observed("a")], { a: "409" })[0]?.checks[0]?.findings).toStrictEqual([
      { where: "profile", expected: "409", seen: "200" },
    ]);
  });
});
