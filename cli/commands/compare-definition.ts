/** The command line of `compare`. The command itself is loaded when it runs. */
import { type Command, Option } from "commander";
import type { ExitWith, Io } from "../io.ts";
import type { CompareOptions } from "./compare.ts";

/** Adds the command. */
export function addCompare(program: Command, io: Io, exitWith: ExitWith): void {
  program
    .command("compare")
    .description("show what changed between two results, or what a revision of an OpenAPI document changes")
    .argument("<before>", "the result.json of the earlier run, the baseline; or the earlier OpenAPI document")
    .argument("<now>", "the result.json of the later run; or the later OpenAPI document")
    .addOption(new Option("--format <format>", "text, markdown (of results) or json").default("text", "text"))
    .option("--fail-on-regression", "exit with status 1 if anything that passed before now fails", false)
    .option("--operation <name>", "the operationId or path of the create operation, if a document has several")
    .option(
      "--overlay <file>",
      "a YAML file with the meaning of members in both documents: identity, label, optionalLabel, returned, leftOut, namedOnly",
    )
    .addHelpText("after", HELP)
    .action(async (before: string, now: string, options: CompareOptions) => {
      const { compareFiles } = await import("./compare.ts");
      exitWith(await compareFiles(before, now, options, io));
    });
}

const HELP = `
A regression is a requirement, a check or an interaction of a contract that passed before and fails now, or a worse
verdict. Waived and pending failures are not regressions, nor are changes in the behaviour profile: pin those with
check --expect.

Of two documents, each change is shown with the id and the level of the requirement that states it: the level in the later
document, or in the earlier one if the requirement no longer applies. Schemas are compared keyword by keyword.

Examples:
  plant-store-conformance compare released.json reports/latest/result.json
  plant-store-conformance compare released.json result.json --format markdown --fail-on-regression
  plant-store-conformance compare openapi-1.0.0.yaml openapi-2.0.0.yaml

Exit status: 0 compared, 1 a regression with --fail-on-regression, 2 wrong usage.
For documents: 0 every provider that conforms to the earlier document conforms to the later one, 1 a provider
that conforms to the earlier document can fail the later one, 2 wrong usage, or a document that cannot be used.`;
