/** The command line of `export`. The command itself is loaded when it runs. */
import { type Command, Option } from "commander";
import type { ExitWith, Io } from "../io.ts";
import type { ExportOptions } from "./export.ts";

const FORMATS: readonly ExportOptions["format"][] = ["vectors", "hurl", "http", "postman", "curl", "har"];

/** Adds the command. */
export function addExport(program: Command, io: Io, exitWith: ExitWith): void {
  program
    .command("export")
    .description("print the fixed checks as data for a test suite in any language, or as a file for another tool")
    .addOption(new Option("--format <name>", "the format").choices(FORMATS).default("vectors", "vectors"))
    .option(
      "--seed <text>",
      "the seed for bodies, and for the ids and names in files for other tools (default: always the same for vectors, else random)",
    )
    .option("--base-url <url>", "for har: the base URL of the requests (default: http://127.0.0.1:8080)")
    .addHelpText("after", HELP)
    .action(async (options: ExportOptions) => {
      const { exportVectors } = await import("./export.ts");
      exitWith(await exportVectors(options, io));
    });
}

const HELP = `
Formats:
  vectors   JSON with a schema: requests with placeholders for ids and the token, and the expected answers
  hurl      a file for hurl --test
  http      a file for the HTTP clients of JetBrains and httpYac
  postman   a collection of Postman, format 2.1
  curl      a script for a POSIX shell
  har       every request that a run would send, as HAR 1.2 without answers

Examples:
  plant-store-conformance export > vectors.json
  plant-store-conformance export --format hurl > vectors.hurl
  plant-store-conformance export --format har --base-url https://plants.example > planned.har

Exit status: 0 printed, 2 wrong usage, 3 the output could not be written. Nothing is sent.`;
