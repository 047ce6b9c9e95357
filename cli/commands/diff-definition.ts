/** The command line of `diff`. The command itself is loaded when it runs. */
import type { Command } from "commander";
import type { ExitWith, Io } from "../io.ts";
import type { DiffOptions } from "./diff.ts";

/** Adds the command. */
export function addDiff(program: Command, io: Io, exitWith: ExitWith): void {
  program
    .command("diff")
    .description("show what a revision of an OpenAPI document changes for providers and for consumers")
    .argument("<old>", "the earlier OpenAPI document, YAML or JSON")
    .argument("<new>", "the later OpenAPI document")
    .option("--operation <name>", "the operationId or path of the create operation, if a document has several")
    .option(
      "--overlay <file>",
      "a YAML file with the meaning of members in both documents: identity, label, optionalLabel, returned, leftOut, namedOnly",
    )
    .option("--json", "print JSON", false)
    .addHelpText("after", HELP)
    .action(async (old: string, now: string, options: DiffOptions) => {
      const { diff } = await import("./diff.ts");
      exitWith(await diff(old, now, options, io));
    });
}

const HELP = `
Each change is shown with the id and the level of the requirement that states it: the level in the later document, or in
the earlier one if the requirement no longer applies. Schemas are compared keyword by keyword.

Examples:
  plant-store-conformance diff openapi-1.0.0.yaml openapi-2.0.0.yaml
  plant-store-conformance diff released.yaml openapi.yaml --operation addPet --json

Exit status: 0 every provider that conforms to the earlier document conforms to the later one, 1 a provider that conforms
to the earlier document can fail the later one, 2 wrong usage, or a document that cannot be used.`;
