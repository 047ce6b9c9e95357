/** The process of a provider that was started for the run, and its output during the requests. */
import { pause } from "../../http/retry-after.ts";
import type { Sent } from "../checks/check.ts";
import type { Ask } from "./retry.ts";

/** A process that can be started again. Secrets are removed from all its output. */
export interface ProviderProcess {
  /** How it ended, in words; null while it runs. */
  readonly end: () => string | null;
  /** Stops what is left of it and starts it again. False if it does not answer in time. */
  readonly restart: () => Promise<boolean>;
  /** The length of its output so far, a position in the output. */
  readonly mark: () => number;
  /** The last lines that it wrote since a position in its output. */
  readonly writtenSince: (mark: number) => string;
}

/** The most exchanges of a run that are recorded with output. The whole output is in a file. */
const MOST_WITH_OUTPUT = 50;

/** A server may log an error this long after its answer, in milliseconds. No judgement depends on it. */
const LATE_MS = 100;
const STEP_MS = 10;

/**
 * Sends a request and, if it ends in a 5xx or without an answer, notes what the process wrote in the meantime. Other
 * requests may have been in flight at the same time.
 */
export function withOutput(ask: Ask, process: ProviderProcess, amend: (sent: Sent) => Sent): Ask {
  let noted = 0;
  return async (request, connection) => {
    const mark = process.mark();
    const sent = await ask(request, connection);
    if ((sent.answer?.status ?? 599) < 500 || sent.index < 0 || noted >= MOST_WITH_OUTPUT) return sent;
    noted += 1;
    const output = await settled(process, mark);
    return output === "" ? sent : amend({ ...sent, exchange: { ...sent.exchange, output } });
  };
}

/** The output since a position, once a step has passed without more. */
async function settled(process: ProviderProcess, mark: number): Promise<string> {
  const never = new AbortController().signal;
  for (let waited = 0, seen = -1; waited < LATE_MS; waited += STEP_MS) {
    if (process.mark() > mark && process.mark() === seen) break;
    seen = process.mark();
    await pause(STEP_MS, never);
  }
  return process.writtenSince(mark);
}
