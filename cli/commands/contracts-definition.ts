/** The command line of `contracts`. The command itself is loaded when it runs. */
import { Command } from "commander";
import { addCheckOptions, addCommonOptions } from "../options/check-options.ts";
import { addDocumentOptions } from "../options/document-options.ts";
import { applyConfig } from "../options/config.ts";
import { refuseWithoutEffect } from "../options/without-effect.ts";
import { recordOptions } from "../options/repeated-options.ts";
import type { ContractsCommandOptions } from "./contracts.ts";
import type { ExitWith, Io } from "../io.ts";

/** Adds the command. */
export function addContracts(program: Command, io: Io, exitWith: ExitWith): void {
  const command = addCommonOptions(program.command("contracts"))
    .description("verify only the contracts; requires a base URL or --reference")
    .argument("[base-url]", "the base URL of the provider, including a path prefix; or set PLANT_STORE_URL")
    .option("--document-only", "only compare the pacts with the document; send nothing", false)
    .option("--strict", "also fail if an interaction breaks a SHOULD", false)
    .option("--seed <text>", "repeat the ids and names of an earlier run (default: random)");
  addDocumentOptions(command);
  const typed = recordOptions(command);
  command
    .addHelpText("after", HELP)
    .hook("preAction", async (given) => {
      refuseWithoutEffect(given);
      await applyConfig(given, io, addCheckOptions(new Command()));
    })
    .action(async (baseUrl: string | undefined, options: ContractsCommandOptions) => {
      if (options.documentOnly) {
        const { comparePacts } = await import("./compare-pacts.ts");
        return exitWith(await comparePacts(baseUrl, options, io));
      }
      const { contracts } = await import("./contracts.ts");
      exitWith(await contracts(baseUrl, { ...options, typed: typed() }, io));
    });
}

const HELP = `
Examples:
  plant-store-conformance contracts http://127.0.0.1:8080 --token-file token.txt --pacts pacts/
  plant-store-conformance contracts --document-only --pacts pacts/
  plant-store-conformance contracts http://127.0.0.1:8080 --token-file token.txt --pacts pacts/ --document openapi.yaml
  plant-store-conformance contracts http://127.0.0.1:8080 --token-file token.txt --broker https://broker.example \\
    --pact-provider plant-store --publish --provider-version "$(git rev-parse HEAD)" --provider-branch main

Exit status: 0 no interaction that counts is broken, 1 an interaction is broken, 2 wrong usage (nothing was sent to the
provider), 3 an interaction could not be judged, or a result was not published.`;
