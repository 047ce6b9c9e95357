/** A shard compared with a whole run: checks of other shards are not changes. */
import { expect, test } from "vitest";
import { compare } from "./compare-results.ts";
import type { CheckResult, NotJudgedReason, RunResult, Status } from "../result.ts";
import { check } from "../testing/outcomes.ts";
import { sampleResult } from "../testing/sample-result.ts";
import { statusOf } from "../verdict.ts";

const { baseline: _none, contracts: _left, ...sample } = sampleResult;

/** A run of one requirement with these checks. */
function run(checks: readonly CheckResult[], more: Partial<RunResult> = {}): RunResult {
  const sources = [{ standard: "RFC 9110", clause: "1" }];
  const own = { id: "a", level: "MUST" as const, topic: "t", statement: "", sources, fix: "" };
  const requirements = [{ ...own, status: statusOf(checks), checks }];
  return { ...sample, contracts: [], complete: true, strict: false, verdict: "conformant", requirements, ...more };
}

const whole = run([check({ id: "a/b", status: "passed" }), check({ id: "a/c", status: "passed" })]);

function shard(status: Status, verdict: RunResult["verdict"], because?: NotJudgedReason): RunResult {
  const plan = { authentication: "bearer", invalidToken: false, cases: 0, sha256: "0".repeat(64) } as const;
  const part = { index: 1, of: 2, plan, sent: [] };
  return run([check({ id: "a/b", status, ...(because === undefined ? {} : { because }) })], { shard: part, verdict });
}

test.each(["selection-met", "inconclusive"] as const)("a shard that is %s is no worse than a whole run", (verdict) => {
  const comparison = compare(whole, shard("passed", verdict));
  expect(comparison).toMatchObject({ requirements: [], checks: [], profile: [], regression: false });
  expect(comparison.compared).toMatchObject({ requirements: 1, checks: 1 });
  expect(comparison.remarks).toContain("This run is a partial one: only what it asked is compared.");
});

test("what a shard shows broken is a regression", () => {
  expect(compare(whole, shard("failed", "non-conformant"))).toMatchObject({
    requirements: [{ id: "a", change: "broken" }],
    regression: true,
  });
});

test("what a shard asked and could not judge is a change, and what it had no occasion to judge is none", () => {
  const now = (because: NotJudgedReason): RunResult => shard("not-judged", "inconclusive", because);
  expect(compare(whole, now("no-accepted-parent")).checks).toMatchObject([{ id: "a/b", now: "not-judged" }]);
  for (const because of ["no-occasion", "not-run"] as const) expect(compare(whole, now(because)).checks).toEqual([]);
});
