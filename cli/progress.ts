/** Progress while a run goes on: one line on a terminal, written over itself; nothing anywhere else. */
import type { Progress } from "../suites/runner/run.ts";
import type { Io } from "./io.ts";

/** Milliseconds between two states of the line. */
const PACE = 80;

export interface ProgressLine {
  readonly show: (progress: Progress) => void;
  /** Takes the line away. */
  readonly clear: () => void;
}

/** A progress line on standard error. */
export function progressLine(io: Io, quiet: boolean): ProgressLine {
  const visible = io.errIsTerminal && !quiet && io.env["CI"] === undefined && io.env["TERM"] !== "dumb";
  if (!visible) return { show: () => undefined, clear: () => undefined };
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
