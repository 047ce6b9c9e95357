/** An outage in words: how the provider ended, which request ended it, and how to send each suspect again. */
import { count } from "../../result/counts.ts";
import type { Outage, RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { curlCommand } from "./curl.ts";
import { statusWords } from "./words.ts";

/** A request that may have ended the provider. */
export interface Suspect {
  readonly words: string;
  /** The command that sends it again. It contains nothing that a terminal obeys. */
  readonly command: string;
}

/** One outage, for all formats. The lines of output are the provider's own words. */
export interface OutageWords {
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

/** The headings of the sections that show them. */
export function outagesTitle({ outages = [] }: RunResult): string {
  const shown = outages.length > MOST_SHOWN ? `, the first ${MOST_SHOWN} of them here` : "";
  return `Stopped answering (${count(outages.length, "time")}${shown})`;
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
