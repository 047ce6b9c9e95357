/** The section about the times when a provider ended or stopped answering. */
import { count } from "../../result/counts.ts";
import type { Outage, RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { paragraph, row, rows, section, textRow, words } from "../tree-parts.ts";
import type { ReportSection } from "../tree.ts";
import { curlCommand } from "../words/curl.ts";
import { statusWords } from "../words/words.ts";

/** A request that may have ended the provider, and the command that sends it again. */
interface Suspect {
  readonly words: string;
  readonly command: string;
}

/** One outage, for all formats. The lines of output are the provider's own words. */
interface OutageWords {
  readonly what: string;
  readonly suspects: readonly Suspect[];
  readonly output: readonly string[];
}

/** The most outages and suspects to show. The result contains all. */
const MOST_SHOWN = 5;
const MOST_SUSPECTS = 8;

/** The outages of a run. Outages with the same request are combined. */
export function outagesOf(result: RunResult): readonly OutageWords[] {
  return (result.outages ?? []).slice(0, MOST_SHOWN).map((outage) => ({
    what: whatOf(outage, result),
    suspects: suspectsOf(outage)
      .slice(0, MOST_SUSPECTS)
      .flatMap((index) => suspectAt(index, result)),
    output: outage.output === undefined ? [] : outage.output.split("\n"),
  }));
}

function outagesTitle({ outages: ended = [] }: RunResult): string {
  const shown = ended.length > MOST_SHOWN ? `, the first ${MOST_SHOWN} of them here` : "";
  return `Stopped answering (${count(ended.length, "time")}${shown})`;
}

function whatOf({ end, endedBy, restarted, inFlight }: Outage, { exchanges }: RunResult): string {
  const how = end === undefined ? "The provider stopped answering" : `The provider ended (${excerpt(end, 200)})`;
  const went = restarted ? "; it was started again, and the run went on" : "";
  if (endedBy !== undefined) {
    const by = exchanges[endedBy]?.check;
    return `${how}${went}. ${by === undefined ? "This request" : excerpt(by, 120)} ended it again when it was sent alone.`;
  }
  const tried = restarted ? " None of these requests ended it again when it was sent alone." : "";
  const flying = inFlight.length === 0 ? "" : ` In flight: ${count(inFlight.length, "request")}.`;
  return `${how}${went}.${flying}${tried}`;
}

function suspectsOf({ endedBy, inFlight, before }: Outage): readonly number[] {
  return endedBy === undefined ? [...inFlight, ...before] : [endedBy];
}

function suspectAt(index: number, { exchanges, command }: RunResult): readonly Suspect[] {
  const exchange = exchanges[index];
  if (exchange === undefined) return [];
  const { check = "a case of fuzzing", request, response } = exchange;
  const answer = response === null ? "no answer" : statusWords(response.status);
  return [
    { words: `exchange ${index}, ${excerpt(check, 120)}: ${answer}`, command: curlCommand(request, index, command) },
  ];
}

/** How the provider ended, what ended it, and what it wrote last. */
export function outages(result: RunResult): readonly ReportSection[] {
  const found = outagesOf(result);
  if (found.length === 0) return [];
  const blocks = found.flatMap(({ what, suspects, output }) => [
    paragraph(what),
    rows([
      ...suspects.flatMap(({ words: said, command }) => [
        textRow("sent", words(said)),
        { ...row("curl", { is: "command", text: command, what: "the curl command" }), isEvidence: true },
      ]),
      output.length > 0 && textRow("wrote", "the last lines of the provider's output:"),
      output.length > 0 && { ...row("", { is: "output", lines: output }), isEvidence: true },
    ]),
  ]);
  return [section(outagesTitle(result), blocks, { id: "_outages", tone: "bad" })];
}
