/** The command line of `judge-traffic`. The command itself is loaded when it runs. */
import { type Command, Option } from "commander";
import { trafficRenderers } from "../../reports/traffic/index.ts";
import type { ExitWith, Io } from "../io.ts";
import { none, repeated } from "../options/list-options.ts";
import type { JudgeTrafficOptions } from "./judge-traffic.ts";

/** Adds the command. */
export function addJudgeTraffic(program: Command, io: Io, exitWith: ExitWith): void {
  const command = program
    .command("judge-traffic")
    .description("judge recorded exchanges: HAR 1.2 files, or logs with one JSON object per line; sends nothing")
    .argument("<files...>", "the recordings; - is standard input");
  addTrafficOptions(command)
    .option(
      "--base-url <url>",
      "judge only requests to this base URL; may be repeated (default: the only base URL in the recording)",
      repeated,
      none,
    )
    .option("--pact-drafts <folder>", "write the interactions that clients use as drafts of pacts, one file per client")
    .addHelpText("after", HELP)
    .action(async (files: readonly string[], options: JudgeTrafficOptions) => {
      const { judgeTraffic } = await import("./judge-traffic.ts");
      exitWith(await judgeTraffic(files, options, io));
    });
}

/** Adds the options that every command about traffic has. */
export function addTrafficOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--side <side>", "the side to judge")
        .choices(["provider", "consumer", "both"])
        .default("both", "both"),
    )
    .option("--consumer-header <name>", "the header field that names the client", "user-agent")
    .option("--strict", "also fail if a SHOULD is not met", false)
    .option(
      "--report <format=file>",
      "write a report to a file, or to standard output with -; may be repeated",
      repeated,
      none,
    );
}

const HELP = `
Formats:
${Object.entries(trafficRenderers)
  .map(([format, { purpose }]) => `  ${format.padEnd(12)} ${purpose}`)
  .join("\n")}

Examples:
  plant-store-conformance judge-traffic session.har
  plant-store-conformance judge-traffic access.ndjson --base-url https://plants.example/api --side provider
  zcat access.ndjson.gz | plant-store-conformance judge-traffic - --report json=traffic.json

Exit status: 0 traffic-clean, 1 traffic-broken, 2 wrong usage, or a file cannot be read, 3 too little could be judged.`;
