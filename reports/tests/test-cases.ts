/**
 * The result as a flat list of cases, for formats that have tests but no levels: JUnit, CTRF and TAP. Only this file
 * decides which cases fail: a list has a red case exactly when the run's exit status is not 0.
 */
import { interactionTitle } from "../../result/contract-result.ts";
import { brokenCheckId } from "../../result/contract-check-results.ts";
import {
  type CheckResult,
  type ContractResult,
  type Finding,
  type InteractionResult,
  type NotJudgedCheck,
  type RequirementResult,
  type RunResult,
  type WaiverStatus,
  hadNothingToJudge,
} from "../../result/result.ts";
import { count, cutAt } from "../../result/safe-text.ts";
import { waiverName } from "../../result/waiver-verdict.ts";
import type { Level } from "../../spec/requirements.ts";
import { failureRows } from "../run/report-failure.ts";
import { textLimits, viewOf } from "../run/run-report-view.ts";
import type { Page } from "../text/terminal-lines.ts";
import { rowLines } from "../text/terminal-text.ts";
import { findingAtRequest } from "../words/cause-words.ts";
import type { Docs } from "../words/printed-commands.ts";
import { renderVerdictLine } from "../words/verdict-line.ts";
import {
  documentLines,
  findingWords,
  interactionWords,
  notices,
  type WaiverEntry,
  waiverStatusWords,
} from "../words/result-words.ts";

/**
 * The outcome of a case. `failed` and `unjudged` (it should have been judged but was not) are red. `warning` is an
 * unmet SHOULD in a run without `strict`. `skipped` did not apply, or was left out.
 */
export type CaseKind = "passed" | "observed" | "failed" | "unjudged" | "warning" | "waived" | "skipped";

export interface TestCase {
  /** `run`, a topic, `contract` and the consumer's name, or `waivers`. */
  readonly group: string;
  /** Unique in its group, and the same in every run: readers recognize a case by it from run to run. */
  readonly name: string;
  readonly title: string;
  readonly kind: CaseKind;
  /** The level, or the kind of a case without a level: a contract, a waiver, or the verdict of the whole run. */
  readonly level: Level | "CONTRACT" | "WAIVER" | "VERDICT";
  /** Why it has not passed, or what was observed, on one line; else empty. */
  readonly message: string;
  readonly findings: readonly Finding[];
  /** For a user-supplied interaction: how it relates to the document, one line each. */
  readonly remarks?: readonly string[];
  /** Indices into the result's exchanges. */
  readonly exchanges: readonly number[];
  /** For a check, and for an interaction that breaks a requirement and so counts as a check. */
  readonly check?: { readonly requirement: RequirementResult; readonly result: CheckResult };
}

/** The most code points of a name. Azure keeps 512; a reader that cuts names could confuse two cases. */
const longestName = 200;

/** A case for the verdict, so that a run that judged nothing fails, and one for each check, interaction and waiver. */
export function casesOf(result: RunResult): readonly TestCase[] {
  const checks = result.requirements.flatMap((requirement) =>
    // An interaction is a separate case, with the same name whether it is met or not.
    requirement.checks
      .filter(({ contract }) => contract !== true)
      .map((check) => checkCase(result, requirement, check)),
  );
  const interactions = result.contracts.flatMap((contract) =>
    contract.interactions.map((interaction) => interactionCase(result, contract, interaction)),
  );
  const waivers = result.waivers?.entries.map(waiverCase) ?? [];
  return [verdictCase(result), ...uniquelyNamed([...checks, ...interactions, ...waivers])];
}

/** Makes names unique, because readers count only the first of two cases with the same name. */
function uniquelyNamed(cases: readonly TestCase[]): readonly TestCase[] {
  const seen = new Map<string, number>();
  return cases.map((one) => {
    const name = cutAt(one.name, longestName);
    const key = JSON.stringify([one.group, name]);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return { ...one, name: before === 0 ? name : `${name} (${before + 1})` };
  });
}

/**
 * Whether a failure at a level decides the exit status. An open point fails only if its value is not the expected one.
 */
export function decides(level: Level, { strict }: Pick<RunResult, "strict">): boolean {
  return level !== "SHOULD" || strict;
}

function verdictCase(result: RunResult): TestCase {
  const kinds = { 0: "passed", 1: "failed", 3: "unjudged" } as const;
  return {
    group: "run",
    name: "verdict",
    title: "The verdict on the provider",
    kind: kinds[result.exitCode],
    level: "VERDICT",
    message: renderVerdictLine(result),
    findings: [],
    exchanges: [],
  };
}

function checkCase(result: RunResult, requirement: RequirementResult, check: CheckResult): TestCase {
  return {
    group: requirement.topic,
    name: check.id,
    title: check.title,
    level: requirement.level,
    findings: check.findings,
    exchanges: check.exchanges,
    check: { requirement, result: check },
    ...checkOutcome(result, requirement, check),
  };
}

type CaseOutcome = Pick<TestCase, "kind" | "message">;

function checkOutcome(result: RunResult, requirement: RequirementResult, check: CheckResult): CaseOutcome {
  const { level } = requirement;
  switch (check.status) {
    case "passed":
      return { kind: "passed", message: "" };
    case "observed":
      return { kind: "observed", message: check.value };
    case "waived":
      return { kind: "waived", message: `waived: ${check.reason}` };
    case "not-judged":
      return {
        kind: isMissed(result, requirement, check) ? "unjudged" : "skipped",
        message: `${check.because === "not-applicable" ? "not applicable" : "not judged"}: ${check.reason}`,
      };
    case "failed": {
      const words = (finding: Finding): string => findingAtRequest(finding, result);
      const message = findingsMessage(check.findings, requirement.statement, words);
      if (decides(level, result)) return { kind: "failed", message };
      return { kind: "warning", message: `SHOULD not met: ${message}` };
    }
  }
}

/** Whether a check should have been judged: the exit status is not 0, and the check applied and was not left out. */
function isMissed(result: RunResult, { level, expected }: RequirementResult, { because }: NotJudgedCheck): boolean {
  const isLeftOut = hadNothingToJudge(because) || (because === "not-run" && result.selection !== undefined);
  const isAsked = level !== "OPEN" || expected !== undefined;
  return !isLeftOut && result.exitCode !== 0 && isAsked && decides(level, result);
}

function findingsMessage(findings: readonly Finding[], otherwise: string, words: (finding: Finding) => string): string {
  const [first, ...others] = findings;
  const more = others.length > 0 ? ` (and ${count(others.length, "more finding")})` : "";
  return `${first === undefined ? otherwise : words(first)}${more}`;
}

/** The name of the case of an interaction. */
export function interactionName({ description, states }: Pick<InteractionResult, "description" | "states">): string {
  return interactionTitle({ description: description === "" ? "(without a description)" : description, states });
}

/**
 * An interaction that breaks a requirement has the requirement's level, and counts as a check of it. An interaction of
 * a user-supplied pact always counts.
 */
function interactionCase(result: RunResult, contract: ContractResult, interaction: InteractionResult): TestCase {
  const name = interactionName(interaction);
  const level = interaction.level ?? "MUST";
  const counts = decides(level, result) && result.exitCode !== 0 && interaction.pending !== true;
  return {
    // A user-supplied pact may have the same consumer as a shipped pact.
    group: `${contract.source === undefined ? "" : "user-supplied "}contract ${contract.consumer}`,
    name,
    title: name,
    level: interaction.requirement === undefined ? "CONTRACT" : level,
    findings: interaction.findings,
    remarks: [...(interaction.remark === undefined ? [] : [interaction.remark]), ...documentLines(interaction)],
    exchanges: [],
    ...checkOfInteraction(result, brokenCheckId(contract, interaction)),
    ...interactionOutcome(interaction, level, counts),
  };
}

function checkOfInteraction({ requirements }: RunResult, id: string | null): Pick<TestCase, "check"> {
  const [check] = requirements.flatMap((requirement) =>
    requirement.checks.filter((one) => one.id === id).map((one) => ({ requirement, result: one })),
  );
  return check === undefined ? {} : { check };
}

function interactionOutcome(interaction: InteractionResult, level: Level, counts: boolean): CaseOutcome {
  switch (interaction.status) {
    case "passed":
      return { kind: "passed", message: "" };
    case "waived":
      return { kind: "waived", message: `waived: ${interaction.reason}` };
    case "not-judged":
      return { kind: counts ? "unjudged" : "skipped", message: `not judged: ${interaction.reason}` };
    case "failed": {
      const message = findingsMessage(interaction.findings, "the interaction failed", interactionWords);
      return counts ? { kind: "failed", message } : { kind: "warning", message: `${level} not met: ${message}` };
    }
  }
}

/** The case of a waiver. A stale or expired waiver fails the run. */
function waiverCase(entry: WaiverEntry): TestCase {
  const outcomes: Readonly<Record<WaiverStatus, CaseOutcome>> = {
    applied: { kind: "passed", message: "" },
    stale: { kind: "failed", message: waiverStatusWords(entry) },
    expired: { kind: "failed", message: waiverStatusWords(entry) },
    "not-judged": { kind: "skipped", message: waiverStatusWords(entry) },
  };
  return {
    group: "waivers",
    name: waiverName(entry),
    title: "The waiver is in order",
    level: "WAIVER",
    findings: [],
    exchanges: [],
    ...outcomes[entry.status],
  };
}

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
