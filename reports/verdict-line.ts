/** The verdict in words. */
import type { RunResult, Verdict } from "./result.ts";
import { excerpt } from "./safe-text.ts";
import { toldChanges } from "./compare-words.ts";
import { count } from "./words.ts";

const firstWords: Readonly<Record<Verdict, string>> = {
  conformant: "CONFORMANT",
  "non-conformant": "NOT CONFORMANT",
  inconclusive: "INCONCLUSIVE",
};

/** The first words of the line that a reader looks for. */
export function verdictWords({ verdict, exitCode }: RunResult): string {
  return verdict === "conformant" && exitCode !== 0 ? "CONFORMANT, BUT NOT AS EXPECTED" : firstWords[verdict];
}

/** The verdict and its figures on one line, without a line feed; for an inconclusive run, the cause in place of figures. */
export function renderVerdictLine(result: RunResult): string {
  if (result.verdict !== "inconclusive" || isOfContracts(result)) return headline(result);
  return `${verdictWords(result)}   ${excerpt(result.reasons[0], 200)}`;
}

/** The verdict and its figures, whatever the verdict. A run of contracts alone has none on the document. */
export function headline(result: RunResult): string {
  if (!isOfContracts(result)) return `${verdictWords(result)}   ${figureWords(result)}`;
  const interactions = result.contracts.flatMap((contract) => contract.interactions);
  const passed = interactions.filter(({ status }) => status === "passed").length;
  const words = { 0: "CONTRACTS KEPT", 1: "CONTRACTS BROKEN", 3: "CONTRACTS NOT JUDGED" } as const;
  return `${words[result.exitCode]}   ${passed} of ${count(interactions.length, "interaction")} passed`;
}

function isOfContracts({ requirements, contracts }: RunResult): boolean {
  return requirements.length === 0 && contracts.length > 0;
}

/** How many MUST requirements are met or broken, and what else has to be known beside the verdict. */
export function figureWords(result: RunResult): string {
  const { must, should, open } = result.summary;
  const total = must.passed + must.failed + must.waived + must.notJudged;
  const interactions = result.contracts.flatMap((contract) => contract.interactions);
  const failed = interactions.filter(({ status }) => status === "failed").length;
  const since = result.baseline === undefined ? [] : toldChanges(result.baseline);
  const newlyBroken = since.filter(({ change }) => change === "broken").length;
  const broken = must.failed > 0 || result.verdict === "non-conformant";
  const figures = broken
    ? `${must.failed} of ${total} MUST requirements broken`
    : `${must.passed} of ${total} MUST requirements met`;
  const others = [
    must.waived > 0 ? `${must.waived} waived` : "",
    must.notJudged > 0 ? `${must.notJudged} not judged` : "",
    should.failed > 0 ? shouldWords(should.failed, result.strict) : "",
    failed > 0 ? `${count(failed, "interaction")} failed` : "",
    open.failed > 0 ? `${count(open.failed, "open point")} not as expected` : "",
    newlyBroken > 0 ? `${newlyBroken} newly broken` : "",
  ];
  return [figures, ...others].filter((words) => words !== "").join(", ");
}

function shouldWords(failed: number, strict: boolean): string {
  return strict ? `${failed} SHOULD not met` : count(failed, "warning");
}
