/** Converts interactions of shipped pacts to checks of the requirements that they show broken. Pure. */
import type { CheckOfRequirement, ContractResult, InteractionResult } from "./result.ts";

/** The id of the check for an interaction that shows a requirement broken. */
export function contractCheckId(requirement: string, consumer: string, description: string): string {
  const slug = `${consumer} ${description}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return `${requirement}/contract-${slug.replaceAll(/^-|-$/g, "")}`;
}

/** The id of the check for an interaction; null if it broke no requirement, or its pact does not ship. */
export function brokenCheckId(
  { consumer }: Pick<ContractResult, "consumer">,
  { status, requirement, description }: InteractionResult,
): string | null {
  if (requirement === undefined || (status !== "failed" && status !== "waived")) return null;
  return contractCheckId(requirement, consumer, description);
}

/** One failed check for each interaction that shows a requirement broken. */
export function contractChecks(contracts: readonly ContractResult[]): readonly CheckOfRequirement[] {
  return contracts.flatMap((contract) =>
    contract.interactions.flatMap((interaction): readonly CheckOfRequirement[] => {
      const id = brokenCheckId(contract, interaction);
      const { requirement, description, status } = interaction;
      if (id === null || requirement === undefined || (status !== "failed" && status !== "waived")) return [];
      const title = `What ${contract.consumer} relies on: ${description}`;
      const { findings } = interaction;
      return [{ requirement, result: { id, title, status: "failed", findings, contract: true, exchanges: [] } }];
    }),
  );
}

/** The contract checks of a requirement that passed in a run. */
export function passedContractChecks(
  contracts: readonly ContractResult[],
  requirement: string,
  ids: readonly string[],
): readonly string[] {
  const passed = contracts.flatMap(({ consumer, interactions }) =>
    interactions
      .filter(({ status, requirements }) => status === "passed" && requirements?.includes(requirement) === true)
      .map(({ description }) => contractCheckId(requirement, consumer, description)),
  );
  return ids.filter((id) => passed.includes(id));
}

/**
 * The requirements that interactions can show broken, and the ids of their checks in that case, each with its
 * requirement.
 */
export function contractCheckIds(
  interactions: ReadonlyArray<
    Pick<ContractResult, "consumer"> & Pick<InteractionResult, "description" | "requirements">
  >,
): ReadonlyMap<string, string> {
  return new Map(
    interactions.flatMap(({ consumer, description, requirements = [] }) =>
      requirements.flatMap((requirement) => [
        [requirement, requirement] as const,
        [contractCheckId(requirement, consumer, description), requirement] as const,
      ]),
    ),
  );
}
