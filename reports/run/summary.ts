/** The report of a run for a job summary: as much as fits. */
import type { RunResult } from "../../result/result.ts";
import { paragraph } from "../blocks.ts";
import { encodeMarkdown, fitting } from "../markdown/markdown.ts";
import type { Report } from "../tree.ts";
import type { Docs } from "../words/explanation-link.ts";
import { runReport } from "./report.ts";
import { viewOf } from "./view.ts";

/** From much to little. The last contains only the verdict and its figures, and always fits. */
const sizes = [
  { failures: 20, body: 1024, items: 200 },
  { failures: 20, body: 256, items: 60 },
  { failures: 20, body: 0, items: 30 },
  { failures: 5, body: 0, items: 10 },
  { failures: 0, body: 0, items: 0 },
] as const;

/** The result for GITHUB_STEP_SUMMARY. */
export function renderSummary(result: RunResult, docs?: Docs): string {
  return fitting(sizes, ({ failures, body, items }) => {
    const limits = { isPage: false, causes: items, failures, checks: Math.min(8, items), findings: 5, items };
    const report = runReport(viewOf(result, limits, docs));
    return encodeMarkdown(failures === sizes[0].failures && body === sizes[0].body ? report : shortened(report), {
      body,
    });
  });
}

function shortened(report: Report): Report {
  const last = paragraph("This report was shortened. The whole result is in `result.json`.");
  return { ...report, blocks: [...report.blocks, last] };
}
