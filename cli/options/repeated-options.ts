/** The options of a run as they were typed, so that the commands in reports can be pasted. */
import type { Command, Option } from "commander";
import type { RunCommand } from "../../result/typed-command.ts";
import type { RunResult } from "../../result/result.ts";
import type { Redaction } from "../../result/redact.ts";
import type { Io } from "../io.ts";
import type { RunTokenOptions } from "./credentials.ts";
import type { TransportOptions } from "./transport.ts";
import { credentialsOf } from "../../http/url-credentials.ts";

/** An option of the command line with its value; null for a flag. */
export interface TypedOption {
  /** As it is written: `--token-file`. */
  readonly name: string;
  readonly value: string | null;
  /** Its heading in `--help`; empty without one. */
  readonly group: string;
}

const REACH = ["", "Token:", "Reaching the provider:", "Limits:"];
const DOCUMENT = ["The document:"];
const CONTRACTS = ["Contracts:"];
const JUDGING = ["What is asked:", "What fails the run:"];

/** Options that are left out: secrets, values that a later run must choose anew, and the files that a run writes. */
const NEVER: ReadonlySet<string> = new Set([
  "--token",
  "--only",
  "--skip",
  "--seed",
  "--shard",
  "--last-failed",
  "--fail-fast",
  "--watch",
  "--publish",
  // Its value may be a key.
  "--header",
]);

/** Limits that only `check` has. */
const CHECK_ALONE: ReadonlySet<string> = new Set(["--concurrency"]);

/** Options with a command of a shell, which replaces variables in it. */
const RUN_BY_A_SHELL: ReadonlySet<string> = new Set(["--start", "--token-command"]);

/**
 * Listens to a command's options.
 * @returns a function that returns the options typed so far, in the order of the command line
 */
export function recordOptions(command: Command): () => readonly TypedOption[] {
  const typed: TypedOption[] = [];
  for (const option of command.options) {
    command.on(`option:${option.name()}`, (value: unknown) => {
      typed.push({ name: longName(option), value: typeof value === "string" ? value : null, group: groupOf(option) });
    });
  }
  return () => typed;
}

function longName({ long, short }: Option): string {
  return long ?? short ?? "";
}

function groupOf({ helpGroupHeading }: Option): string {
  return helpGroupHeading ?? "";
}

/** The options that a single request needs, from any source. */
interface RequestOptions extends TransportOptions, Pick<RunTokenOptions, "tokenFile"> {}

/** A command line as it was typed, and the provider of its run. The token is left out. */
interface TypedRun {
  readonly options: RequestOptions & { readonly typed: readonly TypedOption[] };
  readonly io: Pick<Io, "program" | "isExecutable">;
  readonly target: {
    readonly provider: { readonly token: string };
    readonly redaction: Pick<Redaction, "redact">;
  };
}

/** The result with the command line of its run, without secrets. */
export function withCommand(result: RunResult, name: RunCommand["name"], run: TypedRun): RunResult {
  return { ...result, command: runCommandOf(name, run) };
}

function runCommandOf(name: RunCommand["name"], { options, io, target }: TypedRun): RunCommand {
  const { redaction, provider } = target;
  const clean = (text: string): string => redaction.redact(text).text;
  const words = (groups: readonly string[], isWanted: (option: TypedOption) => boolean): readonly string[] =>
    options.typed
      .filter((option) => groups.includes(option.group) && !NEVER.has(option.name) && isWanted(option))
      .flatMap((option) => wordsOf(option, provider.token).map(clean));
  const document = words(DOCUMENT, () => true);
  return {
    program: io.program ?? "plant-store-conformance",
    name,
    ...(io.isExecutable === true ? { executable: true } : {}),
    reach: words(REACH, (option) => !CHECK_ALONE.has(option.name)),
    ...(document.length === 0 ? {} : { document }),
    request: requestWords(options).map(clean),
    contracts: words(CONTRACTS, () => true),
    judging: [...words(REACH, (option) => CHECK_ALONE.has(option.name)), ...words(JUDGING, () => true)],
  };
}

function requestWords(options: RequestOptions): readonly string[] {
  const values: ReadonlyArray<readonly [name: string, value: string | undefined]> = [
    ["--token-file", options.tokenFile],
    ["--ca", options.ca],
    ["--cert", options.cert],
    ["--key", options.key],
    ["--proxy", options.proxy],
    ["--unix-socket", options.unixSocket],
  ];
  return [
    ...values.flatMap(([name, value]) => (value === undefined ? [] : wordsOf({ name, value }, ""))),
    ...(options.insecure ? ["--insecure"] : []),
    ...(options.http2 ? ["--http2"] : []),
  ];
}

function wordsOf({ name, value }: Pick<TypedOption, "name" | "value">, token: string): readonly string[] {
  if (value === null) return [name];
  if (name === "--invalid-token") return [name, "$PLANT_STORE_INVALID_TOKEN"];
  if (name === "--proxy" && hasCredentials(value)) return [name, "$PLANT_STORE_PROXY"];
  const isRun = RUN_BY_A_SHELL.has(name) && token !== "";
  return [name, isRun ? value.replaceAll(token, "$PLANT_STORE_TOKEN") : value];
}

function hasCredentials(url: string): boolean {
  return URL.canParse(url) && credentialsOf(new URL(url)) !== null;
}
