/** The command line of `check`. The command itself is loaded when it runs. */
import type { Command } from "commander";
import { type ExitWith, type Io, UsageError } from "../io.ts";
import { addCheckOptions } from "../options/check-options.ts";
import { applyConfig } from "../options/config.ts";
import { leaveOutForSelection, refuseWithoutEffect } from "../options/without-effect.ts";
import { recordOptions } from "../options/repeated-options.ts";
import { leaveOutForShard } from "../options/shard-option.ts";
import { FORMATS } from "../options/report-options.ts";
import type { CheckOptions } from "./check.ts";

/** Adds the command. */
export function addCheck(program: Command, io: Io, exitWith: ExitWith): void {
  const command = addCheckOptions(program.command("check"));
  const typed = recordOptions(command);
  command
    .description("judge a provider; requires a base URL or --reference")
    .argument("[base-url]", "the base URL of the provider, including a path prefix; or set PLANT_STORE_URL")
    .addHelpText("after", `${FORMATS}\n${HELP}`)
    .hook("preAction", async (given) => {
      refuseWithoutEffect(given);
      await applyConfig(given, io);
      leaveOutForShard(given);
      await selectLastFailed(given, io);
      leaveOutForSelection(given);
    })
    .action(async (baseUrl: string | undefined, options: CheckOptions) => {
      const { check } = await import("./check.ts");
      const given = { ...options, typed: typed() };
      if (!options.watch) return exitWith(await check(baseUrl, given, io));
      const { watchChecks } = await import("./watch.ts");
      exitWith(await watchChecks(baseUrl, given, io, (again, world) => check(baseUrl, again, world)));
    });
}

/** Replaces `--last-failed` by the selection of the failed checks. Without failed checks to select, all run. */
async function selectLastFailed(command: Command, io: Io): Promise<void> {
  const { lastFailed, quiet } = command.opts<{ readonly lastFailed: boolean; readonly quiet: boolean }>();
  if (!lastFailed) return;
  if (["only", "skip"].some((name) => command.getOptionValueSource(name) === "cli")) {
    throw new UsageError("--last-failed cannot be used with --only or --skip; give one of them");
  }
  const { lastFailed: failedOf } = await import("../files/last-run.ts");
  const { only, sentence } = failedOf(io);
  if (!quiet) io.err(`${sentence}\n`);
  if (only.length > 0) command.setOptionValueWithSource("only", only, "cli");
}

const HELP = `
Examples:
  PLANT_STORE_TOKEN=... plant-store-conformance check http://127.0.0.1:8080/api
  plant-store-conformance check https://plants.example/v1 --token-file token.txt --out reports/latest
  plant-store-conformance check http://127.0.0.1:8080 --token-file token.txt --only refuses-malformed-json
  plant-store-conformance check http://127.0.0.1:8080 --start "node server.js" --watch
  plant-store-conformance check --last-failed
  plant-store-conformance check http://127.0.0.1:8080 --token-file token.txt --fuzz 1000 --rate 100
  plant-store-conformance check http://127.0.0.1:8080 --token-file token.txt --shard 1/8 --seed night-7 --out shard-1
  plant-store-conformance check http://127.0.0.1:8080 --token-file token.txt --document openapi.yaml --pacts pacts/
  plant-store-conformance check --reference

Exit status: 0 conformant (or a selection or a shard met), 1 not conformant, 2 wrong usage (nothing was sent), 3 inconclusive.
The exit status is also 1 if a pinned value, a user-supplied contract or a waiver fails.`;
