/** The command line of `compare`. The command itself is loaded when it runs. */
import { type Command, Option } from "commander";
import type { ExitWith, Io } from "../io.ts";
import type { CompareOptions } from "./compare.ts";

/** Adds the command. */
export function addCompare(program: Command, io: Io, exitWith: ExitWith): void {
  program
    .command("compare")
    .description("what changed between two results, the behaviour profile included")
    .argument("<before>", "the result.json of the earlier run, the baseline")
    .argument("<now>", "that of the later run")
    .addOption(new Option("--format <format>", "text, markdown or json").default("text", "text"))
    .option("--fail-on-regression", "exit status 1 when something that was met is broken", false)
    .addHelpText("after", HELP)
    .action(async (before: string, now: string, options: CompareOptions) => {
      const { compareFiles } = await import("./compare.ts");
      exitWith(compareFiles(before, now, options, io));
    });
}

const HELP = `
A regression is a requirement, a check or an interaction of a contract that passed and has failed now, or a worse
verdict. What is waived or pending is none, nor is a change in the behaviour profile: pin that with check --expect.

Examples:
  plant-store-conformance compare released.json reports/latest/result.json
  plant-store-conformance compare released.json result.json --format markdown --fail-on-regression

Exit status: 0 compared, 1 a regression with --fail-on-regression, 2 wrong usage.`;
