/**
 * CTRF, the Common Test Report Format, version 0.0.0 of its specification: one JSON document, times in whole
 * milliseconds.
 */
import { defined } from "../../spec/defined.ts";
import type { RunResult } from "../../result/result.ts";
import { excerpt, safeJson, safeText } from "../../result/safe-text.ts";
import type { Docs } from "../words/printed-commands.ts";
import { caseDetails, type CaseKind, casesOf, exchangesMs, type TestCase } from "./test-cases.ts";

type CtrfStatus = "passed" | "failed" | "skipped" | "pending" | "other";

/** `other` is for cases that neither passed nor failed: warnings, waivers and observations. `rawStatus` says which. */
const statuses: Readonly<Record<CaseKind, CtrfStatus>> = {
  passed: "passed",
  observed: "other",
  failed: "failed",
  unjudged: "failed",
  warning: "other",
  waived: "other",
  skipped: "skipped",
};

/** The result as CTRF. */
export function renderCtrf(result: RunResult, docs?: Docs): string {
  const cases = casesOf(result);
  const of = (status: CtrfStatus): number => cases.filter(({ kind }) => statuses[kind] === status).length;
  const start = Date.parse(result.startedAt);
  const document = {
    reportFormat: "CTRF",
    specVersion: "0.0.0",
    timestamp: result.startedAt,
    generatedBy: result.tool.name,
    results: {
      tool: result.tool,
      summary: {
        tests: cases.length,
        passed: of("passed"),
        failed: of("failed"),
        skipped: of("skipped"),
        pending: of("pending"),
        other: of("other"),
        suites: new Set(cases.map(({ group }) => group)).size,
        start,
        stop: start + Math.round(result.durationMs),
      },
      tests: cases.map((one) => test(result, one, docs)),
    },
    extra: {
      verdict: result.verdict,
      provider: safeText(result.provider.baseUrl),
      specification: result.specification,
      complete: result.complete,
    },
  };
  return `${safeJson(JSON.stringify(document, null, 2))}\n`;
}

function test(result: RunResult, one: TestCase, docs: Docs): Readonly<Record<string, unknown>> {
  const details = caseDetails(result, one, docs);
  const requirement = one.check?.requirement;
  return {
    name: excerpt(one.name, 300),
    status: statuses[one.kind],
    duration: Math.round(exchangesMs(result, one.exchanges)),
    suite: [excerpt(one.group, 200)],
    ...defined({
      message: one.message === "" ? undefined : excerpt(one.message, 1000),
      trace: details === "" ? undefined : safeText(details),
    }),
    rawStatus: one.kind,
    labels: defined({ level: one.level, requirement: requirement?.id }),
  };
}
