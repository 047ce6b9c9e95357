/** The options of a run as they were typed, so that the commands in reports can be pasted. */
import type { Command } from "commander";
import { credentialsOf } from "../../http/base-url.ts";
import { defined } from "../../spec/defined.ts";
import { meantBy } from "../../result/near-name.ts";
import type { Redaction } from "../../result/redact.ts";
import type { RunCommand, RunResult } from "../../result/result.ts";
import { type Io, UsageError } from "../io.ts";
import type { RunTokenOptions } from "./provider-options.ts";
import { givenAmong, optionsOf } from "./commander-options.ts";
import type { Group, OptionRow } from "./option-row.ts";
import type { TransportOptions } from "./transport-options.ts";

// The value of `--format`, for commands that print one thing in several formats.

/** The renderer of a format. @throws {UsageError} if there is none; the message names the nearest, or all */
export function rendererOf<Renderer>(renderers: Readonly<Record<string, Renderer>>, format: string): Renderer {
  const known = Object.keys(renderers);
  const render = Object.hasOwn(renderers, format) ? renderers[format] : undefined;
  if (render !== undefined) return render;
  const hint = meantBy(format, known, `give one of ${known.join(", ")}`);
  throw new UsageError(`--format ${JSON.stringify(format)} is not a format; ${hint}`);
}

/** An option of the command line with its value; null for a flag. */
export interface TypedOption {
  readonly name: string;
  readonly value: string | null;
  readonly row: OptionRow;
}

const REACH: readonly Group[] = ["", "Token:", "Reaching the provider:", "Limits:"];
const DOCUMENT: readonly Group[] = ["The document:"];
const CONTRACTS: readonly Group[] = ["Contracts:"];
/** A limit that only `check` has. */
const CHECK_ALONE = "--concurrency";
const JUDGING: readonly Group[] = ["What is asked:", "What fails the run:"];

/** Listens to a command's options. @returns what returns those that were typed, in the order of the command line */
export function recordOptions(command: Command): () => readonly TypedOption[] {
  const typed: TypedOption[] = [];
  for (const option of optionsOf(command)) {
    command.on(`option:${option.name()}`, (value: unknown) => {
      typed.push({ name: option.typedName, value: typeof value === "string" ? value : null, row: option.row });
    });
  }
  return () => typed;
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
export function withCommand(result: RunResult, name: RunCommand["name"], { options, io, target }: TypedRun): RunResult {
  const { redaction, provider } = target;
  const clean = (text: string): string => redaction.redact(text).text;
  const words = (groups: readonly Group[], isWanted: (option: TypedOption) => boolean): readonly string[] =>
    options.typed
      .filter((option) => groups.includes(option.row.group ?? "") && option.row.onceOnly !== true && isWanted(option))
      .flatMap((option) => wordsOf(option, provider.token).map(clean));
  const document = words(DOCUMENT, () => true);
  const command: RunCommand = defined({
    program: io.program ?? "plant-store-conformance",
    name,
    executable: io.isExecutable === true ? true : undefined,
    reach: words(REACH, ({ name: one }) => one !== CHECK_ALONE),
    document: document.length === 0 ? undefined : document,
    request: requestWords(options).map(clean),
    contracts: words(CONTRACTS, () => true),
    judging: [...words(REACH, ({ name: one }) => one === CHECK_ALONE), ...words(JUDGING, () => true)],
  });
  return { ...result, command };
}

/** What a single request needs, typed or not. */
function requestWords(options: RequestOptions): readonly string[] {
  const ofRequest = givenAmong(options).filter(({ row }) => row.ofRequest === true);
  return ofRequest.flatMap((option) => {
    const value: unknown = Reflect.get(options, option.attributeName());
    const text = typeof value === "string" ? value : null;
    return wordsOf({ name: option.typedName, value: text, row: option.row }, "");
  });
}

function wordsOf({ name, value, row }: TypedOption, token: string): readonly string[] {
  if (value === null) return [name];
  if (name === "--invalid-token") return [name, "$PLANT_STORE_INVALID_TOKEN"];
  if (name === "--proxy" && hasCredentials(value)) return [name, "$PLANT_STORE_PROXY"];
  const isRun = row.shell === true && token !== "";
  return [name, isRun ? value.replaceAll(token, "$PLANT_STORE_TOKEN") : value];
}

function hasCredentials(url: string): boolean {
  return URL.canParse(url) && credentialsOf(new URL(url)) !== null;
}
