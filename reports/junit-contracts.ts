/** The interactions of a contract as JUnit test cases. */
import { type TestCase, type Told, decides } from "./junit-case.ts";
import type { ContractResult, InteractionResult, RunResult } from "./result.ts";
import { findingWords } from "./words.ts";

/**
 * A test case for each interaction. An interaction that rests on a requirement counts at the requirement's level; one of
 * a pact that the user brought always counts.
 */
export function interactionCases(result: RunResult, contract: ContractResult): readonly TestCase[] {
  const names = uniqueNames(contract.interactions);
  return contract.interactions.map((interaction, at) => ({
    // A dot would make Jenkins take the consumer's name apart.
    classname: `plant-store.contract ${contract.consumer.replaceAll(".", "_")}`,
    name: names[at] ?? interaction.description,
    exchanges: [],
    told: interactionTold(result, interaction),
  }));
}

/** Consumers count only the first of two test cases with one name. */
function uniqueNames(interactions: readonly InteractionResult[]): readonly string[] {
  const seen = new Map<string, number>();
  return interactions.map(({ description, states }) => {
    const name = states.length === 0 ? description : `${description}, given ${states.join(" and ")}`;
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}

function interactionTold(result: RunResult, interaction: InteractionResult): Told {
  const requirement = result.requirements.find(({ id }) => id === interaction.requirement);
  const level = requirement?.level ?? "MUST";
  const counts = decides(level, result) && result.exitCode !== 0;
  switch (interaction.status) {
    case "passed":
      return { as: "passed" };
    case "not-judged": {
      const text = `not judged: ${interaction.reason ?? "not run"}`;
      return counts ? { as: "error", type: "NOT-JUDGED", message: text, text } : { as: "skipped", text };
    }
    case "failed": {
      const text = interaction.findings.map(findingWords).join("\n");
      const [message = "the interaction failed"] = interaction.findings.map(findingWords);
      const type = interaction.requirement === undefined ? "CONTRACT" : level;
      return counts
        ? { as: "failure", type, message, text }
        : { as: "skipped", text: `${level} not met: ${message}`, details: text };
    }
  }
}
