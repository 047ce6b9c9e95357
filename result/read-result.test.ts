import { describe, expect, test } from "vitest";
import { type Format, renderers } from "../reports/index.ts";
import { renderJson } from "../reports/json.ts";
import { causesIn } from "./causes/causes-of.ts";
import { contradictionIn, readResult, ResultError } from "./read-result.ts";
import type { CheckResult, RequirementResult, RunResult } from "./result.ts";
import { concluded, sampleBaseline } from "./testing/sample-baseline.ts";
import { sampleResult } from "./testing/sample-result.ts";

const text = renderJson(sampleResult);

function changed(change: (result: Record<string, unknown>) => void): string {
  const result = JSON.parse(text) as Record<string, unknown>;
  change(result);
  return JSON.stringify(result);
}

describe("a result's file", () => {
  test("is read as it was written, and every report of it is the same as before", async () => {
    const read = readResult(text);
    expect(read).toEqual(sampleResult);
    for (const format of Object.keys(renderers) as Format[]) {
      expect(await renderers[format].render(read), format).toBe(await renderers[format].render(sampleResult));
    }
  });

  test("that was cut off anywhere is called cut off", () => {
    for (let end = 2; end < text.trimEnd().length; end += end < 3000 ? 1 : 97) {
      expect(() => readResult(text.slice(0, end)), text.slice(end - 20, end)).toThrow(/is cut off: its JSON ends/);
    }
  });

  test.each([
    ["nothing", "", "is empty"],
    ["no JSON", "<html></html>", "is not JSON"],
    ["JSON with a fault in the middle", text.replace('"tool":', '"tool"'), "is not JSON"],
    ["JSON with a fault whose place is known", '{\n"a": 1 b,\n"format": 2}', "is not JSON: line 2 is wrong"],
    ["JSON with a bracket too many", '{"a":1}}', "is not JSON: line 1 has something after the end of the JSON"],
    ["JSON with a comma too many", '{"a":1,}', "is not JSON: line 1 is wrong"],
    ["other JSON", '{"openapi":"3.1.0"}', "its member /format is not"],
    ["null", "null", "its member /format is not"],
    ["a list", "[]", "its member /format is not"],
    ["no version", changed((result) => delete result["formatVersion"]), "/formatVersion is not a whole number"],
    [
      "a newer version",
      changed((result) => (result["formatVersion"] = 2)),
      "was written by a newer version: its formatVersion is 2, and this version reads 1",
    ],
    ["a member of another type", changed((result) => (result["seed"] = 7)), "/seed is not of the type string"],
    ["a member that is missing", changed((result) => delete result["verdict"]), 'the whole lacks the member "verdict"'],
    [
      "a member that is not known",
      changed((result) => (result["\u001b[31mx"] = 1)),
      'has an unknown member "\\u001b[31mx"',
    ],
    ["another verdict", changed((result) => (result["verdict"] = "fine")), '/verdict is none of ["conformant"'],
    [
      "a fault far below",
      text.replace('"status": "passed"', '"status": "fine"'),
      /\/requirements\/0\/(?:checks\/0\/)?status is none of/,
    ],
  ])("with %s is refused, and the place is reported", (_what, wrong, sentence) => {
    expect(() => readResult(wrong)).toThrow(ResultError);
    expect(() => readResult(wrong)).toThrow(sentence);
  });
});

function withRequirement(id: string, change: (requirement: RequirementResult) => RequirementResult): RunResult {
  return {
    ...sampleResult,
    requirements: sampleResult.requirements.map((one) => (one.id === id ? change(one) : one)),
  };
}

const passed = (check: CheckResult): CheckResult => ({
  id: check.id,
  title: check.title,
  exchanges: check.exchanges,
  status: "passed",
  findings: [],
});

const allowed = (result: RunResult): RunResult => ({
  ...result,
  waivers: { allowed: true, entries: result.waivers?.entries ?? [] },
});

/** The requirement `error-shape`, waived with the words of a waiver of a cause. */
function waivedByCause(explains: readonly [string, ...string[]], reason: string): RunResult {
  const result = withRequirement("error-shape", (one) => ({
    ...one,
    status: "waived",
    checks: one.checks.map((check) => ({ ...check, status: "waived", reason }) as CheckResult),
  }));
  const entry = {
    id: "error-shape",
    cause: true,
    reason: "known",
    expires: "2999-12-31",
    status: "applied",
    explains,
  } as const;
  const entries = [...(result.waivers?.entries ?? []), entry];
  return concluded({ ...result, waivers: { allowed: true, entries } });
}

describe("a failure that is waived by a cause", () => {
  test("agrees with the waiver by its words and its requirement", () => {
    expect(contradictionIn(waivedByCause(["error-shape"], "known; until 2999-12-31"))).toBeNull();
  });

  test.each([
    ["other words", waivedByCause(["error-shape"], "known")],
    ["another requirement", waivedByCause(["plant-shape"], "known; until 2999-12-31")],
  ])("contradicts it with %s", (_what, result) => {
    expect(contradictionIn(result)).toContain("is waived, and has no waiver of it");
  });
});

describe("a result agrees with itself", () => {
  test.each([
    ["the sample", sampleResult],
    ["the earlier sample", sampleBaseline],
    ["one that ended early", concluded({ ...sampleBaseline, complete: false })],
    [
      "one of contracts alone",
      concluded({ ...sampleBaseline, requirements: [], selection: { only: ["contracts"], skip: [] } }),
    ],
    [
      "one with a general cause",
      { ...concluded({ ...sampleBaseline, contracts: [] }), verdict: "inconclusive", exitCode: 3 } as const,
    ],
    [
      "one whose results were not published",
      { ...concluded({ ...sampleBaseline, contracts: [] }), exitCode: 3 } as const,
    ],
  ])("%s", (_what, result) => {
    expect(contradictionIn(result)).toBeNull();
  });
});

describe("the causes of a result", () => {
  const [first, ...others] = causesIn(sampleResult);
  if (first === undefined) throw new Error("The sample has no failure");
  const withCauses = (causes: RunResult["causes"]): RunResult => ({ ...sampleResult, ...(causes && { causes }) });

  test("agree with it where they explain every failure", () => {
    expect(contradictionIn(withCauses([first, ...others]))).toBeNull();
  });

  test.each([
    ["leave a failure out", [first] as const, "has no cause of the failure of "],
    [
      "name a check that did not fail",
      [{ ...first, checks: [...first.checks, "a/b"] }, ...others] as const,
      "has a cause",
    ],
    ["name a requirement that is met", [{ ...first, requirements: ["a"] }, ...others] as const, "has a cause"],
    ["have another level", [{ ...first, level: "OPEN" }, ...others] as const, "has a cause of what did not fail: "],
    [
      "show an exchange that is not there",
      [
        { ...first, example: { ...first.example, finding: { ...first.example.finding, exchange: 1_000_000 } } },
        ...others,
      ] as const,
      "has a cause of what did not fail: ",
    ],
  ])("contradict it where they %s", (_what, causes, words) => {
    expect(contradictionIn(withCauses(causes as RunResult["causes"]))).toContain(words);
  });
});

/** A result of contracts alone, all of them kept, whose checks failed all the same. */
const keptAlone = concluded({
  ...sampleResult,
  contracts: sampleBaseline.contracts.map((contract) => ({
    ...contract,
    interactions: contract.interactions.filter(({ status }) => status === "passed"),
  })),
  selection: { only: ["contracts"], skip: [] },
});

describe("a forged result says", () => {
  test.each([
    [
      "conformant",
      { ...sampleResult, verdict: "conformant", exitCode: 0 } as const,
      "says conformant, and its outcomes say non-conformant",
    ],
    [
      "inconclusive",
      { ...sampleResult, verdict: "inconclusive", exitCode: 3 } as const,
      "says inconclusive, and its outcomes say",
    ],
    [
      "another exit status",
      { ...sampleResult, exitCode: 0 } as const,
      "has the exit status 0, and its outcomes lead to 1",
    ],
    ["that contracts alone were judged, and has requirements", keptAlone, "only contracts were verified, and has"],
    [
      "that contracts alone were judged, and more was selected",
      { ...keptAlone, selection: { only: ["contracts", "MUST"], skip: [] } },
      "and its outcomes say non-conformant",
    ],
    [
      "that the results of a broken provider were not published",
      { ...sampleResult, exitCode: 3 } as const,
      "has the exit status 3, and its outcomes lead to 1",
    ],
    [
      "a regression, and was compared with nothing",
      { ...concluded({ ...sampleBaseline, contracts: [] }), exitCode: 1 } as const,
      "has the exit status 1, and its outcomes lead to 0 or 3",
    ],
    [
      "conformant for a run that ended early",
      { ...sampleBaseline, complete: false },
      "says conformant, and its outcomes say inconclusive",
    ],
    [
      "conformant for a part of the checks",
      { ...sampleBaseline, selection: { only: ["MUST"], skip: [] } },
      "says conformant, and its outcomes say inconclusive",
    ],
    [
      "other counts",
      {
        ...sampleResult,
        summary: { ...sampleResult.summary, must: { passed: 6, failed: 0, waived: 0, notJudged: 0 } },
      },
      "has a /summary that is not that of its requirements",
    ],
    [
      "another profile",
      { ...sampleResult, profile: { "duplicate-id": "200" } },
      "has a /profile that is not that of its requirements",
    ],
    [
      "that a requirement is met, and its check failed",
      withRequirement("error-shape", (one) => ({ ...one, status: "passed" })),
      "says that error-shape is passed, and its checks say failed",
    ],
    [
      "that a check passed, and its requirement failed",
      withRequirement("error-shape", (one) => ({ ...one, checks: one.checks.map(passed) })),
      "says that error-shape is failed, and its checks say passed",
    ],
    [
      "that a failure is waived",
      allowed(
        withRequirement("error-shape", (one) => ({
          ...one,
          status: "waived",
          checks: one.checks.map((check) => ({ ...check, status: "waived", reason: "none" }) as CheckResult),
        })),
      ),
      "is waived, and has no waiver of it",
    ],
    [
      "that a waiver counts whose last day had passed",
      { ...sampleResult, startedAt: "2099-01-01T00:00:00.000Z" },
      "whose last day had passed",
    ],
    [
      "that an expected value was seen",
      withRequirement("duplicate-id", (one) => ({ ...one, expected: "200" })),
      "has a value of duplicate-id that is not the expected one",
    ],
    [
      "that a requirement is met which an interaction shows broken",
      {
        ...sampleBaseline,
        contracts: sampleResult.contracts.map((contract) => ({
          ...contract,
          interactions: contract.interactions.map((one) =>
            one.status === "failed" && one.requirement !== undefined
              ? { ...one, requirement: "accepts-valid-plant" }
              : one,
          ),
        })),
      },
      "does not say that accepts-valid-plant is broken, as an interaction shows it",
    ],
    [
      "a day in the year 9999",
      { ...sampleResult, startedAt: "9999-12-31T23:59:59.000Z", waivers: { allowed: false, entries: [] } },
      "has a date after the year 9998",
    ],
    ["an endless run", { ...sampleResult, durationMs: 1e300 }, "has a date after the year 9998"],
  ])("%s", (_what, result, sentence) => {
    expect(contradictionIn(result)).toContain(sentence);
  });
});

describe("a result of others that is too large is refused by its counts", () => {
  test("of checks", () => {
    const [first] = sampleBaseline.requirements;
    const checks = Array.from({ length: 200_000 }, () => first?.checks[0] as CheckResult);
    const requirements = [{ ...(first as RequirementResult), checks }];
    expect(contradictionIn(concluded({ ...sampleBaseline, requirements }))).toMatch(
      /^has \d+ requirements, checks and interactions, and 20000 is the limit$/,
    );
  });
});
