/** The source of the token: a flag, a file, a command or the environment. Messages never contain the token. */
import { randomBytes } from "node:crypto";
import { unlessAborted } from "../../http/abortable.ts";
import type { Provider } from "../../http/provider.ts";
import { tokenFault } from "../../http/tokens.ts";
import { givenLine } from "../../result/text-encoding.ts";
import { safeText } from "../../result/safe-text.ts";
import { readNamed } from "../files/read-file.ts";
import { asUsage, type Io, refuseBoth, UsageError } from "../io.ts";
import { outputOf } from "../process/process-group.ts";
import { type CheckValues, VARIABLES } from "./run-options.ts";

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
  const { output, failure } = await outputOf(command, { deadlineMs: 30_000, mostBytes: 64 * 1024, signal });
  if (failure !== null) throw new UsageError(`No token came from ${source}: ${safeText(failure)}`);
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

/** The most bytes of a token file. A longer file is not a token. */
const MOST_BYTES = 64 * 1024;

function readToken(file: string): string {
  return asUsage(
    UsageError,
    () => readNamed(file, "The token file", MOST_BYTES),
    ({ message }) => `${message}; give a file that holds the token on one line`,
  );
}

function checked(text: string, source: string): string {
  const token = givenLine(text);
  const fault = tokenFault(token, source);
  if (fault !== null) throw new UsageError(fault);
  return token;
}
