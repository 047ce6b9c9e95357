/** Learns during a run whether connections to a provider can be reused. */

/**
 * Milliseconds to wait before a connection is reused, once a connection was closed during a request. After the wait, a
 * provider that closes idle connections has closed this one, and a later close is its answer to the request. The pauses
 * differ because a close can cross with the request if the provider's idle timeout is as long as the pause.
 */
const PAUSES_MS = [20, 60, 200] as const;

/** What happened to a reused connection. */
export type Used = "kept" | "closed-under";

export interface Reuse {
  /** Whether connections are left open for the next request. */
  readonly isWorthwhile: () => boolean;
  /** How long to wait before a connection is used again, in milliseconds. */
  readonly pauseMs: () => number;
  /**
   * Records what happened to a reused connection.
   * @param afterMs how long the client waited before
   */
  readonly note: (used: Used, afterMs: number) => void;
}

/**
 * Creates the memory of a run. A provider may close each connection after its answer without announcing it. The next
 * request on it is lost, or is read but not answered. When it is sent again, it may be refused because the plant
 * already exists.
 */
export function openReuse(): Reuse {
  let [inRow, afterPause] = [0, 0];
  let isClosing = false;
  const pauseMs = (): number => (isClosing ? (PAUSES_MS[afterPause] ?? 0) : 0);
  return {
    // After this many closes in a row despite a pause, each request gets its own connection.
    isWorthwhile: () => inRow < PAUSES_MS.length,
    pauseMs,
    note: (used, afterMs) => {
      // Several closes at the same time count as one.
      const isAnswer = used === "closed-under" && afterMs > 0 && afterMs === pauseMs();
      isClosing ||= used === "closed-under";
      if (isAnswer) afterPause += 1;
      if (inRow === PAUSES_MS.length) return;
      if (used === "kept") inRow = 0;
      else if (isAnswer) inRow += 1;
    },
  };
}
