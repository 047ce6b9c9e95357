/** Interactions of pacts that ship, as checks of the requirements that they show broken. Pure. */
import type { CheckResult, ContractResult, InteractionResult } from "./result.ts";

/** The slug of every such check begins so, and that of no other. */
const PREFIX = "contract-";

/** The id of the check that an interaction is where it shows a requirement broken. */
export function contractCheckId(requirement: string, consumer: string, description: string): string {
  const slug = `${consumer} ${description}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return `${requirement}/${PREFIX}${slug.replaceAll(/^-|-$/g, "")}`;
}

/** Whether a check is an interaction. */
export function isContractCheck(id: string): boolean {
  return id.split("/")[1]?.startsWith(PREFIX) === true;
}

/** The id of the check that an interaction is; null where it failed no requirement, or its pact does not ship. */
export function brokenCheckId(
  { consumer }: Pick<ContractResult, "consumer">,
  { status, requirement, description }: InteractionResult,
): string | null {
  if (requirement === undefined || (status !== "failed" && status !== "waived")) return null;
  return contractCheckId(requirement, consumer, description);
}

/** One failed check for each interaction that shows a requirement broken; for the others none. */
export function contractChecks(contracts: readonly ContractResult[]): readonly CheckResult[] {
  return contracts.flatMap((contract) =>
    contract.interactions.flatMap((interaction): readonly CheckResult[] => {
      const id = brokenCheckId(contract, interaction);
      if (id === null) return [];
      const { description, findings } = interaction;
      const title = `What ${contract.consumer} relies on: ${description}`;
      return [{ id, title, status: "failed", findings, exchanges: [] }];
    }),
  );
}

/** The checks that the interactions of a run would be, had they failed where other checks say: those that passed. */
export function passedContractChecks(contracts: readonly ContractResult[], ids: readonly string[]): readonly string[] {
  return ids.filter((id) => {
    const [requirement = ""] = id.split("/");
    return contracts.some(({ consumer, interactions }) =>
      interactions.some(
        ({ status, description, requirements }) =>
          status === "passed" &&
          requirements?.includes(requirement) === true &&
          contractCheckId(requirement, consumer, description) === id,
      ),
    );
  });
}

/** The requirements that interactions can show broken, and the checks that they are where they do. */
export function contractIds(
  interactions: ReadonlyArray<
    Pick<ContractResult, "consumer"> & Pick<InteractionResult, "description" | "requirements">
  >,
): ReadonlySet<string> {
  const ids = interactions.flatMap(({ consumer, description, requirements = [] }) =>
    requirements.flatMap((requirement) => [requirement, contractCheckId(requirement, consumer, description)]),
  );
  return new Set(ids);
}
