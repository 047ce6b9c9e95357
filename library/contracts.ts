/** Verifies contracts as a part of a run. */
import type { PactSource } from "../contracts/pact-file.ts";
import { verifyContracts } from "../contracts/verify.ts";
import type { DrawPlant } from "../contracts/states.ts";
import type { ContractResult } from "../result/result.ts";
import { nameOf, tagOf } from "../suites/bodies/drafts.ts";
import { contractIds } from "../suites/run/id-ranges.ts";
import { redactionFor } from "../suites/run/secrets.ts";
import type { ContractRun } from "./judge-options.ts";

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
      drawPlant: contractPlants(run.seed, run.attempt),
      isAccepting: async () => {
        const { isAccepting } = await import("./accepting.ts");
        return isAccepting(run);
      },
      ...(statesUrl === undefined ? {} : { statesUrl }),
    });
}

/** Draws the plants of the contracts from the seed of the run: ordinary values, none of which another request has. */
export function contractPlants(seed: string, attempt?: number): DrawPlant {
  const nextId = contractIds(seed, attempt);
  return () => {
    const id = nextId();
    return { id: BigInt(id), name: nameOf(id), tag: tagOf(id) };
  };
}
