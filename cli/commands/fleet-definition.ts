/** The command line of `fleet`. The command itself is loaded when it runs. */
import { type Command, Option } from "commander";
import type { ExitWith, Io } from "../io.ts";
import { none, repeated } from "../options/list-options.ts";
import { wholeNumber } from "../options/number-options.ts";
import type { FleetOptions } from "./fleet.ts";

/** Adds the command. */
export function addFleet(program: Command, io: Io, exitWith: ExitWith): void {
  program
    .command("fleet")
    .description("judge many providers, and compare them on one page")
    .argument("<file>", "a YAML file with the providers, each with the options of check")
    .requiredOption("-o, --out <folder>", "write the reports to this folder (required)")
    .addOption(
      new Option("--concurrency <n>", "the maximum number of providers to judge at the same time")
        .argParser(wholeNumber("--concurrency", { least: 1, greatest: 64 }))
        .default(8, "8"),
    )
    .option(
      "--may-fail <label>",
      "providers with this label do not fail the run; reports still show them; may be repeated",
      repeated,
      none,
    )
    .option(
      "--shard <i/n>",
      "judge only part I of N of the providers; merge joins the results; auto reads I and N from the environment of the job",
    )
    .option("--github", "in GitHub Actions: add the providers to the job summary", false)
    .option("-q, --quiet", "print only the last line", false)
    .addHelpText("after", HELP)
    .action(async (file: string, options: FleetOptions) => {
      const { fleet } = await import("./fleet.ts");
      exitWith(await fleet(file, options, io));
    });
}

const HELP = `
The file:
  defaults:                        options of check for every provider, as in a file for check --config
    strict: true
  providers:
    - name: staging
      base-url: https://staging.plants.example/v1
      token: \${STAGING_TOKEN}
      labels: [java, internal]
    - name: next
      base-url: http://127.0.0.1:8080
      token-file: next.token
      start: node server.js
      may-fail: true

The folder gets fleet.json, fleet.html, fleet.md, fleet.junit.xml and fleet.csv, and a result.json and a report.html for
each provider. No provider gets PLANT_STORE_TOKEN or PLANT_STORE_HEADERS unless the file says so. Contracts are left
out unless the file says contracts: true.

Exit status: 0 all providers are conformant, 1 at least one is not, 2 wrong usage (nothing was sent), 3 otherwise, if at
least one is inconclusive. Providers that may fail do not count.`;
