/** The verdict in words. */
import { isOfContracts } from "../../result/contract-result.ts";
import { baseUrlDoubt } from "../../result/base-url-doubt.ts";
import { selectionWords } from "../../result/verdict.ts";
import type { RunResult, Verdict } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { changesOf } from "../../result/over/run-changes.ts";
import { count } from "../../result/counts.ts";

const firstWords: Readonly<Record<Verdict, string>> = {
  conformant: "CONFORMANT",
  "non-conformant": "NOT CONFORMANT",
  "selection-met": "SELECTION MET, NOT A VERDICT ON THE PROVIDER",
  inconclusive: "INCONCLUSIVE",
};

type Concluded = Pick<RunResult, "verdict" | "exitCode" | "shard" | "selection"> &
  Partial<Pick<RunResult, "summary" | "contracts" | "complete" | "requirements">>;

/** The first words of the line that a reader looks for. */
export function verdictWords(result: Concluded): string {
  const { verdict, exitCode, shard } = result;
  if (shard !== undefined && verdict === "selection-met") {
    const met = judgedNothing(result) ? "JUDGED NOTHING" : "MET";
    return `SHARD ${shard.index} OF ${shard.of} ${met}, NOT A VERDICT ON THE PROVIDER`;
  }
  if (isWaived(result)) return `${firstWords.conformant} WITH ${count(waivedOf(result), "waiver").toUpperCase()}`;
  if (isUnmetSelection(result)) return "SELECTION NOT MET, NOT A VERDICT ON THE PROVIDER";
  if (exitCode === 0 || verdict === "non-conformant" || verdict === "inconclusive") return firstWords[verdict];
  return `${verdict === "conformant" ? "CONFORMANT" : "SELECTION MET"}, BUT NOT AS EXPECTED`;
}

/** Whether a provider is conformant only because the user waives what it breaks. */
export function isWaived(result: Concluded): boolean {
  return result.verdict === "conformant" && result.exitCode === 0 && waivedOf(result) > 0;
}

/** Whether every selected check was judged, and something is not met, but nothing that makes a provider not conformant. */
function isUnmetSelection({ verdict, selection, complete, requirements = [] }: Concluded): boolean {
  if (verdict !== "inconclusive" || selection === undefined || complete !== true) return false;
  return selectionWords(requirements).state === "not-met";
}

/** How many broken MUST requirements are waived. */
function waivedOf({ summary }: Concluded): number {
  return summary?.must.waived ?? 0;
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
  const figures = [
    broken > 0 ? `${broken} of ${total} failed` : `${passed} of ${total} passed`,
    warnings > 0 ? count(warnings, "does not meet a SHOULD", "do not meet a SHOULD") : "",
    unjudged > 0 ? `${unjudged} not judged` : "",
  ];
  return [words[exitCode], figures.filter((figure) => figure !== "").join(", ")];
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
  const others = [
    notJudged > 0 ? `${notJudged} not judged` : "",
    should.failed > 0 ? `${should.failed} SHOULD not met` : "",
    should.waived > 0 ? `${should.waived} SHOULD waived` : "",
    failed > 0 ? `${count(failed, "interaction")} failed` : "",
    open.failed > 0 ? `${count(open.failed, "open point")} not as expected` : "",
    open.waived === undefined ? "" : `${count(open.waived, "open point")} waived`,
    newlyBroken > 0 ? `${newlyBroken} newly broken` : "",
  ];
  const figures = [mustWords(result, total), ...others].filter((words) => words !== "").join(", ");
  const doubt = baseUrlDoubt(result);
  return doubt === "" ? figures : `${doubt}${doubt.endsWith("?") ? " " : "; "}${figures}`;
}

/** The figures of MUST. A waived requirement is still broken, and is counted separately. */
function mustWords({ summary: { must, should, open }, verdict }: RunResult, total: number): string {
  if (total === 0) return `${count(should.passed + open.observed, "requirement")} met`;
  const { passed, failed, waived } = must;
  if (failed === 0 && verdict !== "non-conformant") {
    return `${passed} of ${total} MUST met${waived > 0 ? `, ${waived} waived` : ""}`;
  }
  if (failed === 0 && waived > 0) return `${waived} of ${total} MUST broken and waived`;
  return `${failed} of ${total} MUST broken${waived > 0 ? `, ${waived} more broken and waived` : ""}`;
}
