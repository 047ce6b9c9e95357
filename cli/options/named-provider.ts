/** The provider of a command and the way to it, from the options and the environment. There is no default provider. */
import { defined } from "../../result/defined.ts";
import { join } from "node:path";
import { BaseUrlError, type Provider, parseBaseUrl } from "../../http/provider.ts";
import type { Transport } from "../../http/connect.ts";
import { asUsage, type Io, UsageError } from "../io.ts";
import { type FetchCredentials, type RunTokenOptions, givenCredentials } from "./credentials.ts";
import { type ExtraHeaderOptions, givenHeaders } from "./header-options.ts";
import { VARIABLES } from "./rows.ts";
import { commandOf, isSet, optionsOf } from "./parser.ts";
import { type TransportOptions, givenTransport } from "./transport.ts";

/** The provider that the options name, before anything is sent or started. */
export type NamedProvider = RemoteProvider | ReferenceProvider;

/** A provider at a base URL. */
export interface RemoteProvider {
  readonly kind: "url";
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly credentials: FetchCredentials;
  /** How long to wait for its first response, in milliseconds; 0 if it should be running already. */
  readonly waitMs: number;
  /** Header fields that every request carries, and whether it has a trace. */
  readonly extra: Pick<Provider, "headers" | "trace">;
  /** The command that starts it; absent if it is running already. */
  readonly start?: StartCommand;
}

/** The reference implementation, which the command starts itself. */
export interface ReferenceProvider {
  readonly kind: "reference";
}

/** How a provider is started. */
export interface StartCommand {
  readonly command: string;
  readonly waitMs: number;
  /** Variables that are removed from its environment. */
  readonly withoutVariables?: readonly string[];
  /** The file for its output; absent if the output is not kept. */
  readonly logFile?: string;
}

/** The options about reaching a provider at a base URL. */
export interface RemoteOptions extends RunTokenOptions, TransportOptions, ExtraHeaderOptions {
  readonly start?: string;
  /** In milliseconds. Default: 0, or a minute with `start`. */
  readonly wait?: number;
  readonly out?: string;
  /** Variables with secrets of other providers, which a started provider does not get. */
  readonly foreignVariables?: readonly string[];
}

/** The options that name a provider, and those that cannot be combined with the reference implementation. */
export interface NamingOptions extends RemoteOptions {
  /** From a configuration file; the argument and the environment take precedence. */
  readonly baseUrl?: string;
  /** Absent if the command has no such option. */
  readonly reference?: boolean;
}

/** The name of the file with the output of a started provider. */
export const LOG_FILE = "provider.log";

/** The default time for the start of a provider, in milliseconds. */
const START_WAIT_MS = 60_000;

const WAYS = `give one as the argument, as base-url in the file of --config, or in ${VARIABLES.url}`;

/**
 * The provider that the argument, the environment or the configuration names, in this order. An empty value is an
 * error, and the next source is not used: in a pipeline, it is an unset variable.
 * @throws {UsageError} when no provider is named, or an option about it is invalid
 */
export function namedProvider(argument: string | undefined, options: NamingOptions, io: Io): NamedProvider {
  return options.reference === true
    ? reference(argument, options)
    : remoteProvider(namedUrl(argument, options, io), options, io);
}

/**
 * The provider at a base URL.
 * @throws {UsageError} when the URL or an option is invalid
 */
export function remoteProvider(url: string, options: RemoteOptions, io: Io): RemoteProvider {
  const baseUrl = asUsage(BaseUrlError, () => parseBaseUrl(url));
  const { start, out, foreignVariables: withoutVariables = [] } = options;
  const waitMs = options.wait ?? (start === undefined ? 0 : START_WAIT_MS);
  if (start !== undefined && waitMs === 0)
    throw new UsageError(
      "--wait 0 leaves the command of --start no time; give at least 1, or leave it out (60 seconds)",
    );
  const logFile = out === undefined ? {} : { logFile: join(out, LOG_FILE) };
  return {
    kind: "url",
    baseUrl,
    transport: givenTransport(baseUrl, options),
    credentials: givenCredentials(baseUrl, options, io),
    waitMs,
    extra: givenExtra(options, io),
    ...defined({ start: start === undefined ? undefined : { command: start, waitMs, withoutVariables, ...logFile } }),
  };
}

function givenExtra(options: ExtraHeaderOptions, io: Io): RemoteProvider["extra"] {
  const headers = givenHeaders(options, io);
  return {
    ...defined({ headers: headers.length === 0 ? undefined : headers, trace: options.trace ? true : undefined }),
  };
}

function namedUrl(argument: string | undefined, options: NamingOptions, { env }: Io): string {
  const { baseUrl, start } = options;
  const variable = env[VARIABLES.url];
  const ways =
    options.reference === undefined ? WAYS : `${WAYS}; the reference implementation is judged with --reference`;
  if (argument !== undefined) return filled(argument, (quoted) => `The base URL ${quoted} is empty; ${ways}`);
  if (variable !== undefined) return fromEnvironment(variable, ways);
  if (baseUrl !== undefined) {
    return filled(baseUrl, (quoted) => `In the configuration, base-url is ${quoted}, which is empty; ${ways}`);
  }
  if (start === undefined) throw new UsageError(`Nothing is judged without a base URL; ${ways}`);
  throw new UsageError(
    `--start is given without a base URL, and it is not known where the provider will listen; ${ways}`,
  );
}

/** The message names the variable, which the user does not see on the command line. */
function fromEnvironment(variable: string, ways: string): string {
  const text = filled(variable, (quoted) => `${VARIABLES.url} is set to ${quoted}, which is empty; ${ways}`);
  try {
    return parseBaseUrl(text);
  } catch (error) {
    throw error instanceof BaseUrlError ? new UsageError(`${VARIABLES.url}: ${error.message}`) : error;
  }
}

function filled(text: string, sentence: (quoted: string) => string): string {
  if (text.trim() === "") throw new UsageError(sentence(JSON.stringify(text)));
  return text;
}

const REACHING = "Reaching the provider:";

/** The reference implementation. The run starts it with a new token, so no option about reaching it applies. */
function reference(argument: string | undefined, options: NamingOptions): ReferenceProvider {
  const reach = optionsOf(commandOf("check")).filter(({ row }) => row.group === "Token:" || row.group === REACHING);
  const given = reach.filter((option) => isSet(option, Reflect.get(options, option.attributeName())));
  const [other] = [
    ...(argument === undefined ? [] : ["a base URL"]),
    ...(options.baseUrl === undefined ? [] : ["base-url of the configuration"]),
    ...given.map(({ typedName }) => typedName),
  ];
  if (other === undefined) return { kind: "reference" };
  throw new UsageError(`Both --reference and ${other} are given; give --reference alone, or leave it out`);
}
