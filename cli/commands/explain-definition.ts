/** The command line of `explain`. The command itself is loaded when it runs. */
import type { Command } from "commander";
import type { ExitWith, Io } from "../io.ts";
import type { ExplainOptions } from "../explain/explain.ts";

/** Adds the command. */
export function addExplain(program: Command, io: Io, exitWith: ExitWith): void {
  program
    .command("explain")
    .description("say what a requirement or a check asks, where it rests, what is sent, and how a provider is mended")
    .argument("[id]", "the id of a requirement, or of a check")
    .option("--json", "as JSON", false)
    .addHelpText("after", "\nThe whole catalogue explained is docs/requirements.md of this package.")
    .action(async (id: string | undefined, options: ExplainOptions) => {
      const { explain } = await import("../explain/explain.ts");
      exitWith(await explain(id, options, io));
    });
}
