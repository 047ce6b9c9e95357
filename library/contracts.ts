/** Verifies contracts as a part of a run. */
import type { PactSource } from "../contracts/pact-file.ts";
import { verifyContracts } from "../contracts/verify.ts";
import type { ContractResult } from "../result/result.ts";
import { contractIds } from "../suites/run/id-ranges.ts";
import { redactionFor } from "../suites/run/secrets.ts";
import type { ContractRun } from "./judge-provider.ts";

/**
 * A verification of pacts for a run. Its ids are drawn from the seed of the run, and are not those of the checks.
 * @param statesUrl where the provider is put into states
 */
export function contractsOf(
  pacts: readonly PactSource[],
  statesUrl?: string,
): (run: ContractRun) => Promise<readonly ContractResult[]> {
  return (run) =>
    verifyContracts({
      ...run,
      pacts,
      redaction: redactionFor(run.provider, run.redaction),
      drawId: contractIds(run.seed),
      isAccepting: async () => {
        const { isAccepting } = await import("./accepting.ts");
        return isAccepting(run);
      },
      ...(statesUrl === undefined ? {} : { statesUrl }),
    });
}
