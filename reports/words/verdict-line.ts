/** The verdict in words. */
import { baseUrlDoubt } from "../../result/base-url-doubt.ts";
import { selectionWords } from "../../result/verdict.ts";
import {
  type FuzzReport,
  isOfAnotherDocument,
  type RunResult,
  type Status,
  type Verdict,
} from "../../result/result.ts";
import { count, excerpt, number } from "../../result/safe-text.ts";
import { changesOf } from "../../result/over/result-changes.ts";
import { present } from "../../spec/defined.ts";
import { isOfContracts } from "../../result/contract-result.ts";

const firstWords: Readonly<Record<Verdict, string>> = {
  conformant: "CONFORMANT",
  "non-conformant": "NOT CONFORMANT",
  "selection-met": "SELECTION MET, NOT A VERDICT ON THE PROVIDER",
  inconclusive: "INCONCLUSIVE",
};

type Concluded = Pick<RunResult, "verdict" | "exitCode" | "shard" | "selection"> &
  Partial<Pick<RunResult, "summary" | "contracts" | "complete" | "requirements">> & {
    /** The statuses of the requirements, in a fleet and in a history. */
    readonly statuses?: Readonly<Record<string, Status>>;
  };

/** The first words of the line that a reader looks for. */
export function verdictWords(result: Concluded): string {
  const { verdict, exitCode, shard } = result;
  if (shard !== undefined && verdict === "selection-met") {
    const met = judgedNothing(result) ? "JUDGED NOTHING" : "MET";
    return `SHARD ${shard.index} OF ${shard.of} ${met}, NOT A VERDICT ON THE PROVIDER`;
  }
  if (isWaived(result)) {
    return `${firstWords.conformant} WITH ${count(waivedOf(result), "requirement").toUpperCase()} WAIVED`;
  }
  if (isUnmetSelection(result)) return "SELECTION NOT MET, NOT A VERDICT ON THE PROVIDER";
  if (exitCode === 0 || verdict === "non-conformant" || verdict === "inconclusive") return firstWords[verdict];
  return `${verdict === "conformant" ? "CONFORMANT" : "SELECTION MET"}, BUT NOT AS EXPECTED`;
}

/** Whether a provider is conformant, and the user waives a requirement that it does not meet. */
export function isWaived(result: Concluded): boolean {
  return result.verdict === "conformant" && result.exitCode === 0 && waivedOf(result) > 0;
}

/** Whether every selected check was judged, and something is not met, but nothing that makes a provider not conformant. */
function isUnmetSelection({ verdict, selection, complete, requirements = [] }: Concluded): boolean {
  if (verdict !== "inconclusive" || selection === undefined || complete !== true) return false;
  return selectionWords(requirements).state === "not-met";
}

/** How many requirements are waived, of all levels. */
export function waivedOf({ summary, statuses }: Pick<Concluded, "summary" | "statuses">): number {
  if (statuses !== undefined) return Object.values(statuses).filter((status) => status === "waived").length;
  return summary === undefined ? 0 : summary.must.waived + summary.should.waived + (summary.open.waived ?? 0);
}

/** Whether nothing in a result was judged, because all checks were in other shards. */
function judgedNothing({ summary, contracts = [] }: Concluded): boolean {
  if (summary === undefined) return false;
  const { must, should, open } = summary;
  const levels = [must, should].map(({ passed, failed, waived }) => passed + failed + waived);
  const judged = [...levels, open.observed, open.failed].reduce((all, some) => all + some, 0);
  return judged === 0 && contracts.every(({ interactions }) => interactions.length === 0);
}

/**
 * The verdict and its figures on one line, without a line feed. An inconclusive run has its cause instead of figures,
 * but for a selection that was judged.
 */
export function renderVerdictLine(result: RunResult): string {
  if (result.verdict !== "inconclusive" || isOfContracts(result) || isUnmetSelection(result)) return headline(result);
  return `${verdictWords(result)}   ${excerpt(result.reasons[0], 200)}`;
}

/** The verdict and its figures, for any verdict. */
export function headline(result: RunResult): string {
  return headlineParts(result).join("   ");
}

/** The verdict, and its figures. A run of contracts only has no figures of requirements. */
export function headlineParts(result: RunResult): readonly [verdict: string, figures: string] {
  return isOfContracts(result) ? contractsHeadline(result) : [verdictWords(result), figureWords(result)];
}

/** How many interactions failed, or else how many passed. Does not count pending ones. */
function contractsHeadline({ contracts, strict, exitCode }: RunResult): readonly [string, string] {
  const all = contracts.flatMap(({ interactions }) => interactions);
  const asked = all.filter(({ pending }) => pending !== true);
  const failed = asked.filter(({ status }) => status === "failed");
  const warnings = strict ? 0 : failed.filter(({ level }) => level === "SHOULD").length;
  const broken = failed.length - warnings;
  const unjudged = asked.filter(({ status }) => status === "not-judged").length;
  const passed = all.filter(({ status }) => status === "passed").length;
  const total = count(all.length, "interaction");
  const words = { 0: "CONTRACTS KEPT", 1: "CONTRACTS BROKEN", 3: "CONTRACTS NOT JUDGED" } as const;
  const figures = present([
    broken > 0 ? `${broken} of ${total} failed` : `${passed} of ${total} passed`,
    warnings > 0 && count(warnings, "does not meet a SHOULD", "do not meet a SHOULD"),
    unjudged > 0 && `${unjudged} not judged`,
  ]);
  return [words[exitCode], figures.join(", ")];
}

/** How many MUST requirements are met or broken, and other figures that qualify the verdict. */
export function figureWords(result: RunResult): string {
  const { must, should, open } = result.summary;
  const { notJudged } = must;
  const total = must.passed + must.failed + must.waived + notJudged;
  // A failure of a shipped contract counts as a failure of the requirement that it breaks.
  const failed = result.contracts
    .flatMap(({ interactions }) => interactions)
    .filter(({ status, requirement }) => status === "failed" && requirement === undefined).length;
  const since = result.baseline === undefined ? [] : changesOf(result.baseline);
  const newlyBroken = since.filter(({ change }) => change === "broken").length;
  // The verdict has their number.
  const isSaid = isWaived(result);
  const figures = present([
    mustWords(result, total),
    notJudged > 0 && `${notJudged} not judged`,
    should.failed > 0 && `${should.failed} SHOULD not met`,
    should.waived > 0 && !isSaid && `${should.waived} SHOULD waived`,
    failed > 0 && `${count(failed, "interaction")} failed`,
    open.failed > 0 && `${count(open.failed, "open point")} not as expected`,
    open.waived !== undefined && !isSaid && `${count(open.waived, "open point")} waived`,
    newlyBroken > 0 && `${newlyBroken} newly broken`,
  ]).join(", ");
  const doubt = baseUrlDoubt(result);
  return doubt === "" ? figures : `${doubt}${doubt.endsWith("?") ? " " : "; "}${figures}`;
}

/** The figures of MUST. A waived requirement is still broken, and is counted separately. */
function mustWords(result: RunResult, total: number): string {
  const { verdict } = result;
  const { must, should, open } = result.summary;
  if (total === 0) return `${count(should.passed + open.observed, "requirement")} met`;
  const { passed, failed, waived } = must;
  if (failed === 0 && verdict !== "non-conformant") {
    return `${passed} of ${total} MUST met${waived > 0 && !isWaived(result) ? `, ${waived} waived` : ""}`;
  }
  if (failed === 0 && waived > 0) return `${waived} of ${total} MUST broken and waived`;
  return `${failed} of ${total} MUST broken${waived > 0 ? `, ${waived} more broken and waived` : ""}`;
}

// The requests of a run.

/** The number of checks and requests, the plants left in the provider's store, and the duration. */
export function sentWords(result: RunResult): string {
  const { summary, durationMs } = result;
  return [
    count(summary.checks, "check"),
    count(summary.exchanges, "exchange"),
    createdWords(result, summary.plantsCreated),
    `${(durationMs / 1000).toFixed(1)} s`,
  ].join(", ");
}

/**
 * The number of plants that a run may have created, one for each success that answers a POST: `up to 3 plants`, or `up to
 * 3 created` for another document.
 */
export function createdWords(result: Pick<RunResult, "specification">, created: number): string {
  const most = isOfAnotherDocument(result) ? `${number(created)} created` : count(created, "plant");
  return `${created === 0 ? "" : "up to "}${most}`;
}

/** The cases of fuzzing. */
export function fuzzWords(fuzz: FuzzReport, result: RunResult): string {
  const { sent, askedAgain, shrinking, plantsCreated, exchanges, kept, cases } = fuzz;
  const all = Object.values(sent).reduce((sum, part) => sum + part, 0);
  const parts = [
    `${number(sent.ordinary)} ordinary`,
    `${number(sent.oddValues)} with odd values`,
    `${number(sent.singleDepartures)} with one departure and ${number(sent.doubleDepartures)} with two`,
    `${number(sent.spellings)} in another spelling`,
  ];
  const more = present([
    askedAgain !== 0 && `${number(askedAgain)} to repeat a request`,
    shrinking !== 0 && `${number(shrinking)} to find the smallest body that fails`,
  ]);
  const whole = all === cases ? count(cases, "case") : `${number(all)} of ${count(cases, "case")}`;
  return present([
    `fuzzed with ${whole}: ${parts.join(", ")}`,
    more.length > 0 && `further requests: ${more.join(", ")}`,
    `${createdWords(result, plantsCreated)}; ${number(kept)} of ${count(exchanges, "exchange")} kept as evidence`,
  ]).join("; ");
}

// Formats that are only for whole runs: not for a selection, and not for contracts without the checks.

/** A report is not available for a selection. The message says why, and what to do. */
export class SelectionReportError extends Error {
  override readonly name = "SelectionReportError";
}

/**
 * Whether a run asked only a part and met it. A run of only contracts has no verdict then, and the exit status of the
 * contracts.
 */
export function isPartMet(result: Pick<RunResult, "verdict" | "exitCode" | "selection">): boolean {
  return result.verdict === "selection-met" || (isOfContracts(result) && result.exitCode === 0);
}

/**
 * Rejects the result of a part that was met: others would read it as a verdict on the whole provider.
 * @param report the report, with its article: `a badge`
 * @throws {SelectionReportError} when the run asked only a part
 */
export function requireWholeRun(result: Pick<RunResult, "verdict" | "exitCode" | "selection">, report: string): void {
  if (!isPartMet(result)) return;
  throw new SelectionReportError(
    `The run was a selection of the checks, which is not a verdict on the provider, and ${report} would be read as one; run all checks for it`,
  );
}
