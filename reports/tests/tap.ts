/**
 * TAP, version 14: one test point per case. Warnings and waivers are failing points with a TODO directive, which a
 * harness does not count as failures. A run that ended early ends with `Bail out!`.
 */
import { present } from "../../spec/defined.ts";
import type { RunResult } from "../../result/result.ts";
import { excerpt, safeJson } from "../../result/safe-text.ts";
import { type Docs, explainedAt } from "../words/printed-commands.ts";
import { notices, spelledOut, whereWords } from "../words/result-words.ts";
import { casesOf, type TestCase } from "./test-cases.ts";

const longestDescription = 300;
const mostFindings = 5;

/** The result as TAP 14. */
export function renderTap(result: RunResult, docs?: Docs): string {
  const cases = casesOf(result);
  const lines = [
    "TAP version 14",
    ...notices(result).map((notice) => `# ${excerpt(notice, longestDescription)}`),
    `1..${cases.length}`,
    ...cases.flatMap((one, at) => pointLines(one, at + 1, moreOf(result, one, docs))),
    ...(result.complete ? [] : [`Bail out! ${words(result.reasons[0])}`]),
  ];
  return `${lines.join("\n")}\n`;
}

function pointLines(one: TestCase, number: number, more: string | null): readonly string[] {
  const ok = one.kind === "passed" || one.kind === "observed" || one.kind === "skipped";
  const hasMore = !ok || one.kind === "observed";
  return [
    `${ok ? "ok" : "not ok"} ${number} - ${words(describe(one))}${directive(one)}`,
    ...(hasMore ? diagnostics(one, more) : []),
  ];
}

/** The place of the explanation of a failed requirement. */
function moreOf(result: RunResult, { check, findings }: TestCase, docs: Docs): string | null {
  return check === undefined || findings.length === 0 ? null : explainedAt(result, check.requirement.id, docs);
}

function describe({ group, name, title }: TestCase): string {
  return name === title ? `${group}: ${name}` : `${name}: ${title}`;
}

function directive({ kind, message }: TestCase): string {
  switch (kind) {
    case "warning":
    case "waived":
      return ` # TODO ${words(message)}`;
    case "skipped":
      return ` # SKIP ${words(message)}`;
    case "passed":
    case "observed":
    case "failed":
    case "unjudged":
      return "";
  }
}

/** A block of YAML. Each scalar is a JSON string, which is also valid YAML 1.2 and contains no line feed. */
function diagnostics({ message, level, findings }: TestCase, more: string | null): readonly string[] {
  return present([
    "  ---",
    `  message: ${scalar(message)}`,
    `  level: ${scalar(level)}`,
    more !== null && `  more: ${scalar(more)}`,
    findings.length > 0 && "  findings:",
    ...findings.slice(0, mostFindings).flatMap((finding) => {
      const { expected, seen } = spelledOut(finding);
      return [
        `    - at: ${scalar(whereWords(finding))}`,
        `      expected: ${scalar(expected)}`,
        `      seen: ${scalar(seen)}`,
      ];
    }),
    "  ...",
  ]);
}

function scalar(text: string): string {
  return safeJson(JSON.stringify(excerpt(text, 1000)));
}

/** Text for a line of TAP. `#` begins a directive and `\` an escape, so both get a backslash. */
function words(text: string): string {
  return excerpt(text, longestDescription).replace(/[\\#]/g, "\\$&");
}
