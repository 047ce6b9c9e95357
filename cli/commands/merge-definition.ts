/** The command line of `merge`. The command itself is loaded when it runs. */
import type { Command } from "commander";
import type { ExitWith, Io } from "../io.ts";
import { addWholeRunOptions } from "../options/check-options.ts";
import { addDocumentOptions } from "../options/document-options.ts";
import { FORMATS, addReportOptions } from "../options/report-options.ts";
import type { MergeOptions } from "./merge.ts";

/** Adds the command. */
export function addMerge(program: Command, io: Io, exitWith: ExitWith): void {
  const command = program
    .command("merge")
    .description("join the results of all shards of a run (check --shard) or of a fleet (fleet --shard)")
    .argument("<results...>", "results: files, folders, http or https URLs, or - for standard input")
    .option("-q, --quiet", "print only the verdict line", false);
  addDocumentOptions(command);
  addWholeRunOptions(command);
  command.optionsGroup("Reports:");
  addReportOptions(command)
    .addHelpText("after", `${FORMATS}\n${HELP}`)
    .action(async (results: readonly string[], options: Omit<MergeOptions, "typed">) => {
      const { merge } = await import("./merge.ts");
      const typed = command.options.filter((one) => command.getOptionValueSource(one.attributeName()) === "cli");
      exitWith(await merge(results, { ...options, typed: typed.map(({ long }) => long ?? "") }, io));
    });
}

const HELP = `
All shards must be of one run: the same version, document, seed, selection and provider. A missing shard makes the result
inconclusive. If the shards used --document, --operation and --overlay, give merge the same options. In a folder and the
folders inside it, merge reads result*.json and shard*.json.

For a fleet, give its fleet.json files, or folders that contain them. merge writes the joined reports to --out.

Examples:
  plant-store-conformance merge shards/ --out reports/latest
  plant-store-conformance merge shard-1.json shard-2.json --report junit=junit.xml
  plant-store-conformance merge parts/ --out reports             (the folders of fleet --shard)
  cat shards/*.json | plant-store-conformance merge -

Exit status: that of the whole run, 3 also if the results are not those of all shards of one run, 2 wrong usage.`;
