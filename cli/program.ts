/** The command line: its commands, and the handling of wrong usage. */
import { basename, relative, sep } from "node:path";
import { Argument, Command, CommanderError, type Option } from "commander";
import { toolVersion } from "../spec/package-file.ts";
import { safeText } from "../result/safe-text.ts";
import type { CommandRow } from "./commands/command-row.ts";
import { COMMANDS } from "./commands/command-table.ts";
import { EXIT, type ExitWith, type Io, OutputError, UsageError } from "./io.ts";
import { commandOf, shortenHelp } from "./options/commander-options.ts";
import { recordOptions } from "./options/typed-options.ts";

/** Runs a command line and returns its exit status. Throws only for faults of the suite. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let status: number = EXIT.usage;
  // `check` does not need the other commands, which take as long as parsing the options.
  const asked = argv[0] === "check" ? COMMANDS.filter(({ name }) => name === "check") : COMMANDS;
  const program = programOf(asked, io, (given) => (status = given));
  try {
    await program.parseAsync([...asNamed(argv, program)], { from: "user" });
    return status;
  } catch (error) {
    // Commander has printed the error. Help and the version are not errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
    if (error instanceof UsageError) {
      io.err(`${safeText(error.message)}\n`);
      return EXIT.usage;
    }
    if (error instanceof OutputError) {
      io.err(`${safeText(error.message)}\n`);
      return EXIT.inconclusive;
    }
    throw error;
  }
}

/** Reads `diff`, the earlier name of `compare` for documents, as that. Reads `help NAME` with an unknown name as the command NAME. Otherwise the parser prints the help of the program. */
function asNamed(argv: readonly string[], program: Command): readonly string[] {
  const [first, name] = argv;
  if (first === "diff")
    return ["compare", ...argv.slice(1).flatMap((one) => (one === "--json" ? ["--format", "json"] : [one]))];
  const isUnknown = first === "help" && name !== undefined && !program.commands.some((one) => one.name() === name);
  return isUnknown && !name.startsWith("-") && name !== "help" ? [name] : argv;
}

function programOf(asked: readonly CommandRow[], io: Io, exitWith: ExitWith): Command {
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
          `${safeText(oneSentence(text.replace(/^error: (.)/, (_, letter: string) => letter.toUpperCase())))}. See --help.\n`,
        ),
    })
    .addHelpText(
      "after",
      "\nExit status: 0 conformant (or a selection met), 1 not conformant, 2 wrong usage\n(nothing was sent), 3 inconclusive.",
    );
  for (const row of asked) addCommand(program, row, io, exitWith);
  return program;
}

function addCommand(program: Command, row: CommandRow, io: Io, exitWith: ExitWith): void {
  const [first = "", second] = row.name.split(" ");
  const parent = second === undefined ? program : (program.commands.find((one) => one.name() === first) ?? program);
  const command = commandOf(row.name, parent.command(second ?? first, { hidden: row.hidden === true }));
  command.description(row.summary);
  for (const [flags, help, choices] of row.words ?? []) {
    const argument = new Argument(flags, help);
    command.addArgument(choices === undefined ? argument : argument.choices(choices));
  }
  if (row.help !== undefined) command.addHelpText("after", row.help);
  shortenHelp(command);
  const { complete, run: work } = row;
  if (complete !== undefined) command.hook("preAction", (given) => complete(given, io));
  if (work === undefined) return;
  const typed = recordOptions(command);
  command.action(async (...given: unknown[]) => {
    const words = given.slice(0, command.registeredArguments.length);
    exitWith(await work(words as never, command.opts(), { io, command, typed: typed() }));
  });
}

/** The parser's message on one line, without the full stop that some of its sentences have. */
function oneSentence(text: string): string {
  return text
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")
    .replace(/^Option '(.*)' argument missing$/, "Nothing follows $1; write its value right after it")
    .replace(/\.+$/, "");
}

/** Shows a default only if it has a description, because "off" and an empty list are not worth a line. */
function optionDescription({ description, defaultValueDescription }: Option): string {
  return defaultValueDescription === undefined ? description : `${description} (default: ${defaultValueDescription})`;
}

// How the program was called, so that commands in messages can be pasted.

const NAME = "plant-store-conformance";

/** The commands that run the binary of a package, by the first word of `npm_config_user_agent`. */
const RUNNERS: ReadonlyMap<string, string> = new Map([
  ["npm", "npx"],
  ["pnpm", "pnpm exec"],
  ["yarn", "yarn"],
  ["bun", "bunx"],
]);

/** The words before the command. @param script as in `process.argv[1]` @param agent `npm_config_user_agent` */
export function programName(script: string, agent: string | undefined, folder: string): string {
  const parts = script.split(sep);
  const isInstalled = parts.includes("node_modules");
  if (!isInstalled && basename(script) === "main.js") {
    const path = relative(folder, script).split(sep).join("/");
    return /^[\w./-]+$/.test(path) ? `node ${path}` : NAME;
  }
  const runner = RUNNERS.get(/^\w+/.exec(agent ?? "")?.[0] ?? "");
  if (runner !== undefined) return `${runner} ${NAME}`;
  // A link in a folder of the PATH is outside of node_modules.
  return isInstalled ? `npx ${NAME}` : NAME;
}
