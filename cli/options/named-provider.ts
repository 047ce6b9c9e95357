/** Which provider a command judges: the one that is named, and none where none is. */
import { BaseUrlError, parseBaseUrl } from "../../http/provider.ts";
import { type Io, UsageError } from "../io.ts";
import type { TransportOptions } from "./transport.ts";
import type { RunTokenOptions } from "./credentials.ts";

/** A provider by its base URL, as parsed, or the reference implementation. */
export type NamedProvider = { readonly kind: "url"; readonly baseUrl: string } | { readonly kind: "reference" };

/** The options that name a provider, and those that do not go with the reference implementation. */
export interface NamingOptions extends RunTokenOptions, TransportOptions {
  /** From a configuration file; the argument and the environment win over it. */
  readonly baseUrl?: string;
  readonly reference: boolean;
  readonly start?: string;
}

const URL_VARIABLE = "PLANT_STORE_URL";

const WAYS =
  `give one as the argument, as base-url in the file of --config, or in ${URL_VARIABLE};` +
  " the reference implementation is judged with --reference";

/**
 * The provider that the argument, the environment or the configuration names, in this order. What is empty names none, and
 * the next is not asked: in a pipeline it is a variable that was not set.
 * @throws {UsageError} when none is named, what is given cannot be a base URL, or does not go with `--reference`
 */
export function namedProvider(
  argument: string | undefined,
  options: NamingOptions,
  { env }: Pick<Io, "env">,
): NamedProvider {
  if (options.reference) return reference(argument, options);
  const variable = env[URL_VARIABLE];
  if (argument !== undefined) return providerAtUrl(filled(argument, (quoted) => `The base URL ${quoted} is empty`));
  if (variable !== undefined) return fromEnvironment(variable);
  if (options.baseUrl !== undefined) {
    return providerAtUrl(
      filled(options.baseUrl, (quoted) => `In the configuration, base-url is ${quoted}, which is empty`),
    );
  }
  if (options.start === undefined) throw new UsageError(`Nothing is judged without a base URL; ${WAYS}`);
  throw new UsageError(`--start is given without a base URL, and nobody knows where the provider will listen; ${WAYS}`);
}

/**
 * The provider at a base URL.
 * @throws {UsageError} when it cannot be one
 */
export function providerAtUrl(baseUrl: string): NamedProvider {
  try {
    return { kind: "url", baseUrl: parseBaseUrl(baseUrl) };
  } catch (error) {
    throw error instanceof BaseUrlError ? new UsageError(error.message) : error;
  }
}

/** Nobody sees a variable on the command line, so that the sentence names it. */
function fromEnvironment(variable: string): NamedProvider {
  const text = filled(variable, (quoted) => `${URL_VARIABLE} is set to ${quoted}, which is empty`);
  try {
    return providerAtUrl(text);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${URL_VARIABLE}: ${error.message}`) : error;
  }
}

function filled(text: string, sentence: (quoted: string) => string): string {
  if (text.trim() === "") throw new UsageError(`${sentence(JSON.stringify(text))}; ${WAYS}`);
  return text;
}

/** The reference implementation is started for the run, with a token of its own: nothing else can be said about it. */
function reference(argument: string | undefined, options: NamingOptions): NamedProvider {
  const others = {
    "a base URL": argument,
    "base-url of the configuration": options.baseUrl,
    "--start": options.start,
    "--token": options.token,
    "--token-file": options.tokenFile,
    "--token-command": options.tokenCommand,
    "--invalid-token": options.invalidToken,
    "--no-auth": !options.auth,
    "--ca": options.ca,
    "--cert": options.cert,
    "--key": options.key,
    "--insecure": options.insecure,
    "--http2": options.http2,
    "--proxy": options.proxy,
    "--unix-socket": options.unixSocket,
  };
  const [other] = Object.entries(others).find(([, value]) => value !== undefined && value !== false) ?? [];
  if (other === undefined) return { kind: "reference" };
  throw new UsageError(`Both --reference and ${other} are given; give --reference alone, or leave it out`);
}
