/** The terminal report except MUST failures: warnings, waivers, checks that were not judged, open points, contracts. */
import type { ContractResult, InteractionResult, RequirementResult, RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { groupBy } from "../../result/group.ts";
import { curlLines, fixLines } from "./failure.ts";
import { type Page, breakAnywhere, difference, paint, row, sentence } from "./page.ts";
import { count } from "../../result/counts.ts";
import { daysLeftWords, levelOf, namedBy, waiverStatusWords, waiversThatAre } from "../words/waiver-words.ts";
import {
  documentLines,
  interactionWords,
  isExpected,
  notJudgedChecks,
  notJudgedWords,
  reasonWords,
  spelledOut,
  whereWords,
  shownFinding,
} from "../words/words.ts";

/** The most ids to name. The rest is only counted. */
const mostIds = 8;

/** Open points with another value than the user expects. */
export function unexpected(page: Page, result: RunResult): readonly string[] {
  const found = result.requirements.filter(({ level, status }) => level === "OPEN" && status === "failed");
  if (found.length === 0) return [];
  return [
    heading(
      page,
      `NOT AS EXPECTED (${found.length})`,
      "the document leaves these points open; this run expects a value",
      "bad",
    ),
    ...found.flatMap((requirement) => ["", ...warningLines(page, result, requirement)]),
  ];
}

/** SHOULD requirements that are not met. With `strict` they decide the verdict, and the heading says so. */
export function warnings(page: Page, result: RunResult): readonly string[] {
  const broken = result.requirements.filter(({ level, status }) => level === "SHOULD" && status === "failed");
  if (broken.length === 0) return [];
  const title = result.strict ? `SHOULD NOT MET (${broken.length})` : `SHOULD WARNINGS (${broken.length})`;
  const weight = result.strict ? "they fail the run, because it is strict" : "they do not change the verdict";
  return [
    heading(page, title, weight, "doubtful"),
    ...broken.flatMap((requirement) => ["", ...warningLines(page, result, requirement)]),
  ];
}

function warningLines(page: Page, result: RunResult, requirement: RequirementResult): readonly string[] {
  const failed = requirement.checks.filter(({ status }) => status === "failed");
  const [first] = failed;
  const finding = first === undefined ? undefined : shownFinding(first, result);
  return [
    ...sentence(page, `${requirement.id}   ${requirement.statement}`, 3),
    ...(first === undefined ? row(page, "seen", ["in a contract, see below"]) : row(page, "check", [first.id])),
    ...(finding === undefined
      ? []
      : [...row(page, "at", [whereWords(finding)]), ...difference(page, spelledOut(finding))]),
    ...(failed.length > 1
      ? row(page, "also", [idList(failed.slice(1).map((check) => ({ requirement: requirement.id, check })))])
      : []),
    ...fixLines(page, result, requirement),
    ...(first === undefined ? [] : curlLines(page, result, first)),
  ];
}

/** Unmet requirements that a waiver covers. */
export function waived(page: Page, result: RunResult): readonly string[] {
  const found = waiversThatAre(result, "applied");
  if (found.length === 0) return [];
  return [
    heading(page, `WAIVED (${found.length})`, "not met, and covered by a waiver", "doubtful"),
    ...found.flatMap((entry) => [
      ...listed(page, `${namedBy(entry)}   ${levelOf(entry, result)}   ${entry.reason}`),
      ...sentence(page, `     until ${entry.expires} (${daysLeftWords(entry, result)})`, 5),
      ...(entry.issue === undefined ? [] : sentence(page, `     ${entry.issue}`, 5)),
    ]),
  ];
}

/** Waivers that waive nothing. */
export function otherWaivers(page: Page, result: RunResult): readonly string[] {
  const faults = waiversThatAre(result, "stale", "expired");
  const found = [...faults, ...waiversThatAre(result, "not-judged")];
  if (found.length === 0) return [];
  const style = faults.length > 0 ? "bad" : "doubtful";
  return [
    heading(page, `OTHER WAIVERS (${found.length})`, "a stale or expired waiver fails the run", style),
    ...found.flatMap((entry) => listed(page, `${namedBy(entry)}   ${waiverStatusWords(entry)}`)),
  ];
}

/** Checks that were not judged, by reason; those that do not apply are only counted. */
export function notJudged(page: Page, result: RunResult): readonly string[] {
  const checks = notJudgedChecks(result);
  if (checks.length === 0) return [];
  const groups = groupBy(checks, ({ check }) => check.because);
  const [quiet, shown] = partition([...groups], ([because]) => isExpected(because, result));
  return [
    heading(page, `NOT JUDGED (${checks.length})`, "neither met nor broken", "doubtful"),
    ...shown.flatMap(([because, group]) => [
      ...listed(page, `${group.length}  ${reasonWords(because, group, result)}`),
      ...sentence(page, `     ${idList(group)}`, 5),
    ]),
    ...quiet.flatMap(([because, group]) => listed(page, `${group.length}  ${notJudgedWords[because]}`)),
  ];
}

/** A check by its id, and its requirement. */
interface CheckOf {
  readonly requirement: string;
  readonly check: { readonly id: string };
}

/** Ids of checks; many ids of one requirement are grouped. */
function idList(checks: readonly CheckOf[]): string {
  const byRequirement = groupBy(checks, ({ requirement }) => requirement);
  const names = [...byRequirement].flatMap(([requirement, own]) =>
    own.length > 3 ? [`${requirement}/* (${own.length})`] : own.map(({ check }) => check.id),
  );
  const more = names.length - mostIds;
  return `${names.slice(0, mostIds).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The answers to the open points, in two columns. */
export function profile(page: Page, result: RunResult): readonly string[] {
  const points = Object.entries(result.profile);
  if (points.length === 0) return [];
  const wide = Math.max(...points.map(([id]) => id.length));
  return [
    heading(page, `BEHAVIOUR PROFILE (${points.length})`, "what the document leaves open: observed, never judged"),
    ...points.flatMap(([id, value]) => {
      const lines = breakAnywhere(excerpt(value, 200), page.width - wide - 5);
      return lines.map((line, at) => `  ${at === 0 ? excerpt(id, 80).padEnd(wide) : "|".padStart(wide)}  ${line}`);
    }),
  ];
}

/** One line per contract. Its interactions only if they did not pass, except if the run ended before them. */
export function contracts(page: Page, result: RunResult): readonly string[] {
  if (result.contracts.length === 0) return [];
  const lines = result.contracts.flatMap((contract) =>
    !result.complete && contract.interactions.every(({ status }) => status === "not-judged")
      ? listed(page, `${contract.consumer}: not verified, ${count(contract.interactions.length, "interaction")}`)
      : contractLines(page, contract),
  );
  const remarks = result.contracts.flatMap((contract) => remarkLines(page, contract));
  return [
    heading(page, "CONTRACTS"),
    ...lines,
    ...(remarks.length === 0 ? [] : ["", heading(page, "PACTS AND THE DOCUMENT", "notes, no outcomes"), ...remarks]),
  ];
}

function contractLines(page: Page, contract: ContractResult): readonly string[] {
  const of = <Wanted extends InteractionResult["status"]>(
    status: Wanted,
  ): ReadonlyArray<InteractionResult & { readonly status: Wanted }> =>
    contract.interactions.filter(
      (interaction): interaction is InteractionResult & { readonly status: Wanted } => interaction.status === status,
    );
  const counts = `${of("passed").length} passed, ${of("failed").length} failed, ${of("not-judged").length} not judged${of("waived").length === 0 ? "" : `, ${of("waived").length} waived`}`;
  const from = contract.source === undefined ? "" : `   user-supplied: ${excerpt(contract.source, 200)}`;
  return [
    ...listed(page, `${contract.consumer}: ${counts}${from}`),
    ...of("failed").flatMap((interaction) => [
      ...row(page, "failed", [nameOf(interaction)]).map((line) => paint(page, "bad", line)),
      ...interaction.findings.flatMap((finding) => row(page, "", [interactionWords(finding)])),
    ]),
    ...of("waived").flatMap((interaction) => row(page, "waived", [nameOf(interaction), interaction.reason])),
    ...of("not-judged").flatMap((interaction) => row(page, "unjudged", [nameOf(interaction), interaction.reason])),
  ];
}

/** How user-supplied pacts relate to the document. This is not an outcome of the run. */
function remarkLines(page: Page, { consumer, interactions }: ContractResult): readonly string[] {
  return interactions.flatMap((interaction) => {
    const lines = documentLines(interaction);
    if (lines.length === 0) return [];
    return [...listed(page, `${consumer}: ${nameOf(interaction)}`), ...row(page, "", lines)];
  });
}

function nameOf({ description, states, requirement }: InteractionResult): string {
  const given = states.length === 0 ? "" : `, given ${states.join(" and ")}`;
  return `${description}${given}${requirement === undefined ? "" : ` (${requirement})`}`;
}

function heading(page: Page, title: string, remark = "", style: "heading" | "doubtful" | "bad" = "heading"): string {
  return `${paint(page, style, title)}${remark === "" ? "" : `   ${paint(page, "quiet", remark)}`}`;
}

function listed(page: Page, text: string): readonly string[] {
  return sentence(page, `  ${text}`, 5);
}

function partition<T>(items: readonly T[], first: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(first), items.filter((item) => !first(item))];
}
