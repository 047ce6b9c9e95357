/** `--config FILE`: every option of `check` but `--reference` in a YAML file. A flag on the command line wins over it. */
import { nearName } from "../../result/near-name.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command, Option } from "commander";
import type { Document } from "yaml";
import { excerpt } from "../../result/safe-text.ts";
import type { Input } from "../files/input-files.ts";
import { readLimited } from "../files/read-file.ts";
import { type Io, UsageError } from "../io.ts";
import { yamlFault } from "../files/yaml-faults.ts";
import { commandAt, kindOf, shown, textAt } from "./config-values.ts";

/** The key of the argument, beside those of the options. */
export const BASE_URL_KEY = "base-url";

/**
 * Options that a file has no key for. A forgotten `reference: true` would keep a pipeline green without a
 * provider.
 */
const COMMAND_LINE_ALONE = ["--config", "--no-config", "--help", "--reference", "--last-failed", "--watch"];

/** Keys that say where the token comes from. Who gives one of them leaves out those of the file that comes after. */
export const TOKEN_KEYS: readonly string[] = ["token", "token-file", "token-command", "auth"];

/** The file that is read without being named, in the working folder. */
export const CONFIG_FILE = "plant-store-conformance.yaml";

/** The parser keeps every node, so that a larger file could exhaust its memory. */
const MOST_BYTES = 256 * 1024;

/** What the reading needs of the world. */
type ConfigIo = Pick<Io, "env" | "err" | "folder">;

/** How a key's value is written. */
type Form = "flag" | "list" | "value";

/**
 * Sets the options of a command from the file that `--config` names, or else from the one in the working folder, those
 * apart that were given on the command line. `--no-config` reads none, and neither does `--reference` without `--config`.
 * @param known a command whose keys may stand in the file too: one file serves more commands than one
 * @throws {UsageError} when the file cannot be used; the message quotes the key and says what would be right
 */
export async function applyConfig(command: Command, io: ConfigIo, known: Command = command): Promise<void> {
  const file = fileFor(command, io);
  if (file === null) return;
  applyKeys(command, await mappingIn(file, "configuration"), {
    env: io.env,
    where: `In the configuration ${JSON.stringify(file)}`,
    others: [...configurable(known).keys()],
    refused: { reference: "is for the command line alone; give --reference there" },
  });
}

/** Where a mapping of keys to values stands, and which keys are no options of the command. */
export interface KeysPlace {
  readonly env: Io["env"];
  /** The beginning of a message. */
  readonly where: string;
  /** Keys that something else reads. */
  readonly others: readonly string[];
  /** Keys that are no options here, each with the end of the message. */
  readonly refused: Readonly<Record<string, string>>;
}

/**
 * Sets the options of a command from a mapping, those apart that were given on the command line.
 * @throws {UsageError} for a key or a value that cannot be used; the message quotes it and says what would be right
 */
export function applyKeys(
  command: Command,
  mapping: Readonly<Record<string, unknown>>,
  { env, where, others, refused }: KeysPlace,
): void {
  const options = configurable(command);
  const isTyped = (option: Option): boolean => command.getOptionValueSource(option.attributeName()) === "cli";
  const hasTypedToken = [...options].some(([key, option]) => TOKEN_KEYS.includes(key) && isTyped(option));
  const alone = COMMAND_LINE_ALONE.map((name) => name.replace(/^--(no-)?/, ""));
  for (const [key, written] of Object.entries(mapping)) {
    const place = `${where}, ${JSON.stringify(key)}`;
    if (alone.includes(key) && !Object.hasOwn(refused, key))
      throw new UsageError(`${place} is for the command line alone; leave it out`);
    if (Object.hasOwn(refused, key)) throw new UsageError(`${place} ${refused[key]}`);
    if (key === BASE_URL_KEY) {
      command.setOptionValueWithSource("baseUrl", textAt(written, place, env), "config");
      continue;
    }
    const option = options.get(key);
    if (option === undefined) {
      if (others.includes(key)) continue;
      const keys = [...options.keys(), ...others, BASE_URL_KEY].filter((one) => !Object.hasOwn(refused, one));
      throw unknownKey(key, keys, place);
    }
    const value = valueOf(option, written, place, env);
    if (!isTyped(option) && !(hasTypedToken && TOKEN_KEYS.includes(key))) {
      command.setOptionValueWithSource(option.attributeName(), value, "config");
    }
  }
}

/** Keys that a message may list. */
const FEW_KEYS = 6;

/** The error for a key that does not exist, with the nearest one that does. */
export function unknownKey(key: string, keys: readonly string[], place: string): UsageError {
  const positive = key.replace(/^no-/, "");
  if (positive !== key && keys.includes(positive))
    return new UsageError(`${place} is no option; write \`${positive}: false\``);
  const nearest = nearName(key, keys);
  const all =
    keys.length <= FEW_KEYS
      ? `give one of ${keys.join(", ")}`
      : "a key is the long name of an option in `check --help`";
  const hint = nearest === null ? all : `did you mean ${JSON.stringify(nearest)}?`;
  return new UsageError(`${place} is no option; ${hint}`);
}

/** The file that is read; one that was found is named, because nobody typed it. */
function fileFor(command: Command, io: ConfigIo): string | null {
  const given: unknown = command.getOptionValue("config");
  if (typeof given === "string") return given;
  if (given === false || command.getOptionValue("reference") === true) return null;
  const found = join(io.folder ?? process.cwd(), CONFIG_FILE);
  if (!existsSync(found)) return null;
  if (command.getOptionValue("quiet") !== true) io.err(`Configuration: ${CONFIG_FILE}\n`);
  return found;
}

/** The file that is read without being named, if `--no-config` does not leave it out. It may not be there. */
export function foundConfig(options: object, { folder }: Pick<Io, "folder">): readonly Input[] {
  return Reflect.get(options, "config") === false ? [] : [{ path: join(folder ?? process.cwd(), CONFIG_FILE) }];
}

/** The options that a file may set, by key: the long name, without `no-`. */
export function configurable(command: Command): ReadonlyMap<string, Option> {
  const options = command.options.filter((option) => !COMMAND_LINE_ALONE.includes(option.long ?? ""));
  return new Map(options.map((option) => [keyOf(option), option]));
}

function keyOf({ long }: Option): string {
  return (long ?? "").replace(/^--(no-)?/, "");
}

function isCommand({ flags }: Option): boolean {
  return flags.endsWith("<command>");
}

/** Whether a key holds true or false, a list, or one value. */
export function formOf(option: Option): Form {
  if (option.isBoolean() || option.negate) return "flag";
  return Array.isArray(option.defaultValue) ? "list" : "value";
}

/**
 * The mapping that a YAML file holds.
 * @param what names the file in a message, such as `configuration`
 * @throws {UsageError} when the file cannot be used
 */
export async function mappingIn(file: string, what: string): Promise<Readonly<Record<string, unknown>>> {
  const quoted = `${what} ${JSON.stringify(file)}`;
  let source: string;
  try {
    source = readLimited(file, MOST_BYTES).toString();
  } catch (error) {
    const why = error instanceof Error ? String(Reflect.get(error, "code") ?? error.message) : String(error);
    throw new UsageError(`The ${quoted} cannot be read (${why})`);
  }
  const { LineCounter, parseDocument, visit } = await import("yaml");
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, logLevel: "error" });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0]);
    throw new UsageError(`The ${quoted} is not YAML, line ${line}, column ${col} ${yamlFault(fault.code)}`);
  }
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === "number" && scalar.source !== undefined)
        scalar.value = asWritten(scalar.value, scalar.source);
    },
  });
  const content = contentOf(document, quoted);
  if (content === null) return {};
  if (typeof content !== "object" || Array.isArray(content)) {
    throw new UsageError(`The ${quoted} is no mapping of options to values, such as \`strict: true\``);
  }
  return Object.fromEntries(Object.entries(content));
}

/** A number that would read otherwise as a number, such as the token 00123 or the seed 1e5, is the text that was written. */
function asWritten(value: number, source: string): number | string {
  return String(value) === source ? value : source;
}

/** What the document holds. Aliases can make a small file as large as they like, or point at themselves. */
function contentOf(document: Document, quoted: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The ${quoted} cannot be used: ${excerpt(why, 200)}`);
  }
}

function valueOf(option: Option, written: unknown, place: string, env: Io["env"]): unknown {
  switch (formOf(option)) {
    case "flag":
      if (typeof written !== "boolean") {
        // A token that is given as auth is no less secret.
        const found = keyOf(option) === "auth" ? kindOf(written) : shown(written);
        throw new UsageError(`${place} is ${found}; give true or false`);
      }
      return written;
    case "list": {
      const items: readonly unknown[] = Array.isArray(written) ? written : [written];
      if (items.length === 0 && keyOf(option) === "only")
        throw new UsageError(`${place} is an empty list, which would run nothing; leave it out to run everything`);
      return items.reduce((before: unknown, item) => parsed(option, textAt(item, place, env), before), []);
    }
    case "value":
      return parsed(option, (isCommand(option) ? commandAt : textAt)(written, place, env), option.defaultValue);
  }
}

/** As commander reads the same text on the command line. */
function parsed(option: Option, value: string, before: unknown): unknown {
  return option.parseArg === undefined ? value : option.parseArg(value, before);
}
