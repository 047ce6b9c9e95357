/** Figures of times. Pure. */
import type { LatencyFigures } from "./result.ts";

/**
 * Median, 95th percentile (both by nearest rank, so that each is a measured time) and the slowest; null if there are no
 * times.
 */
export function latencyFigures(ms: readonly number[]): LatencyFigures | null {
  if (ms.length === 0) return null;
  const sorted = ms.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { exchanges: sorted.length, medianMs: at(0.5), highMs: at(0.95), slowestMs: at(1) };
}
