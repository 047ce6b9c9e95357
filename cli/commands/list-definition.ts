/** The command line of `list`. The command itself is loaded when it runs. */
import type { Command } from "commander";
import { type ExitWith, type Io, UsageError } from "../io.ts";
import { addDocumentOptions } from "../options/document-options.ts";
import { none, words } from "../options/list-options.ts";
import type { ListOptions } from "./list.ts";

/** Adds the command. */
export function addList(program: Command, io: Io, exitWith: ExitWith): void {
  const command = program.command("list").description("list the requirements and their checks");
  addDocumentOptions(command);
  command
    .optionsGroup("Output:")
    .option("--only <names>", "list only these requirements, checks, levels or topics (comma-separated)", words, none)
    .option("--skip <names>", "do not list these requirements, checks, levels or topics", words, none)
    .option("--requests", "show the first request of each check", false)
    .option("--plan", "show the stages of a run, the number of requests, and which requests wait for others", false)
    .option("--seed <text>", "the seed for ids and names, with --requests or --json", "example")
    .option("--json", "print JSON", false)
    .addHelpText("after", "\nExit status: 0 listed, 2 wrong usage, 3 the output could not be written.")
    .action(async (options: ListOptions, own: Command) => {
      if (options.plan && (options.requests || own.getOptionValueSource("seed") === "cli")) {
        throw new UsageError(
          "--plan has no effect with --requests or --seed: it shows how many requests there are, not what they hold",
        );
      }
      if (own.getOptionValueSource("seed") === "cli" && !options.requests && !options.json) {
        throw new UsageError("--seed has no effect without --requests or --json, which show what is drawn from it");
      }
      const { list } = await import("./list.ts");
      exitWith(await list(options, io));
    });
}
