/** The command line: its commands, and the handling of wrong usage. */
import { Command, CommanderError, type Option } from "commander";
import { addCheck } from "./commands/check-definition.ts";
import { addFleet } from "./commands/fleet-definition.ts";
import { addHistory } from "./commands/history-definition.ts";
import { addContracts } from "./commands/contracts-definition.ts";
import { addDoctor } from "./commands/doctor-definition.ts";
import { addInit } from "./commands/init-definition.ts";
import { addServe } from "./commands/serve-definition.ts";
import { addJudgeTraffic } from "./commands/judge-traffic-definition.ts";
import { addProxy } from "./commands/proxy-definition.ts";
import { addList } from "./commands/list-definition.ts";
import { addExport } from "./commands/export-definition.ts";
import { addExplain } from "./commands/explain-definition.ts";
import { addRender } from "./commands/render-definition.ts";
import { addWaivers } from "./commands/init-waivers-definition.ts";
import { addMerge } from "./commands/merge-definition.ts";
import { addCompare } from "./commands/compare-definition.ts";
import { addDiff } from "./commands/diff-definition.ts";
import { addReplay } from "./commands/replay-definition.ts";
import { addCompletion } from "./commands/completion-definition.ts";
import { EXIT, type ExitWith, type Io, OutputError, UsageError } from "./io.ts";
import { refuseEmptyValues } from "./options/empty-values.ts";
import { toolVersion } from "../library/version.ts";

/** In the order of the help. Each loads its implementation only when it runs, so that a command starts sooner. */
const commands = [
  addCheck,
  addFleet,
  addContracts,
  addJudgeTraffic,
  addProxy,
  addInit,
  addDoctor,
  addServe,
  addList,
  addExplain,
  addRender,
  addMerge,
  addWaivers,
  addCompare,
  addDiff,
  addHistory,
  addReplay,
  addExport,
  addCompletion,
];

/**
 * Runs a command line (without the program's name) and returns its exit status. Throws only for faults of the suite.
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let status: number = EXIT.usage;
  // `check` does not need the definitions of the other commands, which take as long as parsing the options.
  const asked = argv[0] === "check" ? [addCheck] : commands;
  const program = programOf(asked, io, (given) => (status = given));
  try {
    await program.parseAsync([...asNamed(argv, program)], { from: "user" });
    return status;
  } catch (error) {
    // Commander has printed the error. Help and the version are not errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
    if (error instanceof UsageError) {
      io.err(`${error.message}\n`);
      return EXIT.usage;
    }
    if (error instanceof OutputError) {
      io.err(`${error.message}\n`);
      return EXIT.inconclusive;
    }
    throw error;
  }
}

/** Reads `help NAME` with an unknown name as the command NAME. Otherwise the parser prints the help of the program. */
function asNamed(argv: readonly string[], program: Command): readonly string[] {
  const [first, name] = argv;
  const isUnknown = first === "help" && name !== undefined && !program.commands.some((one) => one.name() === name);
  return isUnknown && !name.startsWith("-") && name !== "help" ? [name] : argv;
}

function programOf(asked: typeof commands, io: Io, exitWith: ExitWith): Command {
  const program = new Command("plant-store-conformance")
    .description(
      "Judges servers of the Plant Store's create-plant operation by the OpenAPI document that describes it.",
    )
    .version(toolVersion().version)
    .configureHelp({ optionDescription, subcommandTerm: (command) => command.name() })
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      outputError: (text, write) =>
        write(
          `${oneSentence(text.replace(/^error: (.)/, (_, letter: string) => letter.toUpperCase()))}. See --help.\n`,
        ),
    })
    .addHelpText(
      "after",
      "\nExit status: 0 conformant (or a selection met), 1 not conformant, 2 wrong usage (nothing was sent), 3 inconclusive.",
    );
  for (const add of asked) add(program, io, exitWith);
  return refuseEmptyValues(program);
}

/** The parser's message on one line, without the full stop that some of its sentences have. */
function oneSentence(text: string): string {
  return text
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")
    .replace(/\.+$/, "");
}

/** Shows a default only if it has a description, because "off" and an empty list are not worth a line. */
function optionDescription({ description, defaultValueDescription }: Option): string {
  return defaultValueDescription === undefined ? description : `${description} (default: ${defaultValueDescription})`;
}
