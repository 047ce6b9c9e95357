import { describe, expect, test } from "vitest";
import { renderStatement, sha256, testResultWord } from "./attestation.ts";
import { renderJson } from "./json.ts";
import type { RunResult } from "../result/result.ts";
import { sampleResult } from "../result/testing/sample-result.ts";

const file = renderJson(sampleResult);
const statement = renderStatement(sampleResult);
describe("a test-result statement", () => {
  test("speaks of the result's file by its digest", () => {
    expect(JSON.parse(statement)).toMatchObject({
      _type: "https://in-toto.io/Statement/v1",
      subject: [{ name: "result.json", digest: { sha256: sha256(file) } }],
      predicateType: "https://in-toto.io/attestation/test-result/v0.1",
      predicate: { result: "FAILED", configuration: expect.any(Array) },
    });
  });

  test.each([
    ["FAILED", {}],
    ["FAILED", { verdict: "inconclusive", exitCode: 3 }],
    ["FAILED", { verdict: "conformant", exitCode: 1 }],
    ["FAILED", { verdict: "selection-met", exitCode: 0 }],
    ["FAILED", { verdict: "inconclusive", exitCode: 0 }],
    ["WARNED", { verdict: "conformant", exitCode: 0 }],
    [
      "PASSED",
      {
        verdict: "conformant",
        exitCode: 0,
        summary: { ...sampleResult.summary, should: { passed: 4, failed: 0, waived: 0, notJudged: 0 } },
        waivers: { allowed: true, entries: [] },
      },
    ],
  ] as const)("says %s of %j", (word, change) => {
    expect(testResultWord({ ...sampleResult, ...change })).toBe(word);
  });

  test("says WARNED where all that fails is waived, an interaction's failure too, and what was waived", () => {
    const [applied, ...others] = sampleResult.waivers?.entries ?? [];
    if (applied === undefined) throw new Error("The sample has no waiver");
    const should = { passed: 4, failed: 0, waived: 0, notJudged: 0 };
    const allowed: RunResult = {
      ...sampleResult,
      verdict: "conformant",
      exitCode: 0,
      summary: { ...sampleResult.summary, should },
      waivers: { allowed: true, entries: [applied] },
    };
    expect(testResultWord(allowed)).toBe("WARNED");
    expect(testResultWord({ ...allowed, waivers: { allowed: true, entries: others } })).toBe("PASSED");
    const { predicate } = JSON.parse(renderStatement(allowed)) as {
      predicate: { configuration: readonly { name: string; content?: string }[] };
    };
    const { content = "" } = predicate.configuration.find(({ name }) => name === "options") ?? {};
    expect(JSON.parse(Buffer.from(content, "base64").toString())).toMatchObject({
      waivers: { allowed: true, entries: [{ id: "adds-no-tag", status: "applied", expires: "2027-03-31" }] },
    });
  });

  test("never hides a failure that is waived, and counts a SHOULD as the run did", () => {
    const lists = (result: RunResult): { warnedTests: string[]; failedTests: string[] } =>
      (JSON.parse(renderStatement(result)) as { predicate: { warnedTests: string[]; failedTests: string[] } })
        .predicate;
    expect(lists(sampleResult).warnedTests).toEqual(["returns-name", "adds-no-tag"]);
    expect(lists({ ...sampleResult, strict: true })).toMatchObject({
      warnedTests: [],
      failedTests: expect.arrayContaining(["returns-name", "adds-no-tag", "error-shape"]),
    });
  });
});
