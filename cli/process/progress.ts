/** The progress of a run, on standard error: one line on a terminal, or with `--verbose` each exchange. */
import { excerpt } from "../../result/safe-text.ts";
import { number } from "../../result/counts.ts";
import type { Progress } from "../../suites/run/run-checks.ts";
import type { Io } from "../io.ts";

/** The shortest time between two states of the line, in milliseconds. */
const PACE = 80;

/** Shows the progress after each exchange; cleared when the run is over. */
export interface ProgressReport {
  readonly show: (progress: Progress) => void;
  readonly clear: () => void;
}

export const silence: ProgressReport = { show: () => undefined, clear: () => undefined };

/** One line that is overwritten, and removed at the end. Nothing if standard error is not a terminal. */
export function progressLine(io: Io): ProgressReport {
  if (!io.errIsTerminal || isCi(io) || io.env["TERM"] === "dumb") return silence;
  let shownAt = -PACE;
  return {
    show: ({ checksDone, checks, exchanges, fuzz }) => {
      const now = performance.now();
      if (now - shownAt < PACE) return;
      shownAt = now;
      const cases = fuzz === undefined ? "" : `, ${fuzz.done} of ${fuzz.of} cases sent`;
      io.err(`\r\u001b[2K${checksDone} of ${checks} checks asked${cases}, ${exchanges} exchanges`);
    },
    clear: () => io.err("\r\u001b[2K"),
  };
}

/** CI systems set `CI`; some users set it to a value that means "no CI". */
function isCi({ env }: Io): boolean {
  return !["", "0", "false", undefined].includes(env["CI"]?.toLowerCase());
}

/** A line per exchange: method, path, status or why there is none, milliseconds, and the check that sent it. */
export function exchangeLines(io: Io): ProgressReport {
  return {
    show: ({ last: { exchange, request, index } }) => {
      const { response, noAnswer, timing } = exchange;
      const fault = noAnswer === undefined ? null : noAnswer.detail;
      const status = response === null ? "no answer" : String(response.status);
      const came = fault === null ? status : `${status}${response === null ? "" : ", incomplete"}: ${fault}`;
      const words = [
        // An exchange of fuzzing has no index unless it is kept as evidence.
        (index < 0 ? "fuzz" : String(index)).padStart(4),
        excerpt(`${request.method} ${request.path}`, 60),
        excerpt(came, 100),
        `${number(Math.round(timing.totalMs))} ms`,
        request.askedBy ?? "",
      ];
      io.err(`${words.join("  ")}\n`);
    },
    clear: () => undefined,
  };
}
