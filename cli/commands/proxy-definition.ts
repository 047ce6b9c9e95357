/** The command line of `proxy`. The command itself is loaded when it runs. */
import type { Command } from "commander";
import type { ExitWith, Io } from "../io.ts";
import { portNumber } from "../options/number-options.ts";
import { addTrafficOptions } from "./judge-traffic-definition.ts";
import type { ProxyCommandOptions } from "./proxy.ts";

/** Adds the command. */
export function addProxy(program: Command, io: Io, exitWith: ExitWith): void {
  const command = program
    .command("proxy")
    .description("pass live traffic on to a server, and judge it")
    .requiredOption("--target <url>", "the base URL of the server")
    .option("--port <number>", "the port to listen on; 0 for a free one (default: 8081)", portNumber("--port"), 8081)
    .option("--host <address>", "the address to listen on (default: 127.0.0.1)", "127.0.0.1")
    .option("--for <time>", "end after this time, such as 30s, 10m or 1h (default: on SIGINT or SIGTERM)")
    .option("--ca <file>", "for a target over TLS: certificate authorities in PEM")
    .option("--insecure", "for a target over TLS: do not verify its certificate", false);
  addTrafficOptions(command)
    .addHelpText("after", HELP)
    .action(async (options: ProxyCommandOptions) => {
      const { proxy } = await import("./proxy.ts");
      exitWith(await proxy(options, io));
    });
}

const HELP = `
The proxy leaves header fields and bodies as they are, also the field Host. It prints findings as they happen, and the report at the end.

Examples:
  plant-store-conformance proxy --target http://127.0.0.1:8080/api --port 8081
  plant-store-conformance proxy --target https://plants.example --for 10m --report json=traffic.json

Exit status: 0 traffic-clean, 1 traffic-broken, 2 wrong usage, 3 too little could be judged.`;
