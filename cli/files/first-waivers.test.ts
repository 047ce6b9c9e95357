/** The first waivers file, made from a result. */
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { CauseResult } from "../../result/result.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { renderFirstWaivers } from "../commands/init.ts";

test("a cause is written once where two entries of a report have its id", () => {
  const example = { requirement: "answers-without-server-error", check: "answers-without-server-error/every-answer" };
  const finding = { where: "status", expected: "any status except 5xx", seen: "500" };
  const entry = (requirement: string): CauseResult => ({
    id: "server-error",
    level: "SHOULD",
    title: "A valid request is answered with a server error",
    fix: "Find the error in the log.",
    requirements: [requirement],
    checks: [example.check],
    example: { ...example, finding },
  });
  const causes = [entry("accepts-chunked-body"), entry("needs-no-other-headers")] as const;
  const filled = { reason: "known", expires: "2999-12-31" };
  const { text, entries } = renderFirstWaivers({ ...sampleResult, causes }, filled, "cause");
  expect([entries, parse(text)]).toEqual([1, [{ cause: "server-error", ...filled }]]);
  expect(text).toMatch(/accepts-chunked-body[^]*needs-no-other-headers/);
});
