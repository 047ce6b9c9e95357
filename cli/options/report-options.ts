/** The options about reports, the same for every command that makes some. */
import type { Command } from "commander";
import { renderers, usualFormats } from "../../reports/index.ts";
import { none, repeated } from "./list-options.ts";
import { PAGE } from "../files/report-files.ts";

/** Adds the options to a command. */
export function addReportOptions(command: Command): Command {
  const usual = usualFormats.map((format) => renderers[format].fileName).join(", ");
  return command
    .option("--report <format=file>", "write a report; may be given again; FILE - is standard output", repeated, none)
    .option("--out <folder>", `write the usual reports into a folder: ${usual}, and ${PAGE} that they link to`)
    .option(
      "--docs-url <url>",
      "where docs/requirements.md is published: reports link to it in place of naming `explain`",
    )
    .option("--sign-key <file>", "sign the attestation with this Ed25519 private key, in PEM")
    .option("--github", "in GitHub Actions: annotate the run, and add to the job's summary", false);
}

/** For the help: every format and what it is for. */
export const FORMATS = `\nFormats:\n${Object.entries(renderers)
  .map(([format, { purpose }]) => `  ${format.padEnd(12)} ${purpose}`)
  .join("\n")}`;
