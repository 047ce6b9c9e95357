/** The section about the times when a provider ended or stopped answering. */
import { ifAny, present } from "../../spec/defined.ts";
import type { Outage, RunResult } from "../../result/result.ts";
import { count, excerpt } from "../../result/safe-text.ts";
import { type LabelledRow, type ReportSection, paragraph, row, rows, section, textRow, words } from "../report-tree.ts";
import { curlCommand } from "../words/curl-command.ts";
import { statusWords } from "../words/result-words.ts";

/** The most outages and suspects to show. The result contains all. */
const MOST_SHOWN = 5;
const MOST_SUSPECTS = 8;

/** How the provider ended, what may have ended it, and what it wrote last. */
export function outages(result: RunResult): readonly ReportSection[] {
  const { outages: all = [] } = result;
  if (all.length === 0) return [];
  const shown = all.length > MOST_SHOWN ? `, the first ${MOST_SHOWN} of them here` : "";
  const blocks = all.slice(0, MOST_SHOWN).flatMap((outage) => {
    const known = rows([...suspectRows(outage, result), ...ifAny(outage.output, outputRows)]);
    return [paragraph(whatOf(outage, result)), known];
  });
  return [section(`Stopped answering (${count(all.length, "time")}${shown})`, blocks, { id: "_outages", tone: "bad" })];
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

/** The requests that may have ended the provider, each with the command that sends it again. */
function suspectRows({ endedBy, inFlight, before }: Outage, result: RunResult): readonly LabelledRow[] {
  const { exchanges, command, provider } = result;
  const suspects = endedBy === undefined ? [...inFlight, ...before] : [endedBy];
  return suspects.slice(0, MOST_SUSPECTS).flatMap((index) => {
    const exchange = exchanges[index];
    if (exchange === undefined) return [];
    const { check = "a case of fuzzing", request, response } = exchange;
    const answer = response === null ? "no answer" : statusWords(response.status);
    const text = curlCommand(request, index, command);
    return present([
      textRow("sent", words(`exchange ${index}, ${excerpt(check, 120)}: ${answer}`)),
      provider.inProcess !== true && {
        ...row("curl", { is: "command", text, what: "the curl command" }),
        isEvidence: true,
      },
    ]);
  });
}

function outputRows(output: string): readonly LabelledRow[] {
  return [
    textRow("wrote", "the last lines of the provider's output:"),
    { ...row("", { is: "output", lines: output.split("\n") }), isEvidence: true },
  ];
}
