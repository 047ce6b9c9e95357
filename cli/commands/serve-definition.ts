/** The command line of `serve`. The command itself is loaded when it runs. */
import type { Command } from "commander";
import type { ExitWith, Io } from "../io.ts";
import { portNumber } from "../options/number-options.ts";
import type { ServeOptions } from "./serve.ts";

/** Adds the command. */
export function addServe(program: Command, io: Io, exitWith: ExitWith): void {
  program
    .command("serve")
    .description("run the reference implementation until SIGINT or SIGTERM, and print its URL")
    .option("--port <n>", "the port, or 0 for a free one; or set PORT (default: 8080)", portNumber("--port"))
    .option("--host <address>", "the address to listen on (default: 127.0.0.1)", "127.0.0.1")
    .option("--base-path <path>", "a path prefix", "")
    .option("--token <token>", "the token that the server accepts")
    .option("--token-file <file>", "a file with the token on one line; or set PLANT_STORE_TOKEN")
    .option(
      "--document <file>",
      "serve the create operation of this OpenAPI document; its schema decides which bodies are valid",
    )
    .option("--operation <name>", "with --document, the operationId or path of the operation, if there are several")
    .option(
      "--overlay <file>",
      "with --document, a YAML file with the meaning of members: identity, label, optionalLabel, returned, leftOut, namedOnly",
    )
    .option(
      "--states-port <n>",
      "accept provider states on this port, or 0 for a free one, from this machine only (default: off)",
      portNumber("--states-port"),
    )
    .addHelpText("after", "\nExit status: 0 ended by SIGINT or SIGTERM, 2 wrong usage.")
    .action(async (options: ServeOptions) => {
      const { serve } = await import("./serve.ts");
      exitWith(await serve(options, io));
    });
}
