/** The command line of `history`. The command itself is loaded when it runs. */
import { type Command, Option } from "commander";
import type { ExitWith, Io } from "../io.ts";
import type { AddOptions, ShowOptions } from "./history.ts";

/** Adds the command. */
export function addHistory(program: Command, io: Io, exitWith: ExitWith): void {
  const history = program
    .command("history")
    .description("keep results, and show since when a requirement is broken and which are flaky")
    .addHelpText("after", HELP);
  const folder = (): Option =>
    new Option("--history <folder>", "the folder that holds the history").default("history", "history");
  history
    .command("add")
    .description("add the runs of results, or of fleets, to a history")
    .argument("<file...>", "a result.json or a fleet.json")
    .addOption(folder())
    .option("--provider <name>", "the name of the provider of a result.json in the history (default: its base URL)")
    .addHelpText("after", STATUS)
    .action(async (files: readonly string[], options: AddOptions) => {
      const { historyAdd } = await import("./history.ts");
      exitWith(await historyAdd(files, options, io));
    });
  history
    .command("show")
    .description("show every provider, or the runs of one")
    .argument("[provider]", "the name of one provider in the history")
    .addOption(folder())
    .addOption(new Option("--format <format>", "text, markdown or html").default("text", "text"))
    .addHelpText("after", STATUS)
    .action(async (provider: string | undefined, options: ShowOptions) => {
      const { historyShow } = await import("./history.ts");
      exitWith(await historyShow(provider, options, io));
    });
}

const STATUS = "\nExit status: 0 added or shown, 2 wrong usage, 3 the history or the output could not be written.";

const HELP = `
A requirement is flaky if its status changed more than once in ten runs of one version of the provider. Set the version
with check --provider-version.

Examples:
  plant-store-conformance history add reports/latest/result.json --provider staging
  plant-store-conformance history add reports/fleet.json
  plant-store-conformance history show
  plant-store-conformance history show staging --format html > history.html
${STATUS}`;
