/** The options about contracts, which `check` and `contracts` share. */
import { type Command, Option } from "commander";
import { none, repeated } from "./list-options.ts";
import type { ContractsOptions } from "./pact-sources.ts";

/** Adds the options to a command. */
export function addContractsOptions(command: Command): void {
  command
    .optionsGroup("Contracts:")
    .option("--pacts <place>", "also verify this pact: a file, a folder, or a URL; may be repeated", repeated, none)
    .option("--provider-states-url <url>", "the URL that sets up provider states")
    .option("--broker <url>", "also verify the pacts of a Pact Broker or PactFlow")
    .option("--broker-token-file <file>", "a file with the broker's token; or set PACT_BROKER_TOKEN")
    .option("--broker-user <name>", "the broker's user; set PACT_BROKER_PASSWORD as well")
    .addOption(
      new Option("--pact-provider <name>", "the provider's name at the broker").default("plant-store", "plant-store"),
    )
    .option("--consumer-versions <json>", "consumer version selectors (default: main branches, deployed or released)")
    .option("--pending", "do not fail because of the broker's pending pacts", false)
    .option("--wip-since <day>", "include work-in-progress pacts since this day, as pending")
    .option("--publish", "publish the results to the broker", false)
    .option("--provider-branch <name>", "the branch of the provider version, for --publish")
    .option("--build-url <url>", "the URL of the build, for --publish");
}

/** Whether the options name contracts besides the shipped ones. */
export function bringsContracts({ pacts, broker }: Pick<ContractsOptions, "pacts" | "broker">): boolean {
  return pacts.length > 0 || broker !== undefined;
}
