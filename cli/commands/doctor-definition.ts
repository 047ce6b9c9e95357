/** The command line of `doctor`. The command itself is loaded when it runs. */
import { Command } from "commander";
import type { ExitWith, Io } from "../io.ts";
import { addCheckOptions, addDoctorOptions } from "../options/check-options.ts";
import { applyConfig } from "../options/config.ts";
import type { DoctorOptions } from "./doctor.ts";

/** Adds the command. */
export function addDoctor(program: Command, io: Io, exitWith: ExitWith): void {
  addDoctorOptions(program.command("doctor"))
    .description("find out whether a check can run: address, token, TLS, proxy, clock and versions")
    .argument("[base-url]", "the base URL of the provider, including a path prefix; or set PLANT_STORE_URL")
    .addHelpText("after", HELP)
    .hook("preAction", (command) => applyConfig(command, io, addCheckOptions(new Command())))
    .action(async (baseUrl: string | undefined, options: DoctorOptions) => {
      const { doctor } = await import("./doctor.ts");
      exitWith(await doctor(baseUrl, options, io));
    });
}

const HELP = `
doctor sends one valid plant, so it creates at most one plant. It judges nothing.

Examples:
  plant-store-conformance doctor http://127.0.0.1:8080 --token-file token.txt
  plant-store-conformance doctor

Exit status: 0 a check can run, 2 wrong usage (nothing was sent), 3 a check cannot run.`;
