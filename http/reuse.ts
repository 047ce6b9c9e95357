/** Whether connections to a provider are used again, which is learned during a run. */

/**
 * Milliseconds to wait before a connection is used again, once one was closed under a request: a provider that closes what
 * it does not use has then done so, and a close that comes later is its answer to the request. They differ, because a
 * close may cross with the request if the provider closes what is idle for just so long.
 */
const PAUSES_MS = [20, 60, 200] as const;

/** What became of a connection that was used again. */
export type Used = "kept" | "closed-under";

export interface Reuse {
  /** Whether connections are left open for the next request. */
  readonly isWorthwhile: () => boolean;
  /** How long to wait before a connection is used again, in milliseconds. */
  readonly pauseMs: () => number;
  /**
   * Notes what became of a connection that was used again.
   * @param afterMs how long was waited before
   */
  readonly note: (used: Used, afterMs: number) => void;
}

/**
 * A provider may close each connection after its answer without announcing it. The next request on it is lost, or read
 * and not answered; sent again, it may be refused because its plant is there.
 */
export function openReuse(): Reuse {
  let [inRow, afterPause] = [0, 0];
  let isClosing = false;
  const pauseMs = (): number => (isClosing ? (PAUSES_MS[afterPause] ?? 0) : 0);
  return {
    // Once so many in a row were closed in spite of a pause, each request has its own connection.
    isWorthwhile: () => inRow < PAUSES_MS.length,
    pauseMs,
    note: (used, afterMs) => {
      // Of several at the same time, one counts.
      const isAnswer = used === "closed-under" && afterMs > 0 && afterMs === pauseMs();
      isClosing ||= used === "closed-under";
      if (isAnswer) afterPause += 1;
      if (inRow === PAUSES_MS.length) return;
      if (used === "kept") inRow = 0;
      else if (isAnswer) inRow += 1;
    },
  };
}
