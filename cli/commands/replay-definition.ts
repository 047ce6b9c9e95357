/** The command line of `replay`. The command itself is loaded when it runs. */
import type { Command } from "commander";
import type { ExitWith, Io } from "../io.ts";
import { addTargetOptions } from "../options/check-options.ts";
import type { ReplayOptions } from "./replay.ts";

/** Adds the command. */
export function addReplay(program: Command, io: Io, exitWith: ExitWith): void {
  const command = program
    .command("replay")
    .description("send the recorded requests of one check again, byte for byte, and show both responses")
    .argument("<result>", "the result.json of a run")
    .argument("<check>", "the id of a check, as shown in the reports")
    .option(
      "--base-url <url>",
      "send to this provider (default: the judged provider; a token is then sent only to this machine)",
    );
  addTargetOptions(command)
    .addHelpText("after", HELP)
    .action(async (result: string, id: string, options: ReplayOptions) => {
      const { replay } = await import("./replay.ts");
      exitWith(await replay(result, id, options, io));
    });
}

const HELP = `
The requests are sent in sequence, over one connection. Nothing is judged.

Examples:
  plant-store-conformance replay reports/latest/result.json error-shape/every-400 --token-file token.txt
  plant-store-conformance replay result.json refuses-no-body/no-body --base-url http://127.0.0.1:8080/api

Exit status: 0 every request was answered, 2 wrong usage, 3 a request was not answered.`;
