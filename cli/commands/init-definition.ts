/** The command line of `init`. The command itself is loaded when it runs. */
import type { Command } from "commander";
import type { ExitWith, Io } from "../io.ts";
import type { InitOptions } from "./init.ts";

/** Adds the command. */
export function addInit(program: Command, io: Io, exitWith: ExitWith): void {
  program
    .command("init")
    .description("write plant-store-conformance.yaml and a pipeline file; asks for what is not given")
    .option("--base-url <url>", "the base URL of the provider, including a path prefix")
    .option("--token-file <file>", "the file with the token")
    .option("--token-command <command>", "the command that prints the token")
    .option("--start <command>", "the command that starts the provider")
    .option("--no-pipeline", "write no pipeline file")
    .option("--force", "replace files that this command wrote before", false)
    .addHelpText("after", HELP)
    .action(async (options: InitOptions) => {
      const { init } = await import("./init.ts");
      exitWith(await init(options, io));
    });
}

const HELP = `
init writes a new pipeline file for the system that the working folder uses (.github, .gitlab-ci.yml or Jenkinsfile), and
changes no existing pipeline. It writes no token.

Examples:
  plant-store-conformance init
  plant-store-conformance init --base-url http://127.0.0.1:8080 --start "node server.js"
  plant-store-conformance init --base-url https://plants.example/v1 --token-command "vault read -field=token plants/ci"

Exit status: 0 written, 2 wrong usage, or a file exists (give --force).`;
