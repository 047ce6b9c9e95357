/** The command line of `list`. The command itself is loaded when it runs. */
import type { Command } from "commander";
import type { ExitWith, Io } from "../io.ts";
import { none, words } from "../options/list-options.ts";
import type { ListOptions } from "./list.ts";

/** Adds the command. */
export function addList(program: Command, io: Io, exitWith: ExitWith): void {
  program
    .command("list")
    .description("list the requirements and their checks")
    .option(
      "--only <names>",
      "only these: ids of requirements or checks, levels, topics, separated by commas",
      words,
      none,
    )
    .option("--skip <names>", "leave these out", words, none)
    .option("--requests", "show the first request of each check, as it would be sent", false)
    .option("--seed <text>", "the seed that ids and names are drawn with", "example")
    .option("--json", "as JSON", false)
    .action(async (options: ListOptions) => {
      const { list } = await import("./list.ts");
      exitWith(await list(options, io));
    });
}
