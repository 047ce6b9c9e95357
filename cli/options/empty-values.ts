/**
 * Refuses empty values of options: mostly an unset variable of the shell, and never a file, a command or a selection.
 */
import type { Command, Option } from "commander";
import { UsageError } from "../io.ts";

/** The thing that an option names, if an empty text cannot name it. */
function namedBy({ flags, long }: Option): string | null {
  if (long === "--seed") return "text";
  if (long === "--unix-socket") return "path";
  if (flags.endsWith("<names>")) return "name";
  return /<(file|folder|command)>/.exec(flags)?.[1] ?? null;
}

/** Whether a value contains only spaces, or in a list only spaces and commas. */
function isEmpty(value: string, named: string): boolean {
  return (named === "name" ? value.replaceAll(",", "") : value).trim() === "";
}

/** Makes a command and its subcommands refuse empty values, on the command line and in a file of options alike. */
export function refuseEmptyValues(command: Command): Command {
  for (const option of command.options) {
    const named = namedBy(option);
    if (named === null) continue;
    const parse = option.parseArg;
    option.argParser((value: string, before: unknown): unknown => {
      if (isEmpty(value, named)) {
        throw new UsageError(
          `${option.long ?? option.flags} is empty; give a ${named}. Is the variable set that it is read from?`,
        );
      }
      return parse === undefined ? value : parse(value, before);
    });
  }
  for (const sub of command.commands) refuseEmptyValues(sub);
  return command;
}
