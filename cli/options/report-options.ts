/** The options about reports. Every command that writes reports has the same. */
import { type Command, Option } from "commander";
import { renderers, usualFormats } from "../../reports/index.ts";
import { none, repeated } from "./list-options.ts";

/** Adds the options to a command. */
export function addReportOptions(command: Command): Command {
  const usual = usualFormats.map((format) => renderers[format].fileName).join(", ");
  return command
    .addOption(
      new Option("--details", "print every failure with its request and response, not the short report")
        .default(false)
        .conflicts("quiet"),
    )
    .option(
      "--report <format=file>",
      "write a report to a file, or to standard output with -; may be repeated",
      repeated,
      none,
    )
    .option("-o, --out <folder>", `write the default reports to a folder: ${usual}`)
    .option("--docs-url <url>", "the URL of a published docs/requirements.md, for links in reports")
    .option("--github", "in GitHub Actions: annotate the run and write a job summary", false);
}

/** The formats and their purposes, for the help. */
export const FORMATS = `\nFormats:\n${Object.entries(renderers)
  .map(([format, { purpose }]) => `  ${format.padEnd(12)} ${purpose}`)
  .join("\n")}`;
