/** Work that is no longer waited for once a signal is aborted. What it comes to afterwards is dropped. */

/** Does the work; rejects as soon as the signal is aborted, without beginning where it is already. */
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

/** What the work comes to, or `late` as soon as the signal is aborted. */
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
