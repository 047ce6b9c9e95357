import { renderComparisonText } from "../../reports/testing/render.ts";
import { describe, expect, test } from "vitest";
import { compare, withBaseline } from "./compare-results.ts";
import {
  type CheckResult,
  type ContractResult,
  type InteractionResult,
  type RequirementResult,
  type RunResult,
  type Status,
  valueOf,
} from "../result.ts";
import { type InteractionOverrides, check as checkWith, interaction } from "../testing/outcomes.ts";
import { sampleBaseline } from "../testing/sample-baseline.ts";
import { sampleComparison } from "../testing/sample-comparison.ts";
import { sampleResult } from "../testing/sample-result.ts";
import { statusOf } from "../verdict.ts";

type Level = RequirementResult["level"];

const check = (id: string, status: Status): CheckResult => checkWith({ id, status });

function requirement(level: Level, checks: readonly CheckResult[]): RequirementResult {
  const id = checks[0]?.id.split("/")[0] ?? "";
  const sources = [{ standard: "RFC 9110", clause: "1" }];
  return { id, level, topic: "t", statement: "", sources, fix: "", status: statusOf(checks), checks };
}

const point = (id: string, value: string | null): RequirementResult =>
  requirement("OPEN", [
    value === null ? check(`${id}/value`, "not-judged") : checkWith({ id: `${id}/value`, status: "observed", value }),
  ]);

const { baseline: _none, ...sample } = sampleResult;

/** A run with these requirements, conformant by default. */
function run(requirements: readonly RequirementResult[], more: Partial<RunResult> = {}): RunResult {
  const values = requirements.flatMap(({ id, checks: [first] }) => {
    const value = first === undefined ? undefined : valueOf(first);
    return value === undefined ? [] : [[id, value] as const];
  });
  return {
    ...sample,
    verdict: "conformant",
    exitCode: 0,
    reasons: ["Every requirement is met."],
    requirements,
    profile: Object.fromEntries(values),
    contracts: [],
    exchanges: [],
    ...more,
  };
}

const must = (status: Status): RequirementResult => requirement("MUST", [check("a/b", status)]);

describe("what changed between two results", () => {
  test("is what a hand works out of the sample and its baseline", () => {
    expect(compare(sampleBaseline, sampleResult)).toEqual(sampleComparison);
  });

  test("is nothing where both are the same", () => {
    const { requirements, checks, interactions, profile, remarks, regression } = compare(sample, sample);
    expect({ requirements, checks, interactions, profile, remarks }).toEqual({
      requirements: [],
      checks: [],
      interactions: [],
      profile: [],
      remarks: [],
    });
    expect(regression).toBe(false);
  });

  test.each([
    ["passed", "failed", "broken", true],
    ["passed", "waived", "broken", false],
    ["failed", "passed", "fixed", false],
    ["waived", "passed", "fixed", false],
    ["failed", "waived", "changed", false],
    ["waived", "failed", "changed", false],
    ["passed", "not-judged", "changed", false],
    ["not-judged", "passed", "changed", false],
    ["failed", "not-judged", "changed", false],
    ["not-judged", "failed", "changed", false],
  ] as const)("from %s to %s it is %s; a regression: %s", (before, now, change, regression) => {
    const comparison = compare(run([must(before)]), run([must(now)]));
    expect(comparison).toMatchObject({
      requirements: [{ id: "a", level: "MUST", before, now, change }],
      checks: [{ id: "a/b", level: "MUST", before, now, change }],
      regression,
    });
  });

  test("in a requirement that stays broken is reported for its checks", () => {
    const two = (one: Status, other: Status): RunResult =>
      run([requirement("SHOULD", [check("a/b", one), check("a/c", other)])]);
    const comparison = compare(two("failed", "passed"), two("failed", "failed"));
    expect(comparison).toMatchObject({ requirements: [], checks: [{ id: "a/c", change: "broken" }], regression: true });
    expect(renderComparisonText(comparison)).toContain(": 1 broken (a/c).");
  });

  test.each([
    ["conformant", "inconclusive", true],
    ["conformant", "non-conformant", true],
    ["inconclusive", "non-conformant", true],
    ["inconclusive", "conformant", false],
    ["non-conformant", "inconclusive", false],
  ] as const)("a verdict that was %s and is %s is a regression: %s", (before, now, regression) => {
    const comparison = compare(run([must("passed")], { verdict: before }), run([must("passed")], { verdict: now }));
    expect(comparison.regression).toBe(regression);
    const words = now === "non-conformant" ? "not conformant" : now;
    expect(renderComparisonText(comparison, { width: 120 })).toContain(`-> ${words}.`);
  });

  test("a verdict is not compared with that of a partial or of a strict run", () => {
    const inconclusive = { verdict: "inconclusive" } as const;
    const selection = { only: ["a"], skip: [] };
    const before = run([must("passed")]);
    for (const more of [{ selection }, { strict: true }]) {
      const comparison = compare(before, run([must("passed")], { ...inconclusive, ...more }));
      expect(comparison.regression).toBe(false);
      expect(renderComparisonText(comparison, { width: 120 })).toContain("no difference in 1 requirement and 1 check.");
    }
  });
});

describe("what one of the runs did not ask", () => {
  const whole = run([requirement("MUST", [check("a/b", "passed"), check("a/c", "passed")]), point("p", "409")]);
  const selection = { only: ["a/b"], skip: [] };
  const part = (status: Status): RunResult => run([requirement("MUST", [check("a/b", status)])], { selection });
  const nothing = { requirements: [], checks: [], profile: [] };

  test("by a selection neither went nor appeared, whichever of them is the partial one", () => {
    expect(compare(whole, part("passed"))).toMatchObject({ ...nothing, compared: { requirements: 1, checks: 1 } });
    expect(compare(part("passed"), whole)).toMatchObject({ ...nothing, compared: { openPoints: 0 } });
  });

  test("leaves a requirement the status of the checks that both ran", () => {
    const broken = run([requirement("MUST", [check("a/b", "passed"), check("a/c", "failed")])]);
    expect(compare(broken, part("passed"))).toMatchObject(nothing);
    expect(compare(broken, part("failed"))).toMatchObject({ requirements: [{ id: "a", change: "broken" }] });
  });

  test("because it was not run is as good as not there", () => {
    const notRun = { ...check("a/c", "not-judged"), because: "not-run" } as const;
    const partial = run([requirement("MUST", [check("a/b", "passed"), notRun])], { selection });
    expect(compare(whole, partial)).toMatchObject(nothing);
  });

  test("because it was not fuzzed is not compared", () => {
    const { fuzz } = { fuzz: {} as NonNullable<RunResult["fuzz"]> };
    // A check of fuzzing is marked by a field, not by its id.
    const drawn = checkWith({ id: "a/c", status: "failed", drawn: true });
    const fuzzed = run([requirement("MUST", [check("a/b", "passed"), drawn])], { fuzz });
    const plain = run([must("passed")]);
    expect(compare(plain, fuzzed)).toMatchObject({ ...nothing, regression: false });
    expect(compare(plain, fuzzed).remarks).toEqual(["Only this run was fuzzed: what fuzzing found is not compared."]);
    const fixed = run([requirement("MUST", [check("a/b", "passed"), check("a/fuzz", "passed")])], { fuzz });
    expect(compare(plain, fixed).checks).toMatchObject([{ id: "a/fuzz", requirement: "a", change: "appeared" }]);
  });

  test("of the contracts is not compared, and said", () => {
    const comparison = compare(run([must("passed")], { contracts: sample.contracts }), run([must("passed")]));
    expect(comparison).toMatchObject({ interactions: [], compared: { interactions: 0 } });
    expect(comparison.remarks).toEqual(["The contracts were verified only for the baseline: they are not compared."]);
  });

  test("of everything is reported, and no difference is claimed", () => {
    const other = run([requirement("MUST", [check("z/b", "passed")])], { selection: { only: ["z"], skip: [] } });
    expect(renderComparisonText(compare(part("passed"), other)).replaceAll(/\s+/g, " ")).toContain(
      "the two runs have no check in common.",
    );
  });
});

test("other documents and versions, and the order of the runs, are reported in a sentence", () => {
  const later = { startedAt: "2026-11-22T00:00:00.000Z", specification: { version: "1.1.0", sha256: "1".repeat(64) } };
  expect(compare(run([], { ...later, complete: false }), run([])).remarks).toEqual([
    "The baseline is the later one of the two runs.",
    "The two runs were judged by different documents: version 1.1.0 then, 1.0.0 now.",
    "The baseline is an incomplete run.",
  ]);
});

describe("an open point", () => {
  const [first, second, third] = ["2026-11-01", "2026-11-10", "2026-11-20"].map((day) => `${day}T00:00:00.000Z`);
  const at = (startedAt: string | undefined, ...points: readonly RequirementResult[]): RunResult =>
    run(points, startedAt === undefined ? {} : { startedAt });

  test("that is answered otherwise, no longer, or for the first time, is a change and no regression", () => {
    const before = at(first, point("p", "409"), point("q", "404"), point("r", null), point("s", "1"));
    const now = at(second, point("p", "200"), point("q", null), point("r", "401"), point("s", "1"));
    expect(compare(before, now)).toMatchObject({
      profile: [
        { id: "p", before: "409", now: "200" },
        { id: "q", before: "404", now: null },
        { id: "r", before: null, now: "401" },
      ],
      regression: false,
      requirements: [],
      checks: [],
    });
    expect(renderComparisonText(compare(before, now), { width: 120 })).toContain(
      "of 2026-11-01: profile: 1 changed, 1 no longer observed, 1 newly observed.",
    );
  });

  test("has been answered so since the first of the runs that did, as far as they were compared", () => {
    const older = at(first, point("p", "409"), point("q", "404"));
    const middle = withBaseline(at(second, point("p", "409"), point("q", "405")), older, false);
    expect(middle.baseline?.since).toEqual({ p: first, q: second });
    const now = at(third, point("p", "409"), point("q", "405"), point("r", "1"));
    expect(compare(middle, now).since).toEqual({ p: first, q: second, r: third });
  });

  test("may have any name", () => {
    const comparison = compare(at(first), at(second, point("constructor", "1")));
    expect(comparison.profile).toEqual([{ id: "constructor", before: null, now: "1" }]);
    expect(comparison.since).toEqual({ constructor: second });
  });

  test("that fails by what the user expects of it is compared by its value alone", () => {
    const held = { ...point("p", "409"), status: "failed", expected: "200" } as const;
    expect(compare(at(first, point("p", "409")), at(second, held))).toMatchObject({
      requirements: [],
      checks: [],
      profile: [],
      regression: false,
    });
  });
});

describe("an interaction", () => {
  const one = (status: InteractionResult["status"], more: InteractionOverrides = {}): InteractionResult =>
    interaction({ status, ...more });
  const of = (interactions: readonly InteractionResult[], source?: string): RunResult => {
    const contract: ContractResult = { consumer: "c", provider: "p", interactions };
    return run([], { contracts: [source === undefined ? contract : { ...contract, source }] });
  };

  test("that broke is a regression, but not while it is pending", () => {
    expect(compare(of([one("passed")]), of([one("failed")]))).toMatchObject({
      interactions: [{ consumer: "c", description: "a plant", change: "broken" }],
      regression: true,
    });
    const pending = compare(of([one("passed")]), of([one("failed", { pending: true })]));
    expect(pending).toMatchObject({ interactions: [{ change: "broken", pending: true }], regression: false });
  });

  test("is known by its consumer, its states and its description, wherever its pact lies", () => {
    expect(compare(of([one("passed")], "old.json"), of([one("passed")], "new.json")).interactions).toEqual([]);
    const states = { states: ["a full store"] };
    expect(compare(of([one("passed")]), of([one("passed", states)])).interactions).toMatchObject([
      { change: "appeared" },
      { change: "gone" },
    ]);
  });

  test("that a pact has twice is compared with the same of the two", () => {
    const twice = compare(of([one("passed"), one("passed")]), of([one("passed"), one("failed")]));
    expect(twice).toMatchObject({ interactions: [{ change: "broken" }], compared: { interactions: 2 } });
  });
});

describe("a run with a baseline", () => {
  const broken = requirement("SHOULD", [check("a/b", "failed")]);
  const before = run([requirement("SHOULD", [check("a/b", "passed")])], { startedAt: "2026-11-20T00:00:00.000Z" });

  test("keeps its exit status where no other was asked for", () => {
    expect(withBaseline(run([broken]), before, false)).toMatchObject({ exitCode: 0, baseline: { regression: true } });
  });

  test("ends in exit status 1 for a regression, with a reason; the verdict stays", () => {
    expect(withBaseline(run([broken]), before, true)).toMatchObject({
      verdict: "conformant",
      exitCode: 1,
      reasons: ["Broken since the baseline of 2026-11-20: a.", "Every requirement is met."],
    });
  });

  test("that could not be judged keeps 3, unless something was seen broken", () => {
    const inconclusive = { verdict: "inconclusive", exitCode: 3, reasons: ["It died."] } as const;
    expect(withBaseline(run(before.requirements, inconclusive), before, true)).toMatchObject({
      exitCode: 3,
      reasons: ["It died.", "Worse than the baseline of 2026-11-20: it was conformant, and this run is inconclusive."],
    });
    expect(withBaseline(run([broken], inconclusive), before, true).exitCode).toBe(1);
  });
});
