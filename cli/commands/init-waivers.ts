/** `waivers --init`: writes a first file of waivers for the user to complete. */
import type { OptionsOf } from "../options/table.ts";
import { usableText } from "../files/waivers-file.ts";
import { count } from "../../result/counts.ts";
import { type Io, UsageError } from "../io.ts";
import { readResultFile } from "../files/result-file.ts";
import { writeNew } from "../files/write-file.ts";
import { causesIn } from "../../result/causes/causes-of.ts";
import { groupBy } from "../../result/group.ts";
import type { CauseResult, CheckResult, Finding, RequirementResult, RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { findingWords } from "../../reports/words/words.ts";

/** Runs `waivers --init`. @returns 0, also if there is nothing to waive; nothing is written then */
export function initWaivers({ init, out, reason, until, byCause }: OptionsOf<"waivers">, io: Io): number {
  const filled = filledBy(reason, until);
  const { text, entries } = renderFirstWaivers(readResultFile(init).result, filled, byCause ? "cause" : "requirement");
  const what = JSON.stringify(init);
  if (entries === 0) {
    io.err(
      `There is nothing to waive: no MUST and no SHOULD failed in ${what} without a waiver. Nothing was written.\n`,
    );
    return 0;
  }
  if (out === "-") {
    io.out(text);
    return 0;
  }
  // An existing file may contain reasons that somebody has written.
  writeNew(out, text, "give another with --out, or - for standard output");
  const needs = filled === null ? " Each needs a reason and an expiry date." : "";
  io.err(`Written: ${out}, with ${count(entries, "entry", "entries")}.${needs}\n`);
  return 0;
}

/** Requires both or neither, because an incomplete entry is refused when the file is read. */
function filledBy(reason: string | undefined, until: string | undefined): FilledWaiver | null {
  if (reason === undefined && until === undefined) return null;
  if (reason === undefined || until === undefined) {
    const [given, missing] = reason === undefined ? ["--until", "--reason"] : ["--reason", "--until"];
    throw new UsageError(`${given} is given without ${missing}; give both, or neither`);
  }
  const expires = usableText("expires", until, "--until");
  // A waiver is valid until the end of its last day in UTC.
  if (expires < new Date().toISOString().slice(0, 10)) {
    throw new UsageError(
      `--until ${expires} is in the past, so that every waiver would be expired; give a date in the future`,
    );
  }
  return { reason: usableText("reason", reason, "--reason"), expires };
}

interface Entry {
  readonly key: "id" | "cause";
  readonly id: string;
  readonly comments: readonly string[];
}

interface FilledWaiver {
  readonly reason: string;
  /** YYYY-MM-DD. */
  readonly expires: string;
}

type WaivedBy = "requirement" | "cause";

/** The most columns of a comment, because a provider's texts may be very long. */
const longest = 300;

/** The file as YAML, and the number of its entries. Without `filled`, it is refused until somebody completes it. */
export function renderFirstWaivers(
  result: RunResult,
  filled: FilledWaiver | null = null,
  by: WaivedBy = "requirement",
): { readonly text: string; readonly entries: number } {
  const entries = by === "cause" ? entriesOfCauses(result) : result.requirements.flatMap(entriesFor);
  return {
    text: [...opening(result, filled), ...entries.flatMap((entry) => entryLines(entry, filled))].join("\n"),
    entries: entries.length,
  };
}

function opening({ provider, startedAt }: RunResult, filled: FilledWaiver | null): readonly string[] {
  return [
    "# yaml-language-server: $schema=node_modules/plant-store-conformance/cli/files/waivers.schema.json",
    "#",
    `# What ${excerpt(provider.baseUrl, longest)} was seen not to meet on ${excerpt(startedAt.slice(0, 10), longest)}.`,
    filled === null
      ? "# Delete what you intend to fix. What stays needs a reason, and the last day on which it counts (YYYY-MM-DD, UTC)."
      : "# Delete what you intend to fix. Each entry counts up to its last day (UTC).",
    "",
  ];
}

function entryLines({ key, id, comments }: Entry, filled: FilledWaiver | null): readonly string[] {
  return [
    ...comments.map((comment) => `# ${comment}`),
    `- ${key}: ${id}`,
    // JSON's texts are texts of YAML, too.
    filled === null ? "  reason:" : `  reason: ${JSON.stringify(filled.reason)}`,
    "  # issue: https://",
    filled === null ? "  expires:" : `  expires: ${JSON.stringify(filled.expires)}`,
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
    return [{ key: "id", id, comments: [rule, ...failed.slice(0, 1).map(checkWords)] }];
  }
  return failed.map((check) => ({ key: "id", id: check.id, comments: [rule, checkWords(check)] }));
}

/** Each cause once. A report can list one several times; one waiver covers all. */
function entriesOfCauses(result: RunResult): readonly Entry[] {
  // An unexpected value of an open point is not waived, but changed in the user's expectations.
  const causes = causesIn(result).filter(({ level }) => level !== "OPEN");
  return [...groupBy(causes, ({ id }) => id)].map(([id, own]) => ({
    key: "cause",
    id,
    comments: [...own.flatMap(commentsOn), ...(id === "types-converted" ? CONVERSIONS : [])],
  }));
}

/** What the entry of a framework that converts types covers, and what it leaves to be seen. */
const CONVERSIONS = [
  "This one entry covers every conversion of the framework. A value that is not converted but accepted all the same,",
  "such as an object for a text, has another cause and still fails.",
];

function commentsOn({ level, title, requirements, example: { check, finding } }: CauseResult): readonly string[] {
  return [`${level}: ${excerpt(`${title} (${requirements.join(", ")})`, longest)}`, seen(check, [finding])];
}

function checkWords({ id, findings }: CheckResult): string {
  return seen(id, findings);
}

function seen(what: string, [finding]: readonly Finding[]): string {
  return excerpt(finding === undefined ? what : `${what}: ${findingWords(finding)}`, longest);
}
