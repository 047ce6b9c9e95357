/** The options about contracts, which `check` and `contracts` have in common. A group of their own in `--help`. */
import { type Command, Option } from "commander";
import { none, repeated } from "./list-options.ts";
import type { ContractsOptions } from "./pact-sources.ts";

/** Adds them to a command. */
export function addContractsOptions(command: Command): void {
  command
    .optionsGroup("Contracts:")
    .option(
      "--pacts <place>",
      "verify these too: a pact's file, a folder of them, or a URL; may be given again",
      repeated,
      none,
    )
    .option("--provider-states-url <url>", "where the provider is put into the states that such pacts need")
    .option("--broker <url>", "verify the pacts that a Pact Broker or PactFlow has for the provider")
    .option("--broker-token-file <file>", "a file that holds the broker's token; or set PACT_BROKER_TOKEN")
    .option("--broker-user <name>", "the broker's user; the password is taken from PACT_BROKER_PASSWORD")
    .addOption(
      new Option("--pact-provider <name>", "the provider's name at the broker").default("plant-store", "plant-store"),
    )
    .option("--consumer-versions <json>", "consumer version selectors (default: main branches, deployed or released)")
    .option("--pending", "let the broker's pending pacts fail without failing the run", false)
    .option("--wip-since <day>", "work in progress since this day too, all of it pending")
    .option("--publish", "publish the results to the broker", false)
    .option("--provider-version <version>", "the version of the provider that is verified")
    .option("--provider-branch <name>", "its branch")
    .option("--build-url <url>", "where the build can be seen that verified it");
}

/** Whether the options speak of contracts beyond those that ship. */
export function bringsContracts({ pacts, broker }: Pick<ContractsOptions, "pacts" | "broker">): boolean {
  return pacts.length > 0 || broker !== undefined;
}
