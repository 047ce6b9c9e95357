/** Promises that stop waiting for work when a signal is aborted. Results that arrive later are ignored. */

/**
 * Starts the work and gives its result. Rejects as soon as the signal is aborted; if it already is, the work is not
 * started.
 */
export function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error("aborted"));
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    work()
      .finally(() => signal.removeEventListener("abort", abort))
      .then(resolve, reject);
  });
}

/** The result of the work, or `late` as soon as the signal is aborted. */
export async function unlessAborted<T, Late>(
  work: () => Promise<T>,
  signal: AbortSignal,
  late: Late,
): Promise<T | Late> {
  try {
    return await untilAborted(work, signal);
  } catch (error) {
    if (signal.aborted) return late;
    throw error;
  }
}
