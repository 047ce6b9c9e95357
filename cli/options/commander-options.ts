/** Makes the options of commander from the rows of the table, and reads their values. */
import { Command, Help, Option } from "commander";
import type { OptionRange } from "../../library/option-rules.ts";
import { UsageError } from "../io.ts";
import type { OptionRow } from "./option-row.ts";
import { USUAL } from "./run-options.ts";
import { OPTIONS } from "./option-table.ts";

/** An option of commander, and its row. */
export class TableOption extends Option {
  readonly row: OptionRow;

  constructor(row: OptionRow) {
    super(row.flags, row.help);
    this.row = row;
    const { range, list, choices, preset, group, shown } = row;
    if (choices !== undefined) this.choices(choices);
    else if (range !== undefined) this.argParser((text: string) => wholeNumber(text, this.typedName, range));
    else if (list !== undefined) this.argParser(list === "words" ? words : items);
    const fallback =
      row.fallback ?? (list === undefined ? (this.isBoolean() && !this.negate ? false : undefined) : none);
    if (fallback !== undefined) this.default(fallback, shown);
    if (preset !== undefined) this.preset(preset);
    if (row.loud === true) this.conflicts("quiet");
    if (row.required === true) this.makeOptionMandatory();
    if (group !== undefined && group !== "") this.helpGroup(group);
    this.#refuseEmpty();
  }

  /** The name as typed: `--token-file`. */
  get typedName(): string {
    return this.long ?? this.flags;
  }

  /** The name in a file of options: the long name without `no-`. */
  get key(): string {
    return this.typedName.replace(/^--(no-)?/, "");
  }

  /** An empty text is mostly an unset variable of the shell, and never a file, a command or a selection. */
  #refuseEmpty(): void {
    const named = this.row.named ?? /<(file|folder|command|name)s?>/.exec(this.flags)?.[1];
    if (named === undefined || (named === "name" && this.row.list !== "words")) return;
    const parse = this.parseArg;
    this.argParser((value: string, before: unknown): unknown => {
      if ((named === "name" ? value.replaceAll(",", "") : value).trim() === "") {
        throw new UsageError(`${this.typedName} is empty; give a ${named}. Is the variable set that it is read from?`);
      }
      return parse === undefined ? value : parse(value, before);
    });
  }
}

const none: readonly string[] = [];

const items = (text: string, before: readonly string[]): readonly string[] => [...before, text];

const words = (text: string, before: readonly string[]): readonly string[] => [
  ...before,
  ...text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== ""),
];

/** Reads a whole number, in the internal unit. @throws {UsageError} quotes a wrong value and says what is allowed */
export function wholeNumber(text: string, name: string, { scale = 1, ...range }: OptionRange): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value) || value < range.least || value > range.greatest) {
    const unit = range.unit === undefined ? "" : ` ${range.unit}`;
    throw new UsageError(
      `${name} ${JSON.stringify(text)} is not a whole number from ${range.least} to ${range.greatest}${unit}`,
    );
  }
  return value * scale;
}

/** Adds the options of a command in the table to a command. */
export function commandOf(name: string, command: Command = new Command(name)): Command {
  const rows: readonly OptionRow[] = Object.hasOwn(OPTIONS, name) ? OPTIONS[name as keyof typeof OPTIONS] : [];
  for (const one of rows) command.addOption(new TableOption(one));
  return command;
}

/** With more options than this, a command has a short help and a full one. */
const MANY = 24;

/** Adds `--help-all` to a command with many options. Its `--help` then leaves out those that few people need. */
export function shortenHelp(command: Command): void {
  const ofCheck = new Set(OPTIONS.check.map(({ flags }) => flags as string));
  const rest = optionsOf(command).filter((one) => ofCheck.has(one.flags) && !USUAL.has(one.name()));
  if (optionsOf(command).length <= MANY) return;
  let isAll = false;
  command.addOption(new Option("--help-all", "display all options").hideHelp());
  command.on("option:help-all", () => {
    isAll = true;
    command.help();
  });
  command.configureHelp({
    ...command.configureHelp(),
    formatHelp(one, helper) {
      const shown = helper.visibleOptions(one).filter((option) => isAll || !rest.some((other) => other === option));
      helper.visibleOptions = () => shown;
      return Help.prototype.formatHelp.call(this, one, helper);
    },
  });
  command.addHelpText("after", () =>
    isAll ? "" : `\n${rest.length} more options: ${command.parent?.name()} ${command.name()} --help-all`,
  );
}

/** The options of a command that are in the table. */
export function optionsOf(command: Command): readonly TableOption[] {
  return command.options.filter((option) => option instanceof TableOption);
}

/** Whether an option was typed. Values of files and defaults were not. */
export function isTyped(command: Command, option: TableOption): boolean {
  return command.getOptionValueSource(option.attributeName()) === "cli";
}

/** Whether an option has a value besides that for "not given". */
export function isSet(option: TableOption, value: unknown): boolean {
  if (option.negate) return value === false;
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}

/** The options of `check` with a value besides that for "not given". */
export function givenAmong(options: object): readonly TableOption[] {
  return optionsOf(commandOf("check")).filter((one) => isSet(one, Reflect.get(options, one.attributeName())));
}

/** Takes back a value that a file gave. */
export function leaveOut(command: Command, option: TableOption): void {
  command.setOptionValueWithSource(option.attributeName(), option.defaultValue, "config");
}
