/** Everything that is to be said of a case, as lines of plain text, for the formats that take one block of text. */
import type { Docs } from "../words/explained-at.ts";
import type { TestCase } from "./test-cases.ts";
import type { RunResult } from "../../result/result.ts";
import { failureLines } from "../text/failure.ts";
import type { Page } from "../text/page.ts";
import { findingWords, notices } from "../words/words.ts";

/** Columns, and how much of a body is shown: enough for a person, little enough for a file that holds every check. */
const page: Page = { width: 100, colour: false, bodyLimit: { codePoints: 4096, lines: 60 } };

/** The failure in full for a check, the findings for an interaction, the reasons for the verdict and what bears on it; else nothing. */
export function caseDetails(result: RunResult, one: TestCase, docs: Docs): string {
  if (one.level === "VERDICT") return [...notices(result), ...result.reasons].join("\n");
  if (one.check === undefined) return [...one.findings.map(findingWords), ...(one.remarks ?? [])].join("\n");
  if (one.findings.length === 0) return "";
  return failureLines({ ...page, docs }, result, one.check.requirement, one.check.result).join("\n");
}

/** Milliseconds that the exchanges took, each counted once. */
export function exchangesMs(result: RunResult, exchanges: readonly number[]): number {
  return [...new Set(exchanges)].reduce((sum, index) => sum + (result.exchanges[index]?.timing.totalMs ?? 0), 0);
}
