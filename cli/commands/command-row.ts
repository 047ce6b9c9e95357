/** What a row of the table of commands says, and the types of what its command is given. */
import type { Command } from "commander";
import type { Io } from "../io.ts";
import type { OptionsOf } from "../options/option-table.ts";
import type { TypedOption } from "../options/typed-options.ts";

/** What a command is given besides its arguments and options. */
interface CommandInput {
  readonly io: Io;
  readonly command: Command;
  readonly typed: readonly TypedOption[];
}

/** An argument, with its help. A subcommand has the name of its command before its own. */
type Word = readonly [flags: string, help?: string, choices?: readonly string[]];

type ValueOfWord<Flags> = Flags extends `${string}...${string}`
  ? readonly string[]
  : Flags extends `[${string}`
    ? string | undefined
    : string;

export interface CommandRow<Name = string, Words extends readonly Word[] = readonly Word[], Values = never> {
  readonly name: Name;
  readonly summary: string;
  readonly words?: Words;
  /** What the help says after the options. */
  readonly help?: string;
  readonly hidden?: true;
  /** Completes the options before the command runs, from files and by what goes together. */
  readonly complete?: (command: Command, io: Io) => Promise<void> | void;
  /** Runs the command. Without it, the command only has subcommands. @returns the exit status */
  readonly run?: (words: Values, options: OptionsOf<Name>, given: CommandInput) => Promise<number>;
}

/** Checks the parts of a row against each other and against its options. */
export function row<const Name extends string, const Words extends readonly Word[] = readonly []>(
  of: CommandRow<Name, Words, { readonly [At in keyof Words]: ValueOfWord<Words[At][0]> }>,
): CommandRow {
  return of as unknown as CommandRow;
}
