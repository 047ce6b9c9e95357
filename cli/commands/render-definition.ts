/** The command line of `render`. The command itself is loaded when it runs. */
import type { Command } from "commander";
import type { ExitWith, Io } from "../io.ts";
import { FORMATS, addReportOptions } from "../options/report-options.ts";
import type { ReportOptions } from "../files/write-reports.ts";

/** Adds the command. */
export function addRender(program: Command, io: Io, exitWith: ExitWith): void {
  const command = program
    .command("render")
    .description("write reports from an earlier result; without options, print the text report")
    .argument("<result>", "the result.json of a run");
  addReportOptions(command)
    .addHelpText("after", `${FORMATS}\n${HELP}`)
    .action(async (result: string, options: ReportOptions) => {
      const { render } = await import("./render.ts");
      exitWith(await render(result, options, io));
    });
}

const HELP = `
Examples:
  plant-store-conformance render reports/latest/result.json
  plant-store-conformance render result.json --report markdown=-
  plant-store-conformance render result.json --report junit=junit.xml --report har=exchanges.har

Exit status: 0 rendered, regardless of the verdict; 2 wrong usage, or the file is not a result; 3 a report could
not be written.`;
