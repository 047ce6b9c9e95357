/** The process of a provider that was started for the run, and what it writes while it is asked. */
import { pause } from "../../http/rate-limit.ts";
import type { Sent } from "../checks/check.ts";
import type { Ask } from "./retry.ts";

/** A process that can be started again. Secrets are taken out of everything that it gives. */
export interface ProviderProcess {
  /** How it ended, in words; null while it runs. */
  readonly end: () => string | null;
  /** Starts it again, after what is left of it was stopped. False where it does not answer within its wait. */
  readonly restart: () => Promise<boolean>;
  /** How much it has written so far: a place in its output. */
  readonly mark: () => number;
  /** The last of the lines that it wrote since a place in its output. */
  readonly writtenSince: (mark: number) => string;
}

/** Exchanges of one run that have output beside them; the whole output is in a file. */
const MOST_WITH_OUTPUT = 50;

/** A server may log an error after it has answered, in milliseconds. Nothing is judged by it. */
const LATE_MS = 100;
const STEP_MS = 10;

/**
 * Asks, and notes what the process wrote while an exchange was in flight that ended in a 5xx or without an answer. Other
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

/** What was written, once a step has passed without more. */
async function settled(process: ProviderProcess, mark: number): Promise<string> {
  const never = new AbortController().signal;
  for (let waited = 0, seen = -1; waited < LATE_MS; waited += STEP_MS) {
    if (process.mark() > mark && process.mark() === seen) break;
    seen = process.mark();
    await pause(STEP_MS, never);
  }
  return process.writtenSince(mark);
}
