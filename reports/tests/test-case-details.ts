/** All details of a case as lines of plain text, for formats with one block of text. */
import type { Docs } from "../words/explained-at.ts";
import type { TestCase } from "./test-cases.ts";
import type { RunResult } from "../../result/result.ts";
import { failureRows } from "../run/failure.ts";
import { viewOf, textLimits } from "../run/view.ts";
import { rowLines } from "../text/text.ts";
import type { Page } from "../text/page.ts";
import { findingWords, notices } from "../words/words.ts";

/** The width, and how much of a body to show: enough for a person, but not too much for a file with all checks. */
const page: Page = { width: 100, colour: false, bodyLimit: { codePoints: 4096, lines: 60 } };

/**
 * For a check the full failure, for an interaction the findings, for the verdict the reasons and notices; else empty.
 */
export function caseDetails(result: RunResult, one: TestCase, docs: Docs): string {
  if (one.level === "VERDICT") return [...notices(result), ...result.reasons].join("\n");
  if (one.check === undefined) return [...one.findings.map(findingWords), ...(one.remarks ?? [])].join("\n");
  if (one.findings.length === 0) return "";
  const rows = failureRows(viewOf(result, textLimits, docs), one.check.requirement, one.check.result);
  return rows.flatMap((row) => rowLines(page, row)).join("\n");
}

/** The total time of the exchanges in milliseconds, each counted once. */
export function exchangesMs(result: RunResult, exchanges: readonly number[]): number {
  return [...new Set(exchanges)].reduce((sum, index) => sum + (result.exchanges[index]?.timing.totalMs ?? 0), 0);
}
