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
    .option("--token-file <file>", "the file that holds the token")
    .option("--token-command <command>", "the command that prints the token")
    .option("--start <command>", "the command that starts the provider")
    .option("--no-pipeline", "write no pipeline file")
    .option("--force", "replace the files that this command has written before", false)
    .addHelpText("after", HELP)
    .action(async (options: InitOptions) => {
      const { init } = await import("./init.ts");
      exitWith(await init(options, io));
    });
}

const HELP = `
The pipeline file is a new one beside those that exist; no existing pipeline is edited. Which one depends on what the
working folder has: .github, .gitlab-ci.yml or Jenkinsfile. No token is written into a file.

Examples:
  plant-store-conformance init
  plant-store-conformance init --base-url http://127.0.0.1:8080 --start "node server.js"
  plant-store-conformance init --base-url https://plants.example/v1 --token-command "vault read -field=token plants/ci"

Exit status: 0 written, 2 wrong usage, or a file exists (give --force).`;
