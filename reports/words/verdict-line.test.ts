/** The figures beside a verdict. */
import { expect, test } from "vitest";
import { check } from "../../result/testing/outcomes.ts";
import { requirement } from "../../result/testing/verdicts.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import type { CheckResult, NotJudgedReason, RequirementResult, RunResult } from "../../result/result.ts";
import { summarise } from "../../result/verdict.ts";
import { renderVerdictLine } from "./verdict-line.ts";

function unjudged(id: string, because: NotJudgedReason, reason: string): RequirementResult {
  const own: CheckResult = check({ id: `${id}/x`, status: "not-judged", because, reason });
  return { ...requirement(id, "not-judged"), checks: [own] };
}

function lineOf(requirements: readonly RequirementResult[]): string {
  const summary = summarise(requirements, { exchanges: 1, plantsCreated: 1 });
  const { baseline: _, waivers: __, ...sample } = sampleResult;
  const result: RunResult = { ...sample, verdict: "conformant", exitCode: 0, contracts: [], requirements, summary };
  return renderVerdictLine(result);
}

test("what the document leaves nothing to ask for is not counted as not judged", () => {
  const inapplicable = unjudged("two", "not-applicable", "no member is left out by prose");
  const requirements = [requirement("one", "passed"), inapplicable, { ...inapplicable, level: "OPEN" as const }];
  expect(lineOf(requirements)).toBe("CONFORMANT   1 of 1 MUST met");
  const { must, open } = summarise(requirements, { exchanges: 1, plantsCreated: 1 });
  expect(must).toEqual({ passed: 1, failed: 0, waived: 0, notJudged: 0, notApplicable: 1 });
  expect(open).toEqual({ observed: 0, failed: 0, notJudged: 0, notApplicable: 1 });
});

test("a result of before that reason counts it as not judged, whatever its text says", () => {
  const requirements = [
    requirement("one", "passed"),
    unjudged("two", "no-occasion", "not applicable: no member is left out by prose"),
  ];
  expect(lineOf(requirements)).toBe("CONFORMANT   1 of 2 MUST met, 1 not judged");
});

test("what did not occur in the run is", () => {
  const requirements = [requirement("one", "passed"), unjudged("two", "no-occasion", "No 400 was answered.")];
  expect(lineOf(requirements)).toBe("CONFORMANT   1 of 2 MUST met, 1 not judged");
});

const none = { passed: 0, failed: 0, waived: 0, notJudged: 0 };
const { baseline: _baseline, ...plain } = sampleResult;
const shard = { ...plain, verdict: "selection-met", exitCode: 0, shard: { index: 1, of: 2 } };

/** The line of a shard with these counts of its MUST requirements, and with these contracts. */
function lineOfShard(must: typeof none, contracts: RunResult["contracts"] = []): string {
  const open = { ...sampleResult.summary.open, observed: 0, failed: 0 };
  const summary = { ...sampleResult.summary, must, should: none, open };
  return renderVerdictLine({ ...shard, summary, contracts } as unknown as RunResult);
}

test("a shard that judged nothing is not called met", () => {
  expect(lineOfShard({ ...none, notJudged: 1 })).toBe(
    "SHARD 1 OF 2 JUDGED NOTHING, NOT A VERDICT ON THE PROVIDER   0 of 1 MUST met, 1 not judged",
  );
  expect(lineOfShard({ ...none, passed: 1 })).toMatch(
    /^SHARD 1 OF 2 MET, NOT A VERDICT ON THE PROVIDER {3}1 of 1 MUST/,
  );
  expect(lineOfShard(none, sampleResult.contracts)).toMatch(/^SHARD 1 OF 2 MET/);
});
