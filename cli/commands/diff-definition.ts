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
    .argument("<new>", "the later one")
    .option("--operation <name>", "the operationId or path of the create operation, where a document has several")
    .option(
      "--overlay <file>",
      "what the members of both documents are for, in YAML: identity, label, returned, leftOut, namedOnly",
    )
    .option("--json", "print JSON", false)
    .addHelpText("after", HELP)
    .action(async (old: string, now: string, options: DiffOptions) => {
      const { diff } = await import("./diff.ts");
      exitWith(await diff(old, now, options, io));
    });
}

const HELP = `
Each change is named by the id of the requirement that states it. The level is that in the later document, or that in
the earlier one for a requirement that no longer applies. Schemas are compared keyword by keyword.

Examples:
  plant-store-conformance diff openapi-1.0.0.yaml openapi-2.0.0.yaml
  plant-store-conformance diff released.yaml openapi.yaml --operation addPet --json

Exit status: 0 every provider that conforms to the earlier document conforms to the later one, 1 one that conforms to
the earlier document can fail the later one, 2 wrong usage, or a document that cannot be understood.`;
