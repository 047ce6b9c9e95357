/** The provider of a command and the way to it, from the options and the environment. There is no default provider. */
import { join } from "node:path";
import type { Transport } from "../../http/connect.ts";
import type { HeaderFields } from "../../http/message.ts";
import {
  BaseUrlError,
  type Provider,
  type SuiteField,
  extraHeaderFault,
  parseBaseUrl,
  suiteField,
} from "../../http/provider.ts";
import { defined, ifAny, present } from "../../spec/defined.ts";
import { givenText, givenLine } from "../../result/text-encoding.ts";
import { readUtf8 } from "../files/read-file.ts";
import { asUsage, type Io, UsageError, refuseBoth } from "../io.ts";
import { givenAmong } from "./commander-options.ts";
import { type CheckValues, VARIABLES } from "./run-options.ts";
import { givenTransport, type TransportOptions } from "./transport-options.ts";
import { randomBytes } from "node:crypto";
import { unlessAborted } from "../../http/abortable.ts";
import { tokenFault } from "../../http/tokens.ts";
import { safeText } from "../../result/safe-text.ts";
import { outputOf } from "../process/process-group.ts";

// Header fields that the user adds to every request, for a gateway, a tenant or a preview. Their values are secret.

type ExtraHeaderOptions = Pick<CheckValues, "header" | "headerFile" | "trace" | "auth">;

const VARIED = "the suite varies it, so leave it out";
const FRAMING = "the suite frames each request itself, so leave it out";

/** What to use instead of a field that the suite sets, besides those of framing. */
const insteadOf: Readonly<Partial<Record<SuiteField, string>>> = {
  authorization: "give the token with --token-file, or use --no-auth",
  "proxy-authorization": "give the credentials in the URL of --proxy",
  host: "it is that of the base URL; use --unix-socket or --proxy to go another way",
  "content-type": VARIED,
  accept: VARIED,
  "user-agent": VARIED,
  traceparent: "use --trace",
};

/** The most bytes of a file or variable: common servers refuse requests with a longer header, and a longer token. */
const MOST_BYTES = 64 * 1024;
const MOST_FIELDS = 50;

/** The header fields of `--header`, `--header-file` and the environment, in this order. Messages hold no value. */
function givenHeaders(
  { header, headerFile, auth }: Omit<ExtraHeaderOptions, "trace">,
  { env }: Pick<Io, "env">,
): HeaderFields {
  const fields = [
    ...header.map((text) => fieldOf(text, "--header", auth)),
    ...ifAny(headerFile, (given) =>
      linesOf(readUtf8(given, MOST_BYTES, "The header file"), `the file ${JSON.stringify(given)}`, auth),
    ),
    ...linesOf(env[VARIABLES.headers] ?? "", VARIABLES.headers, auth),
  ];
  if (fields.length > MOST_FIELDS) throw new UsageError(`There are more than ${MOST_FIELDS} header fields to add`);
  const names = fields.map(([name]) => name.toLowerCase());
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new UsageError(`The header field ${twice} is given twice; give it once`);
  return fields;
}

function linesOf(text: string, source: string, auth: boolean): HeaderFields {
  return givenText(text)
    .split("\n")
    .flatMap((line, at) => (line.trim() === "" ? [] : [fieldOf(line, `Line ${at + 1} of ${source}`, auth)]));
}

/** A field of the user. Without authentication, the suite sends no `Authorization` of its own, so it may be one. */
function fieldOf(text: string, source: string, auth: boolean): HeaderFields[number] {
  const [, name = "", value = ""] = /^([!#$%&'*+.^_`|~\w-]{1,100}):[ \t]*(.*?)[ \t]*$/s.exec(text) ?? [];
  if (name === "") throw new UsageError(`${source} is not a header field; give one like 'X-Tenant: blue'`);
  const isOwn = !auth && name.toLowerCase() === "authorization";
  const fault = extraHeaderFault(isOwn ? "x-authorization" : name, value);
  const field = suiteField(name);
  if (fault !== null)
    throw new UsageError(`${source} gives ${fault}${field === null ? "" : `: ${insteadOf[field] ?? FRAMING}`}`);
  return [name, value];
}

/** The provider that the options name, before anything is sent or started. */
export type NamedProvider = RemoteProvider | { readonly kind: "reference" };

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

export interface StartCommand {
  readonly command: string;
  readonly waitMs: number;
  /** Variables that are removed from its environment. */
  readonly withoutVariables?: readonly string[];
  /** The file for its output, up to a limit; absent if the output is not kept. */
  readonly logFile?: string;
}

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

export const LOG_FILE = "provider.log";

/** The default time for the start of a provider, in milliseconds. */
const START_WAIT_MS = 60_000;

const WAYS = `give one as the argument, as base-url in the file of --config, or in ${VARIABLES.url}`;

/**
 * The provider that the argument, the environment or the configuration names, in this order. An empty value is an
 * error, and the next source is not used: in a pipeline, it is an unset variable.
 */
export function namedProvider(argument: string | undefined, options: NamingOptions, io: Io): NamedProvider {
  return options.reference === true
    ? reference(argument, options)
    : remoteProvider(namedUrl(argument, options, io), options, io);
}

/** The provider at a base URL. @throws {UsageError} when the URL or an option is invalid */
export function remoteProvider(url: string, options: RemoteOptions, io: Io): RemoteProvider {
  const baseUrl = asUsage(BaseUrlError, () => parseBaseUrl(url));
  const { start, out, foreignVariables: withoutVariables = [] } = options;
  const waitMs = options.wait ?? (start === undefined ? 0 : START_WAIT_MS);
  if (start !== undefined && waitMs === 0)
    throw new UsageError(
      "--wait 0 leaves the command of --start no time; give at least 1, or leave it out (60 seconds)",
    );
  const logFile = out === undefined ? undefined : join(out, LOG_FILE);
  return defined({
    kind: "url",
    baseUrl,
    transport: givenTransport(baseUrl, options),
    credentials: givenCredentials(baseUrl, options, io),
    waitMs,
    extra: givenExtra(options, io),
    start: start === undefined ? undefined : defined({ command: start, waitMs, withoutVariables, logFile }),
  });
}

function givenExtra(options: ExtraHeaderOptions, io: Io): RemoteProvider["extra"] {
  const headers = givenHeaders(options, io);
  return defined({ headers: headers.length === 0 ? undefined : headers, trace: options.trace || undefined });
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
  return asUsage(
    BaseUrlError,
    () => parseBaseUrl(text),
    ({ message }) => `${VARIABLES.url}: ${message}`,
  );
}

function filled(text: string, sentence: (quoted: string) => string): string {
  if (text.trim() === "") throw new UsageError(sentence(JSON.stringify(text)));
  return text;
}

const REACHING = "Reaching the provider:";

/** The reference implementation. The run starts it with a new token, so no option about reaching it applies. */
function reference(argument: string | undefined, options: NamingOptions): NamedProvider {
  const given = givenAmong(options).filter(({ row }) => row.group === "Token:" || row.group === REACHING);
  const [other] = present([
    argument !== undefined && "a base URL",
    options.baseUrl !== undefined && "base-url of the configuration",
    ...given.map(({ typedName }) => typedName),
  ]);
  if (other === undefined) return { kind: "reference" };
  throw new UsageError(`Both --reference and ${other} are given; give --reference alone, or leave it out`);
}

// The source of the token: a flag, a file, a command or the environment. Messages never contain the token.

export type TokenOptions = Pick<CheckValues, "token" | "tokenFile">;

export type RunTokenOptions = TokenOptions & Pick<CheckValues, "tokenCommand" | "invalidToken" | "auth">;

export type ProviderCredentials = Pick<Provider, "token" | "invalidToken" | "authentication" | "renewToken">;

/** Gets the credentials; a token command runs until the signal is aborted. */
export type FetchCredentials = (signal: AbortSignal) => Promise<ProviderCredentials>;

/** Reads the options about the token. A token command runs only when the returned function is called. */
export function givenCredentials(baseUrl: string, options: RunTokenOptions, io: Io): FetchCredentials {
  const { token, tokenFile, tokenCommand, invalidToken, auth } = options;
  const given = { "--token": token, "--token-file": tokenFile, "--token-command": tokenCommand };
  refuseBoth(given);
  if (!auth) {
    refuseBoth({ "--no-auth": true, ...given, "--invalid-token": invalidToken });
    // Contracts always send a token. A random one is not a secret, and does not occur in a response by accident.
    return async () => ({ token: randomToken(), authentication: "none" });
  }
  const invalid = invalidToken === undefined ? {} : { invalidToken: checked(invalidToken, "--invalid-token") };
  if (tokenCommand !== undefined)
    return async (signal) => distinct({ ...(await fromCommand(tokenCommand, signal)), ...invalid });
  const known = givenToken(options, io);
  if (known === undefined) {
    throw new UsageError(
      `There is no token for ${baseUrl}; give --token-file FILE or --token-command COMMAND, or set ${VARIABLES.token}`,
    );
  }
  const credentials = distinct({ token: known, ...invalid });
  return async () => credentials;
}

/** Refuses an invalid token that equals the valid one, because accepting it would count against the provider. */
function distinct(credentials: ProviderCredentials): ProviderCredentials {
  if (credentials.token !== credentials.invalidToken) return credentials;
  throw new UsageError(
    "--invalid-token is the token of the run; give one that the provider must refuse, or leave it out",
  );
}

async function fromCommand(command: string, signal: AbortSignal): Promise<ProviderCredentials> {
  const renewToken = (ended: AbortSignal): Promise<string> => tokenOf(command, ended);
  // After an interrupt nothing is sent with this token, and the result says so.
  const fetched = await unlessAborted(() => renewToken(signal), signal, null);
  return { token: fetched ?? randomToken(), renewToken };
}

function randomToken(): string {
  return randomBytes(18).toString("base64url");
}

async function tokenOf(command: string, signal: AbortSignal): Promise<string> {
  const source = `the command ${JSON.stringify(command)}`;
  const failed = ({ message }: Error): string => `No token came from ${source}: ${safeText(message)}`;
  const output = await asUsage(Error, () => outputOf(command, signal), failed);
  return checked(output, source);
}

/** The token from a flag, a file or the environment; undefined if there is none. @throws {UsageError} if it is wrong */
export function givenToken({ token, tokenFile }: TokenOptions, { env }: Pick<Io, "env">): string | undefined {
  refuseBoth({ "--token": token, "--token-file": tokenFile });
  if (token !== undefined) return checked(token, "--token");
  if (tokenFile !== undefined) return checked(readToken(tokenFile), `the file ${JSON.stringify(tokenFile)}`);
  const variable = env[VARIABLES.token];
  return variable === undefined || variable === "" ? undefined : checked(variable, VARIABLES.token);
}

function readToken(file: string): string {
  return asUsage(
    UsageError,
    () => readUtf8(file, MOST_BYTES, "The token file"),
    ({ message }) => `${message}; give a file that holds the token on one line`,
  );
}

function checked(text: string, source: string): string {
  const token = givenLine(text);
  const fault = tokenFault(token, source);
  if (fault !== null) throw new UsageError(fault);
  return token;
}
