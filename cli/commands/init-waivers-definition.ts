/** The command line of `waivers`. The command itself is loaded when it runs. */
import type { Command } from "commander";
import type { ExitWith, Io } from "../io.ts";
import type { InitWaiversOptions } from "./init-waivers.ts";

/** Adds the command. */
export function addWaivers(program: Command, io: Io, exitWith: ExitWith): void {
  program
    .command("waivers")
    .description("write a waivers file, to be completed and used with check --waivers")
    .requiredOption("--init <result>", "the result.json with the failures; each unwaived failure gets an entry")
    .option("--by-cause", "write one entry for each cause in the reports, not for each requirement", false)
    .option("--reason <text>", "the reason of every entry; with --until, the file is complete")
    .option("--until <day>", "the last day of every entry: YYYY-MM-DD, in UTC")
    .option("-o, --out <file>", "the file to write, which must not exist, or - for standard output", "waivers.yaml")
    .addHelpText(
      "after",
      '\nExample:\n  plant-store-conformance waivers --init result.json --reason "rewritten in PLANT-12" --until 2027-01-31',
    )
    .addHelpText("after", "\nExit status: 0 written, or nothing to waive; 2 wrong usage, or the file is not a result.")
    .action(async (options: InitWaiversOptions) => {
      const { initWaivers } = await import("./init-waivers.ts");
      exitWith(initWaivers(options, io));
    });
}
