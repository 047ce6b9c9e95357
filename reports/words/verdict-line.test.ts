import { expect, test } from "vitest";
import type { RunResult } from "../../result/result.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { renderVerdictLine } from "./verdict-line.ts";

const none = { passed: 0, failed: 0, waived: 0, notJudged: 0 };
const { baseline: _, ...sample } = sampleResult;
const shard = { ...sample, verdict: "selection-met", exitCode: 0, shard: { index: 1, of: 2 } };

/** The line of a shard with these counts of its MUST requirements, and with these contracts. */
function lineOf(must: typeof none, contracts: RunResult["contracts"] = []): string {
  const open = { ...sampleResult.summary.open, observed: 0, failed: 0 };
  const summary = { ...sampleResult.summary, must, should: none, open };
  return renderVerdictLine({ ...shard, summary, contracts } as unknown as RunResult);
}

test("a shard that judged nothing is not called met", () => {
  expect(lineOf({ ...none, notJudged: 1 })).toBe(
    "SHARD 1 OF 2 JUDGED NOTHING, NOT A VERDICT ON THE PROVIDER   0 of 1 MUST requirements met, 1 not judged",
  );
  expect(lineOf({ ...none, passed: 1 })).toMatch(/^SHARD 1 OF 2 MET, NOT A VERDICT ON THE PROVIDER {3}1 of 1 MUST/);
  expect(lineOf(none, sample.contracts)).toMatch(/^SHARD 1 OF 2 MET/);
});
