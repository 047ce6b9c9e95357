/** The end of a run before everything was sent. */
import type { WaitExceeded } from "../../http/rate-limit.ts";

/** Why a run ended before everything was sent. */
export interface Stop {
  readonly cause:
    | "unreachable"
    | "token-refused"
    | "not-here"
    | "seed-used"
    | "silent"
    | "broke-down"
    | "proxy-refused"
    | "rate-limited"
    | "deadline"
    | "interrupted";
  /** In a sentence. */
  readonly reason: string;
}

/** The end of a run whose provider asks for more time than the run may wait. One that never accepted a request could not be reached. */
export function stopAfterWaiting({ status, askedMs, count, limitMs }: WaitExceeded, hasAccepted: boolean): Stop {
  const limit = `the ${seconds(limitMs)} s that the run may wait in all`;
  const how =
    askedMs > limitMs
      ? `answered ${status} and asked to wait ${seconds(askedMs)} s, longer than ${limit}`
      : `answered ${status} to ${count === 1 ? "1 request" : `${count} requests`}, and waiting once more would take longer than ${limit}`;
  if (status === 429) return { cause: "rate-limited", reason: `The provider ${how} (--max-wait, --rate).` };
  return hasAccepted
    ? { cause: "broke-down", reason: `The provider broke down during the run: it ${how} (--max-wait, --rate).` }
    : { cause: "unreachable", reason: `The provider could not be reached: it ${how} (--max-wait).` };
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
