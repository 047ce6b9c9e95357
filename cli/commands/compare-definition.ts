/** The command line of `compare`. The command itself is loaded when it runs. */
import { type Command, Option } from "commander";
import type { ExitWith, Io } from "../io.ts";
import type { CompareOptions } from "./compare.ts";

/** Adds the command. */
export function addCompare(program: Command, io: Io, exitWith: ExitWith): void {
  program
    .command("compare")
    .description("show what changed between two results, including the behaviour profile")
    .argument("<before>", "the result.json of the earlier run, the baseline")
    .argument("<now>", "the result.json of the later run")
    .addOption(new Option("--format <format>", "text, markdown or json").default("text", "text"))
    .option("--fail-on-regression", "exit with status 1 if anything that passed before now fails", false)
    .addHelpText("after", HELP)
    .action(async (before: string, now: string, options: CompareOptions) => {
      const { compareFiles } = await import("./compare.ts");
      exitWith(compareFiles(before, now, options, io));
    });
}

const HELP = `
A regression is a requirement, a check or an interaction of a contract that passed before and fails now, or a worse
verdict. Waived and pending failures are not regressions, nor are changes in the behaviour profile: pin those with
check --expect.

Examples:
  plant-store-conformance compare released.json reports/latest/result.json
  plant-store-conformance compare released.json result.json --format markdown --fail-on-regression

Exit status: 0 compared, 1 a regression with --fail-on-regression, 2 wrong usage.`;
