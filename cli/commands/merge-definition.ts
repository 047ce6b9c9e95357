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
    .description("make one result of the results of all shards of a run (check --shard) or of a fleet (fleet --shard)")
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
All shards have to be of one run: the same version, document, seed, selection and provider. A shard that is missing makes
the result inconclusive. A run by another document is merged by that document: give --document, --operation and --overlay as
the shards have them. Of a folder, result*.json and shard*.json are read, those of folders within it too.

The parts of a fleet are its fleet.json files, or folders with one in them or in the folders within; they are joined into --out.

Examples:
  plant-store-conformance merge shards/ --out reports/latest
  plant-store-conformance merge shard-1.json shard-2.json --report junit=junit.xml
  plant-store-conformance merge parts/ --out reports             (each with the fleet.json of fleet --shard)
  cat shards/*.json | plant-store-conformance merge -

Exit status: that of the whole run, and 3 also if the results are not those of all shards of one run; 2 wrong usage.`;
