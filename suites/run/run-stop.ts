/** The end of a run before everything was sent. */
import type { Provider } from "../../http/provider.ts";
import type { WaitExceeded } from "../../http/retry-after.ts";

// The bound on what a run sends beyond its plan: no provider gets more, whatever it does.

/** The most requests of a run besides those that it plans for a correct provider. */
export const MOST_BESIDES = 127;

/** Counts what a run sends, and says whether it may send something that it did not plan. */
export interface Allowance {
  /** Notes how many requests the run plans. */
  readonly plan: (count: number) => void;
  /** Changes the number of requests that are decided on and not yet sent. */
  readonly reserve: (change: number) => void;
  /** Notes a request that is sent, planned or not. */
  readonly sent: () => void;
  /** Whether this many more requests leave room for those that are decided on; one by default. */
  readonly isLeft: (count?: number) => boolean;
}

/** The allowance of a run. Planned requests that turn out not to be needed leave room for others. */
export function openAllowance(): Allowance {
  let [sent, toSend, most] = [0, 0, MOST_BESIDES];
  return {
    plan: (count) => {
      toSend += count;
      most += count;
    },
    reserve: (change) => {
      toSend += change;
    },
    sent: () => {
      sent += 1;
    },
    isLeft: (count = 1) => sent + toSend + count <= most,
  };
}

/** Why a run ended before everything was sent. */
export interface Stop {
  readonly cause:
    | "unreachable"
    | "token-refused"
    | "not-here"
    | "seed-used"
    | "silent"
    | "broke-down"
    | "state"
    | "proxy-refused"
    | "rate-limited"
    | "deadline"
    | "interrupted";
  /** A sentence. */
  readonly reason: string;
  /** The index from which nothing is judged, if the end itself tells it. */
  readonly from?: number;
}

/** The end of a run because enough is broken. */
export const ENOUGH = {
  cause: "interrupted",
  reason: "The run ended early, because enough was broken (--fail-fast).",
} as const satisfies Stop;

/** The end of a run whose provider asks for more than the longest wait. If it accepted nothing, it was not reached. */
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

/** The end of a run whose provider asked for time so often that the run would send too much. */
export function stopAfterAskingAgain(status: number, hasAccepted: boolean): Stop {
  const how = `answered ${status} so often that a run, which sends at most ${MOST_BESIDES} requests besides those that it plans, asks no more (--rate)`;
  if (status === 429) return { cause: "rate-limited", reason: `The provider ${how}.` };
  return hasAccepted
    ? { cause: "broke-down", reason: `The provider broke down during the run: it ${how}.` }
    : { cause: "unreachable", reason: `The provider could not be reached: it ${how}.` };
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}

/** Ends a run at its deadline, and when it is interrupted. Returns a function that removes the guard. */
export function guardRun(
  session: { readonly stop: (why: Stop) => void },
  { provider, signal }: { readonly provider: Pick<Provider, "limits">; readonly signal?: AbortSignal },
): () => void {
  const { deadlineMs } = provider.limits;
  const timer = setTimeout(() => {
    session.stop({ cause: "deadline", reason: `The run was not over after ${deadlineMs / 1000} s, its deadline.` });
  }, deadlineMs);
  const interrupt = (): void => session.stop({ cause: "interrupted", reason: "The run was interrupted." });
  if (signal?.aborted === true) interrupt();
  signal?.addEventListener("abort", interrupt);
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", interrupt);
  };
}
