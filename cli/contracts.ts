/** The pacts that ship, verified beside the checks. */
import { shippedPacts } from "../contracts/index.ts";
import { verifyContracts } from "../contracts/verify.ts";
import type { ContractResult } from "../reports/result.ts";
import type { Provider } from "../suites/runner/provider.ts";
import { freshNumbers } from "../suites/runner/numbers.ts";

/** Numbers between the checks' and the contracts', so that they never draw the same id. */
const APART = 2_000;

/** Verifies the shipped pacts; the ids are drawn from the run's seed, apart from those of the checks. */
export function verifyShipped(
  provider: Provider,
  seed: string,
  signal?: AbortSignal,
): Promise<readonly ContractResult[]> {
  const places = Array.from({ length: APART }, (_, place) => ({ id: `contracts/${place}` as const }));
  const fresh = freshNumbers(seed, places)(`contracts/${APART - 1}`);
  let drawn = -1;
  return verifyContracts({
    baseUrl: provider.baseUrl,
    token: provider.token,
    pacts: shippedPacts(),
    deadlineMs: provider.limits.deadlineMs,
    requestTimeoutMs: provider.limits.requestMs,
    maxBodyBytes: provider.limits.bodyBytes,
    maxHeaderBytes: provider.limits.headerBytes,
    rateLimitMs: provider.limits.rateLimitMs,
    drawId: () => {
      drawn += 1;
      return BigInt(fresh(drawn));
    },
    ...(signal === undefined ? {} : { signal }),
  });
}
