/** Whether failures recur: what one or two of them are is told by more ordinary requests. */
import { NO_ACCIDENT, failuresIn } from "../checks/accidents.ts";
import type { Session } from "./session.ts";

/** The most ordinary requests that are sent to find out whether failures recur. */
const MOST_SETTLING = 96;

/**
 * If a few valid requests failed by chance, sends ordinary ones until it is clear whether that recurs: the verdict on a
 * provider that fails one in thirty must not depend on luck. Before the requests without a token, so that no lockout
 * is among the answers.
 */
export async function settle(session: Session): Promise<void> {
  const isUnclear = (): boolean => {
    const failed = failuresIn(session.history.filter((sent) => sent !== undefined)).failed.length;
    return failed > 0 && failed < NO_ACCIDENT;
  };
  for (let sent = 0; sent < MOST_SETTLING && session.stopped() === null && isUnclear(); sent += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => session.askForSign()));
  }
}

const AT_ONCE = 4;
