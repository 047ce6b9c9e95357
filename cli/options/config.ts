/** `--config FILE`: the options of `check` in a YAML file, and the schema of such a file. The command line takes precedence. */
import { meantBy } from "../../result/near-name.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command, Option } from "commander";
import { givenLine } from "../../result/text-encoding.ts";
import { excerpt } from "../../result/safe-text.ts";
import type { Input } from "../files/write-reports.ts";
import { readUtf8, readingYaml } from "../files/read-file.ts";
import { type YamlText, valueOfYaml, yamlIn } from "../../spec/read-yaml-text.ts";
import { type Io, UsageError } from "../io.ts";
import { commandOf, isTyped, optionsOf, type TableOption } from "./commander-options.ts";
import { VARIABLES } from "./run-options.ts";

/** The key of the argument, besides those of the options. */
export const BASE_URL_KEY = "base-url";

const TOKEN_FILE_KEY = "token-file";

/** The file in the working folder that is read by default. */
export const CONFIG_FILE = "plant-store-conformance.yaml";

/** The most bytes of a file. The parser keeps all nodes, so a larger file could exhaust the memory. */
const MOST_BYTES = 256 * 1024;

type ConfigIo = Pick<Io, "env" | "err" | "folder">;

type Form = "flag" | "list" | "value";

/** Whether a key is about the source of the token. If one is set, all of them in a source of lower precedence are ignored. */
export const isOfToken = (option: TableOption | undefined): boolean => option?.row.secret === "token";

/**
 * Sets the options of a command from the file that `--config` names, or else from the one in the working folder.
 * @param known a command whose keys the file may also have, because several commands share one file
 */
export function applyConfig(command: Command, io: ConfigIo, known: Command = command): void {
  const file = fileFor(command, io);
  if (file === null) return;
  applyKeys(command, mappingIn(file, "configuration"), {
    env: io.env,
    where: `In the configuration ${JSON.stringify(file)}`,
    others: [...configurable(known).keys()],
    refused: { reference: "is for the command line only; give --reference there" },
    isTokenInVariable: (io.env[VARIABLES.token] ?? "") !== "",
  });
}

/** The place of a mapping, and its keys that are not options of the command. */
export interface KeysPlace {
  readonly env: Io["env"];
  readonly where: string;
  /** Keys that other code reads. */
  readonly others: readonly string[];
  /** Keys that are not allowed here, each with the end of the message. */
  readonly refused: Readonly<Record<string, string>>;
  /** Whether the variable of the token is set, and takes precedence over a token file: a pipeline has no such file. */
  readonly isTokenInVariable?: boolean;
}

/** Sets the options of a command from a mapping; typed ones stay. @throws {UsageError} for an invalid key or value */
export function applyKeys(
  command: Command,
  mapping: Readonly<Record<string, unknown>>,
  { env, where, others, refused, isTokenInVariable = false }: KeysPlace,
): void {
  const options = configurable(command);
  const hasTypedToken = [...options.values()].some((option) => isOfToken(option) && isTyped(command, option));
  const alone = [
    "help",
    ...optionsOf(commandOf("check")).flatMap(({ row, key }) => (row.typedOnly === true ? key : [])),
  ];
  for (const [key, written] of Object.entries(mapping)) {
    const place = `${where}, ${JSON.stringify(key)}`;
    if (alone.includes(key) && !Object.hasOwn(refused, key))
      throw new UsageError(`${place} is for the command line only; leave it out`);
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
    const isElsewhere = (hasTypedToken && isOfToken(option)) || (isTokenInVariable && key === TOKEN_FILE_KEY);
    if (!isTyped(command, option) && !isElsewhere) {
      command.setOptionValueWithSource(option.attributeName(), value, "config");
    }
  }
}

const FEW_KEYS = 6;

/** The error for an unknown key, with the nearest known key. */
export function unknownKey(key: string, keys: readonly string[], place: string): UsageError {
  const positive = key.replace(/^no-/, "");
  if (positive !== key && keys.includes(positive))
    return new UsageError(`${place} is not an option; write \`${positive}: false\``);
  const all =
    keys.length <= FEW_KEYS
      ? `give one of ${keys.join(", ")}`
      : "a key is the long name of an option in `check --help-all`";
  return new UsageError(`${place} is not an option; ${meantBy(key, keys, all, JSON.stringify)}`);
}

/** The file to read. A message names a file that was found, because nobody typed it. */
function fileFor(command: Command, io: ConfigIo): string | null {
  const given: unknown = command.getOptionValue("config");
  if (typeof given === "string") return given;
  if (given === false || command.getOptionValue("reference") === true) return null;
  const found = join(io.folder ?? process.cwd(), CONFIG_FILE);
  if (!existsSync(found)) return null;
  if (command.getOptionValue("quiet") !== true) io.err(`Configuration: ${CONFIG_FILE}\n`);
  return found;
}

/** The default file, unless `--no-config` excludes it. It may not exist. */
export function foundConfig(options: object, { folder }: Pick<Io, "folder">): readonly Input[] {
  return Reflect.get(options, "config") === false ? [] : [{ path: join(folder ?? process.cwd(), CONFIG_FILE) }];
}

/** The options that a file may set, by key: the long name, without `no-`. */
export function configurable(command: Command): ReadonlyMap<string, TableOption> {
  const options = optionsOf(command).filter(({ row }) => row.typedOnly !== true);
  return new Map(options.map((option) => [option.key, option]));
}

/** Whether a key has a boolean, a list, or one value. */
export function formOf(option: Option): Form {
  if (option.isBoolean() || option.negate) return "flag";
  return Array.isArray(option.defaultValue) ? "list" : "value";
}

/** The mapping in a YAML file. @param what names the file in a message @throws {UsageError} when it cannot be used */
export function mappingIn(file: string, what: string): Readonly<Record<string, unknown>> {
  const quoted = `${what} ${JSON.stringify(file)}`;
  const source = readUtf8(file, MOST_BYTES, `The ${what}`);
  const content = readingYaml(`The ${quoted}`, () => valueOfYaml(withNumbersAsWritten(yamlIn(source))));
  if (content === null) return {};
  if (typeof content !== "object" || Array.isArray(content)) {
    throw new UsageError(`The ${quoted} is not a mapping of options to values, such as \`strict: true\``);
  }
  return Object.fromEntries(Object.entries(content));
}

/** Keeps the written text of a number that would change as a number, such as the token 00123 or the seed 1e5. */
function withNumbersAsWritten(read: YamlText): YamlText {
  read.yaml.visit(read.document, {
    Scalar: (_, scalar) => {
      const { value, source } = scalar;
      if (typeof value === "number" && source !== undefined && String(value) !== source) scalar.value = source;
    },
  });
  return read;
}

function valueOf(option: TableOption, written: unknown, place: string, env: Io["env"]): unknown {
  switch (formOf(option)) {
    case "flag":
      if (typeof written !== "boolean") {
        // A token under the key auth is also secret.
        const found = option.key === "auth" ? kindOf(written) : shown(written);
        throw new UsageError(`${place} is ${found}; give true or false`);
      }
      return written;
    case "list": {
      const items: readonly unknown[] = Array.isArray(written) ? written : [written];
      if (items.length === 0 && option.key === "only")
        throw new UsageError(`${place} is an empty list, which would run nothing; leave it out to run everything`);
      return items.reduce((before: unknown, item) => parsed(option, textAt(item, place, env), before), []);
    }
    case "value":
      return parsed(
        option,
        (option.flags.endsWith("<command>") ? commandAt : textAt)(written, place, env),
        option.defaultValue,
      );
  }
}

/** Parses a value like commander on the command line. */
function parsed(option: Option, value: string, before: unknown): unknown {
  return option.parseArg === undefined ? value : option.parseArg(value, before);
}

/** A string or number of a file as text, with its variables replaced. A shell's syntax would be sent unreplaced. */
export function textAt(written: unknown, place: string, env: Io["env"]): string {
  const value = text(written, place);
  if (/^\s*\$[A-Za-z_]\w*\s*$/.test(value))
    throw new UsageError(`${place} has a variable without braces; write \${NAME}, or $$ for a dollar sign`);
  return withVariables(value, place, env);
}

/** The same for a command, in which a shell replaces variables. */
export function commandAt(written: unknown, place: string, env: Io["env"]): string {
  return withVariables(text(written, place), place, env);
}

function text(written: unknown, place: string): string {
  if (typeof written === "string" || typeof written === "number") return String(written);
  throw new UsageError(`${place} is ${shown(written)}; give a string or a number`);
}

/** A value of a file, as a message quotes it. The content of a list or mapping is not quoted: it may be a token. */
export function shown(written: unknown): string {
  const isQuoted = typeof written === "string" || typeof written === "number" || typeof written === "boolean";
  return isQuoted ? excerpt(JSON.stringify(written), 60) : kindOf(written);
}

/** The type of a value of a file, for a message that must not quote it. */
export function kindOf(written: unknown): string {
  if (written === null || written === undefined) return "empty";
  if (Array.isArray(written)) return "a list";
  if (typeof written === "object") return "a mapping";
  return typeof written === "number" || typeof written === "boolean" ? String(written) : "a string";
}

/** Replaces `${NAME}` by the environment's value and `$$` by a dollar sign. Refuses a variable that is not closed. */
function withVariables(value: string, place: string, env: Io["env"]): string {
  // Only what follows the last brace can be without one.
  if (/(?<!\$)(?:\$\$)*\$\{/.test(value.slice(value.lastIndexOf("}") + 1)))
    throw new UsageError(`${place} has "\${" without "}"; write \${NAME}, or $$ for a dollar sign`);
  return value.replaceAll(/\$\$|\$\{([^}]*)\}/g, (found, name: string | undefined) => {
    if (name === undefined) return "$";
    const known = env[name];
    if (known === undefined) throw new UsageError(`${place} refers to ${found}, which is not set in the environment`);
    return givenLine(known);
  });
}
