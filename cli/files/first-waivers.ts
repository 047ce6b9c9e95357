/** A first file of waivers, to be filled in: one entry for each failure of a result. Pure. */
import type { CheckResult, Finding, RequirementResult, RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { findingWords } from "../../reports/words/words.ts";

/** What one entry waives, and what a person should know of it: lines on one line each, made safe. */
interface Entry {
  readonly id: string;
  readonly comments: readonly string[];
}

/** Columns of a comment; a provider's words may be longer than anybody reads. */
const longest = 300;

/**
 * The file as YAML, and how many entries it has; reason and expiry are empty, so that it is refused until somebody has
 * filled them in. What is waived already is left out.
 */
export function renderFirstWaivers(result: RunResult): { readonly text: string; readonly entries: number } {
  const entries = result.requirements.flatMap(entriesFor);
  return { text: [...opening(result), ...entries.flatMap(entryLines)].join("\n"), entries: entries.length };
}

function opening({ provider, startedAt }: RunResult): readonly string[] {
  return [
    "# yaml-language-server: $schema=node_modules/plant-store-conformance/cli/files/waivers.schema.json",
    "#",
    `# What ${excerpt(provider.baseUrl, longest)} was seen not to meet on ${excerpt(startedAt.slice(0, 10), longest)}.`,
    "# Delete what you intend to fix. What stays needs a reason, and the last day on which it counts (YYYY-MM-DD, UTC).",
    "",
  ];
}

function entryLines({ id, comments }: Entry): readonly string[] {
  return [
    ...comments.map((comment) => `# ${comment}`),
    `- id: ${id}`,
    "  reason:",
    "  # issue: https://",
    "  expires:",
    "",
  ];
}

/** The requirement where all of its checks fail; else the checks that fail. */
function entriesFor(requirement: RequirementResult): readonly Entry[] {
  const { id, level, statement, checks } = requirement;
  if (level === "OPEN") return [];
  const rule = `${level}: ${excerpt(statement, longest)}`;
  const failed = checks.filter(({ status }) => status === "failed");
  if (failed.length > 0 && failed.length === checks.length) {
    return [{ id, comments: [rule, ...failed.slice(0, 1).map(checkWords)] }];
  }
  return failed.map((check) => ({ id: check.id, comments: [rule, checkWords(check)] }));
}

function checkWords({ id, findings }: CheckResult): string {
  return seen(id, findings);
}

function seen(what: string, [finding]: readonly Finding[]): string {
  return excerpt(finding === undefined ? what : `${what}: ${findingWords(finding)}`, longest);
}
