/** The bound on what a run sends beyond its plan: no provider gets more, whatever it does. */

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
