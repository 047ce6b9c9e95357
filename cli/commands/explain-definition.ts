/** The command line of `explain`. The command itself is loaded when it runs. */
import type { Command } from "commander";
import type { ExitWith, Io } from "../io.ts";
import { addDocumentOptions } from "../options/document-options.ts";
import type { ExplainOptions } from "../explain/explain.ts";

/** Adds the command. */
export function addExplain(program: Command, io: Io, exitWith: ExitWith): void {
  const command = program
    .command("explain")
    .description("explain a requirement or a check: its source, what is sent, and how to fix a provider")
    .argument("[id]", "the id of a requirement or a check");
  addDocumentOptions(command);
  command
    .optionsGroup("Output:")
    .option(
      "--stack <name>",
      "show what a stack, such as flask, gets wrong and how to fix it; with an id, show its causes first",
    )
    .option("--json", "print JSON", false)
    .addHelpText("after", HELP)
    .action(async (id: string | undefined, options: ExplainOptions) => {
      const { explain } = await import("../explain/explain.ts");
      exitWith(await explain(id, options, io));
    });
}

const HELP = `
docs/requirements.md in this package explains all requirements.

Exit status: 0 explained, 2 wrong usage, 3 the output could not be written.`;
